"""What tests of and with pytest-ami may use: a local model server, fakes and page mutations."""
