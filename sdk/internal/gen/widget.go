package main

func writeWidget(dir string) error { _ = dir; return nil }
