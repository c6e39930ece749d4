"""The evidence of runs on disk: pictures and steps below `.ami/runs/<run>/`, and how long they are kept.

Does: writes each picture once, each run of a task in a folder of its own; deletes the oldest runs.
Gives: `EvidenceWriter`, `EvidenceReader`, `sweep`.
Must never: hold facts; a run without its artifacts has lost nothing that a test needs.
"""
