"""From recorded operations to the steps of a workflow.

Does: reduces the recorder's operations to steps, with templates for values and effects to verify.
Gives: `reduce`, the annotations that a person makes while recording, and workflows recorded by hand.
Must never: see a page or decide whether an element is still the same.
"""
