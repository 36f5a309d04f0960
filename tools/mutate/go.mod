module github.com/cojoin/cojoin/tools/mutate

go 1.26.0
