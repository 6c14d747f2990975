package main

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// A source is the parsed source of a package, with the files for all platforms.
type source struct {
	folder   string
	imports  map[string]string // their paths by the names they are used by
	types    map[string]*ast.TypeSpec
	literals map[string][]string      // the constants of a type of strings
	methods  map[string]*ast.FuncDecl // by the name of their type, a point, and their own
	values   map[string]ast.Expr      // initial values of variables
}

func readSource(root, folder string) (*source, error) {
	names, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
	if err != nil {
		return nil, err
	}
	s := &source{
		folder:   folder,
		imports:  map[string]string{},
		types:    map[string]*ast.TypeSpec{},
		literals: map[string][]string{},
		methods:  map[string]*ast.FuncDecl{},
		values:   map[string]ast.Expr{},
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if err := s.add(file); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *source) add(file *ast.File) error {
	var all error
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		all = errors.Join(all, err)
		s.imports[path.Base(imported)] = imported
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv != nil {
				s.methods[nameOf(decl.Recv.List[0].Type)+"."+decl.Name.Name] = decl
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				all = errors.Join(all, s.addSpec(decl, spec))
			}
		}
	}
	return all
}

func (s *source) addSpec(decl *ast.GenDecl, spec ast.Spec) error {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		if spec.Doc == nil {
			spec.Doc = decl.Doc
		}
		s.types[spec.Name.Name] = spec
	case *ast.ValueSpec:
		if len(spec.Values) != 1 {
			return nil
		}
		s.values[spec.Names[0].Name] = spec.Values[0]
		text, ok := spec.Values[0].(*ast.BasicLit)
		if ok && text.Kind == token.STRING && decl.Tok == token.CONST && spec.Type != nil {
			literal, err := strconv.Unquote(text.Value)
			of := nameOf(spec.Type)
			s.literals[of] = append(s.literals[of], literal)
			return err
		}
	}
	return nil
}

// nameOf returns the name that an expression consists of, behind a star and in
// parentheses, and "" for others.
func nameOf(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.StarExpr:
		return nameOf(x.X)
	case *ast.ParenExpr:
		return nameOf(x.X)
	}
	return ""
}
