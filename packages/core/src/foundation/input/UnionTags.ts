import { Function, SchemaAST } from "effect"

/** A member of a union with its fields that have one value each. */
export interface Tagged {
  readonly ast: SchemaAST.AST
  readonly fields: ReadonlyMap<PropertyKey, SchemaAST.Literal>
}

/** How the members of a union are told apart; those of unions in it are its own. */
export interface UnionTags {
  readonly tagged: ReadonlyArray<Tagged>
  /** The members that no field tells. */
  readonly others: ReadonlyArray<SchemaAST.AST>
}

/** A field by which an object is none of the members, and the values one of which it must have. */
export interface Mismatch {
  readonly name: PropertyKey
  readonly literals: ReadonlyArray<SchemaAST.Literal>
}

const literalFields = (member: SchemaAST.AST): Tagged["fields"] => {
  const ast = SchemaAST.toEncoded(member)
  if (SchemaAST.isSuspend(ast)) return literalFields(ast.thunk())
  const fields = SchemaAST.isObjects(ast) ? ast.propertySignatures : []
  return new Map(
    fields.flatMap(({ name, type }) =>
      SchemaAST.isLiteral(type) && !SchemaAST.isOptional(type) ? [[name, type] as const] : []
    )
  )
}

const membersOf = (union: SchemaAST.Union): ReadonlyArray<SchemaAST.AST> =>
  union.types.flatMap((member) => (SchemaAST.isUnion(member) ? membersOf(member) : [member]))

export const of: (union: SchemaAST.Union) => UnionTags = Function.memoize((union) => {
  const members = membersOf(union).map((ast): Tagged => ({ ast, fields: literalFields(ast) }))
  return {
    tagged: members.filter(({ fields }) => fields.size > 0),
    others: members.flatMap(({ ast, fields }) => (fields.size === 0 ? [ast] : []))
  }
})

/** The values of a field, each once, in the order of the members. */
const listValues = (tagged: UnionTags["tagged"], name: PropertyKey): Mismatch["literals"] => {
  const found = tagged.flatMap(({ fields }) => fields.get(name) ?? [])
  return Array.from(new Map(found.toReversed().map((type) => [type.literal, type])).values()).toReversed()
}

/** The names of the fields, those that most members have first. */
const listNames = (tagged: UnionTags["tagged"]): ReadonlyArray<PropertyKey> => {
  const counts = new Map<PropertyKey, number>()
  for (const { fields } of tagged) for (const name of fields.keys()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Array.from(counts)
    .sort(([, left], [, right]) => right - left)
    .map(([name]) => name)
}

/** The first field by which an object is none of the members that its fields before leave; undefined where one is left. */
export const findMismatch = (union: SchemaAST.Union, input: object): Mismatch | undefined => {
  const { tagged } = of(union)
  let left = tagged
  for (const name of listNames(tagged)) {
    const given: unknown = Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined
    const meant = left.filter(({ fields }) => !fields.has(name) || fields.get(name)?.literal === given)
    if (meant.length === 0) return { name, literals: listValues(left, name) }
    left = meant
  }
  return undefined
}
