"""What people and machines read about a run. Knows outcomes; decides nothing."""
