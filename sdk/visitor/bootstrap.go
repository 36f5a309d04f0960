package visitor

// AddressCountries are the countries whose addresses can be searched for as they are typed.
var AddressCountries = []string{"US", "GB", "AU", "CA", "NZ"}
