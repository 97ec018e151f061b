import { ExactJson } from "@quire/core"

/** The members that have a value; undefined members are omitted. */
export const definedFields = <A extends object>(fields: A): { [K in keyof A]?: Exclude<A[K], undefined> } & {} => {
  const present: { [K in keyof A]?: Exclude<A[K], undefined> } = {}
  for (const key in fields) {
    const value = fields[key]
    if (isPresent(value)) present[key] = value
  }
  return present
}

const isPresent = <V>(value: V): value is Exclude<V, undefined> => value !== undefined

/** A value of a description that has not been validated. */
export type Raw = unknown

/** An object of a description. Only own properties are read, because property names are untrusted. */
export type RawRecord = { readonly [key: string]: unknown }

/** Location of a value. */
export interface At {
  readonly parent: At | undefined
  readonly key: string
}

export const isRecord = (value: Raw): value is RawRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactJson.Literal)

export const get = (value: Raw, key: string): Raw =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined

/** A truth value; undefined for anything else. */
export const truth = (value: Raw): boolean | undefined => {
  if (value instanceof ExactJson.Literal) return value.json === "true" || (value.json === "false" ? false : undefined)
  return typeof value === "boolean" ? value : undefined
}

/** A flag that is only kept when it is `true`, such as `required: true`. */
export const flag = (value: Raw): true | undefined => (truth(value) === true ? true : undefined)

export const list = (value: Raw): ReadonlyArray<Raw> => (Array.isArray(value) ? value : [])

export const below = (parent: At | undefined, key: string | number): At => ({ parent, key: String(key) })

/** As in `paths./pets.get`. */
export const printAt = (at: At | undefined): string => {
  const keys: Array<string> = []
  for (let each = at; each !== undefined; each = each.parent) keys.unshift(each.key)
  return keys.join(".")
}

/** All entries of an object whose names are arbitrary. */
export const entries = (value: Raw): ReadonlyArray<readonly [string, Raw]> =>
  isRecord(value) ? Object.entries(value) : []

/** The members of an object, but for extensions. */
export const members = (value: Raw): ReadonlyArray<readonly [string, Raw]> =>
  entries(value).filter(([key]) => !key.startsWith("x-"))

const index = /^\d+$/

/** The value in an object or list at a segment of a JSON pointer. */
export const step = (value: Raw, segment: string): Raw => {
  if (!Array.isArray(value)) return get(value, segment)
  const item: unknown = index.test(segment) ? value[Number(segment)] : undefined
  return item
}
