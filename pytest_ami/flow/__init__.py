"""One ``ami.run()`` from the call to the commit: resolve, plan, carry out, conclude, commit or drop.

It gives ``facade.Ami`` and ``facade.AsyncAmi`` for the fixture, ``attempt.Attempt`` for the plugin, and the marker.
It knows settings, stored workflows, teachers and drivers; each module imports what it needs.
It must never build a teacher in replay mode, write anything that was learned before the test is green, or know pytest's
hooks.
"""
