"""The recorder on applications nobody here wrote: record a flow, replay it on a fresh one with other values."""
