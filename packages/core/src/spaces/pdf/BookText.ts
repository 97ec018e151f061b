import { Effect } from "effect"
import * as SlicedJson from "../../foundation/scheduling/SlicedJson.ts"
import type { Book } from "./Book.ts"

/** A book as JSON; the same for the same book. */
export const write: (book: Book) => Effect.Effect<string> = SlicedJson.encode

export const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text)

export const encode = (book: Book): Effect.Effect<Uint8Array> => Effect.map(write(book), toBytes)

/** The book of a text that `write` made, in UTF-8. Of hundreds of pages that takes a while, during which nobody has a turn. */
export const decode = (bytes: Uint8Array): Book => JSON.parse(new TextDecoder().decode(bytes))
