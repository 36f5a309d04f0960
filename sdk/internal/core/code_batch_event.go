package core

const (
	ActorSystem = "system"
)
