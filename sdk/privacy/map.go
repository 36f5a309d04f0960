package privacy

// DataTable is what a table holds of people, for who has to answer for it.
type DataTable struct {
	Name, Purpose, Keep string
	Columns             []DataColumn // with personal data
}

// DataColumn is a column with personal data, and what erasure does to it.
type DataColumn struct{ Name, What, Erasure string }
