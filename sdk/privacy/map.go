package privacy

// DataTable describes the personal data of a table, for the data map.
type DataTable struct {
	Name, Purpose, Keep string
	Columns             []DataColumn // personal data only
}

// DataColumn describes a column with personal data and the effect of an erasure on it.
type DataColumn struct{ Name, What, Erasure string }
