import { Schema } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"

/** Codec of a value in a map of the content tree. Both directions throw if the schema rejects the value: a defect. */
export interface StoredValue<A> {
  readonly encode: (value: A) => Json
  /** The result is immutable, and decoded once per JSON object in memory. */
  readonly decode: (json: Json) => A
}

export const make = <A, I extends Json>(schema: Schema.Codec<A, I>): StoredValue<A> => {
  const decode = Schema.decodeUnknownSync(schema)
  const known = new WeakMap<object, A>()
  return {
    encode: Schema.encodeSync(schema),
    decode: (json) => {
      if (typeof json !== "object" || json === null) return decode(json)
      const found = known.get(json)
      if (found !== undefined) return found
      const value = CanonicalJson.deepFreeze(decode(json))
      known.set(json, value)
      return value
    }
  }
}
