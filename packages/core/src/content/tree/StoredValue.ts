import { Schema } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"

/** How a value stands in a map of the content tree. Both ways throw on what the schema refuses: a defect. */
export interface StoredValue<A> {
  readonly encode: (value: A) => Json
  /** Immutable; decoded once for each value that a node in memory holds. */
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
