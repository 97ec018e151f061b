import { SchemaAST } from "effect"

const isArrayOnly = (ast: SchemaAST.AST): boolean =>
  SchemaAST.isUnion(ast)
    ? ast.types.every((member) => SchemaAST.isUndefined(member) || isArrayOnly(member))
    : SchemaAST.isArrays(ast)

const isSingleValue = (ast: SchemaAST.AST, name: string): boolean => {
  const signatures = SchemaAST.isObjects(ast) ? ast.propertySignatures : []
  const property = signatures.find((signature) => signature.name === name)
  return property === undefined || !isArrayOnly(property.type)
}

/** Parses a query for a schema: repeated parameters, and those declared as arrays, become arrays. */
export const read = (
  query: string,
  ast: SchemaAST.AST
): { readonly [name: string]: string | ReadonlyArray<string> } => {
  const parameters = new URLSearchParams(query)
  const encoded = SchemaAST.toEncoded(ast)
  return Object.fromEntries(
    Array.from(new Set(parameters.keys()), (name) => {
      const values = parameters.getAll(name)
      const [only] = values
      return [name, values.length === 1 && only !== undefined && isSingleValue(encoded, name) ? only : values]
    })
  )
}
