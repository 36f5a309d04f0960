package db

import "embed"

// Migrations are the steps of the schema in goose's format. A file's number is the time at which it was
// written.
//
//go:embed migrations/*.sql
var Migrations embed.FS

// KeyMigrations are the steps of a database that holds only persons' keys.
//
//go:embed keys/*.sql
var KeyMigrations embed.FS
