"""The recorder's capture matrix: every kind of operation in every kind of place, one small page each."""
