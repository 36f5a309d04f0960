package database

// TableRights is what the database roles may do, by table: of servers and of workers.
func TableRights() map[string][2]string {
	out := map[string][2]string{}
	for table, r := range tableRights {
		out[table] = [2]string{r.serve, r.work}
	}
	return out
}
