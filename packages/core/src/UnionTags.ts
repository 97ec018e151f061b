import { Function, SchemaAST } from "effect"

/** How the members of a union are told apart. */
export interface UnionTags {
  /** The fields that tell members apart, with the values that do: a member has one where it can. */
  readonly tags: ReadonlyMap<PropertyKey, ReadonlyArray<SchemaAST.Literal>>
  /** The members that no field tells. */
  readonly others: ReadonlyArray<SchemaAST.AST>
}

/** The fields of a member that have one value each. */
const literalFields = (member: SchemaAST.AST): ReadonlyArray<readonly [PropertyKey, SchemaAST.Literal]> => {
  const ast = SchemaAST.toEncoded(member)
  if (SchemaAST.isSuspend(ast)) return literalFields(ast.thunk())
  return (SchemaAST.isObjects(ast) ? ast.propertySignatures : []).flatMap(({ name, type }) =>
    SchemaAST.isLiteral(type) && !SchemaAST.isOptional(type) ? [[name, type] as const] : []
  )
}

export const of: (union: SchemaAST.Union) => UnionTags = Function.memoize(({ types }) => {
  const tags = new Map<PropertyKey, Array<SchemaAST.Literal>>()
  const others: Array<SchemaAST.AST> = []
  for (const member of types) {
    const fields = literalFields(member)
    const own = fields.find(([name, { literal }]) => !tags.get(name)?.some((other) => other.literal === literal))
    const [name, type] = own ?? fields.at(-1) ?? []
    if (name === undefined || type === undefined) others.push(member)
    else tags.set(name, [...(tags.get(name) ?? []), type])
  }
  return { tags, others }
})
