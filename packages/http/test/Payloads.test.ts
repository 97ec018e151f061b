import { assert, it } from "@effect/vitest"
import { SchemaAST } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "../src/Api.ts"

const partsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => {
  switch (ast._tag) {
    case "Objects":
      return [...ast.propertySignatures, ...ast.indexSignatures].map(({ type }) => type)
    case "Arrays":
      return [...ast.elements, ...ast.rest]
    case "Union":
      return ast.types
    case "Suspend":
      return [ast.thunk()]
    case "Declaration":
      return ast.typeParameters
    default:
      return []
  }
}

/** Every part of a schema, including its encoded side. */
const within = (ast: SchemaAST.AST, seen = new Set<SchemaAST.AST>()): ReadonlySet<SchemaAST.AST> => {
  if (seen.has(ast)) return seen
  seen.add(ast)
  for (const part of [...partsOf(ast), ...(ast.encoding ?? []).map(({ to }) => to)]) within(part, seen)
  return seen
}

it("allows no array inside a transformed schema of a body, where an inspection could not limit it", () => {
  const unbounded: Array<string> = []
  let arrays = 0
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => {
      for (const schema of [...endpoint.payload.values()].flatMap(({ schemas }) => [...schemas])) {
        const all = [...within(schema.ast)]
        arrays += all.filter(SchemaAST.isArrays).length
        const changed = all.filter(({ encoding }) => encoding !== undefined)
        if (changed.some((ast) => [...within(ast)].some(SchemaAST.isArrays))) unbounded.push(endpoint.name)
      }
    }
  })
  assert.isAbove(arrays, 20)
  assert.deepStrictEqual(unbounded, [])
})
