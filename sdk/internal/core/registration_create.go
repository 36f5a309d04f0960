package core

// Who changed a registration, for its events.
const (
	ActorRegistrant = "registrant"
	ActorInvitee    = "invitee"
	ActorOperator   = "operator"
)
