import { Member } from "@quire/core/internal"
import { SchemaAST } from "effect"
import { assert, describe, it } from "vitest"
import { acts } from "./acts.ts"
import { names, schemas } from "./eventStateSchemas.ts"

const partsOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> => {
  if (SchemaAST.isSuspend(ast)) return [ast.thunk()]
  if (SchemaAST.isUnion(ast)) return ast.types
  if (SchemaAST.isDeclaration(ast)) return ast.typeParameters
  if (SchemaAST.isArrays(ast)) return [...ast.elements, ...ast.rest]
  if (!SchemaAST.isObjects(ast)) return []
  return [
    ...ast.propertySignatures.map(({ type }) => type),
    ...ast.indexSignatures.flatMap(({ parameter, type }) => [parameter, type])
  ]
}

/** Whether something in a schema is another thing when it is decoded, or is made up where it is missing. */
const isDecoded = (ast: SchemaAST.AST, seen = new Set<SchemaAST.AST>()): boolean => {
  if (seen.has(ast)) return false
  seen.add(ast)
  return ast.encoding !== undefined || partsOf(ast).some((part) => isDecoded(part, seen))
}

describe("the type of an event payload (rule event-typed)", () => {
  it.each(Object.entries(schemas))("%s is not transformed by decoding", (_, schema) => {
    assert.isFalse(isDecoded(schema.ast))
  })

  it("detects a schema that is transformed by decoding", () => {
    assert.isTrue(isDecoded(Member.Member.ast))
  })

  it("has an act that announces each type with a payload", () => {
    const announced = new Set(acts.map(({ type }): string => type))
    assert.deepStrictEqual(
      Object.keys(names).filter((type) => !announced.has(type)),
      []
    )
  })

  it("has no schema without an event type", () => {
    assert.deepStrictEqual(Object.keys(schemas).sort(), [...new Set(Object.values(names))].sort())
  })
})
