package text

// ProductName is what people read as the service's name.
const ProductName = "Cojoin"
