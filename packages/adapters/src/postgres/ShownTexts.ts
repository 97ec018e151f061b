import { Recent, type SearchIndex } from "@quire/core"
import { Effect, Schema } from "effect"
import * as PackedText from "./PackedText.ts"
import type { PgSession } from "./PgSession.ts"
import * as Rows from "./Rows.ts"
import * as SearchSql from "./SearchSql.ts"

/** The location of a section, and the digest of the text that it shows. */
export interface ShownSection {
  readonly space: string
  readonly page: string
  readonly ordinal: number
  readonly digest: string
}

export const limits = {
  /** Estimated memory. */
  bytes: 16_777_216
} as const

/** Estimated overhead of a cached text in bytes. */
const overhead = 256

const keyOf = ({ digest, space }: Pick<ShownSection, "space" | "digest">) => `${space}/${digest}`

const decodePacked = Rows.makeDecoder(
  Schema.Struct({
    space: Schema.String,
    digest: Schema.String,
    words: Schema.String,
    shown: Schema.Uint8Array
  })
)

const decodeShown = Rows.makeDecoder(
  Schema.fromJsonString(
    Schema.Struct({ title: Schema.String, text: Schema.String, heading: Schema.optionalKey(Schema.Int) })
  )
)

/**
 * A cache of the texts that sections show, by space and digest; misses are fetched in one statement. A text that has
 * changed since its digest was read is absent.
 */
export const make = ({ query, schema }: typeof PgSession.Service, bytes: number = limits.bytes) => {
  const remembered = Recent.make<SearchIndex.HitContent>(bytes)
  const statement = SearchSql.selectTexts(schema)

  const ask = (wanted: ReadonlyArray<ShownSection>) => {
    const columns = [wanted.map(({ space }) => space), wanted.map(({ page }) => page), wanted.map((at) => at.ordinal)]
    return Effect.gen(function* () {
      const rows = yield* decodePacked("SearchIndex.texts", yield* query(statement, columns, "replica"))
      const texts = rows.map(({ shown, words }) => PackedText.unpack(shown, words))
      const shown = yield* decodeShown("SearchIndex.texts", texts)
      return rows.flatMap(({ digest, space }, at) => {
        const text = shown[at]
        return text === undefined ? [] : [{ space, digest, shown: text }]
      })
    })
  }

  /** Loads the texts of some sections; returns a lookup among them. */
  return Effect.fnUntraced(function* (sections: ReadonlyArray<ShownSection>) {
    const found = new Map<string, SearchIndex.HitContent>()
    const missing = new Map<string, ShownSection>()
    for (const section of sections) {
      const key = keyOf(section)
      const known = remembered.get(key)
      if (known === undefined) missing.set(key, section)
      else found.set(key, known)
    }
    for (const { digest, shown, space } of missing.size === 0 ? [] : yield* ask([...missing.values()])) {
      const key = keyOf({ space, digest })
      found.set(key, shown)
      remembered.put(key, shown, overhead + 2 * (shown.title.length + shown.text.length))
    }
    return (section: ShownSection) => found.get(keyOf(section))
  })
}
