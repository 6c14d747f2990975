module github.com/matewright/matewright/tables34

go 1.26.0
