import { Schema } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import { Hash } from "./ContentNode.ts"
import * as StoredValue from "./StoredValue.ts"

/** A reusable content as stored in its map under its id; without `document` it is empty. */
export const ReusableEntry = Schema.Struct({
  title: Schema.String,
  document: Schema.optionalKey(Hash)
})

export type Reusable = typeof ReusableEntry.Type & { readonly id: string }

const stored = StoredValue.make(ReusableEntry)

export const fromStored = (id: string, json: Json): Reusable => ({ id, ...stored.decode(json) })

export const toStored = (content: Reusable): Json => stored.encode(content)
