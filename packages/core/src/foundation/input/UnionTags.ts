import { Function, SchemaAST } from "effect"

/** A member of a union, with those of its fields that have one of some literal values. */
export interface TaggedMember {
  readonly ast: SchemaAST.AST
  readonly fields: ReadonlyMap<PropertyKey, ReadonlyArray<SchemaAST.Literal>>
}

/**
 * The properties that distinguish the members of a union. Members of nested unions count as members of the outer one.
 */
export interface UnionTags {
  readonly tagged: ReadonlyArray<TaggedMember>
  /** The members without a literal field. */
  readonly others: ReadonlyArray<SchemaAST.AST>
}

/** A field whose value matches no member, and the values that it must have. */
export interface Mismatch {
  readonly name: PropertyKey
  readonly literals: ReadonlyArray<SchemaAST.Literal>
}

/** The literals that a type consists of; undefined if it has other members. */
const literalsOf = (type: SchemaAST.AST): ReadonlyArray<SchemaAST.Literal> | undefined => {
  if (SchemaAST.isLiteral(type)) return [type]
  if (!SchemaAST.isUnion(type)) return undefined
  const literals = type.types.filter(SchemaAST.isLiteral)
  return literals.length === type.types.length ? literals : undefined
}

const literalFields = (member: SchemaAST.AST): TaggedMember["fields"] => {
  const ast = SchemaAST.toEncoded(member)
  if (SchemaAST.isSuspend(ast)) return literalFields(ast.thunk())
  const fields = SchemaAST.isObjects(ast) ? ast.propertySignatures : []
  return new Map(
    fields.flatMap(({ name, type }) => {
      const literals = SchemaAST.isOptional(type) ? undefined : literalsOf(type)
      return literals === undefined ? [] : [[name, literals] as const]
    })
  )
}

const membersOf = (union: SchemaAST.Union): ReadonlyArray<SchemaAST.AST> =>
  union.types.flatMap((member) => (SchemaAST.isUnion(member) ? membersOf(member) : [member]))

export const of: (union: SchemaAST.Union) => UnionTags = Function.memoize((union) => {
  const members = membersOf(union).map((ast): TaggedMember => ({ ast, fields: literalFields(ast) }))
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

/** The names of the fields, starting with those that most members have. */
const listNames = (tagged: UnionTags["tagged"]): ReadonlyArray<PropertyKey> => {
  const counts = new Map<PropertyKey, number>()
  for (const { fields } of tagged) for (const name of fields.keys()) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Array.from(counts)
    .sort(([, left], [, right]) => right - left)
    .map(([name]) => name)
}

/** The first field that excludes all members of the union for an object; undefined if a member remains. */
export const findMismatch = (union: SchemaAST.Union, input: object): Mismatch | undefined => {
  const { tagged } = of(union)
  let left = tagged
  for (const name of listNames(tagged)) {
    const given: unknown = Object.hasOwn(input, name) ? Reflect.get(input, name) : undefined
    const meant = left.filter(({ fields }) => fields.get(name)?.some(({ literal }) => literal === given) ?? true)
    if (meant.length === 0) return { name, literals: listValues(left, name) }
    left = meant
  }
  return undefined
}
