import { CanonicalJson, PublicationFacts, Recent, type RowStore } from "@quire/core"
import { Effect, Layer, Option, Schema } from "effect"
import { PgSession } from "./PgSession.ts"
import * as PublicationSql from "./PublicationSql.ts"
import * as Rows from "./Rows.ts"

/** `kept`: memory for rows by the text that they were read from, as estimated here. */
export const limits = { kept: 33_554_432 } as const

const Found = Schema.Struct({
  organization: Schema.String,
  site: Schema.String,
  structure: Schema.String,
  adaptiveSchema: Schema.NullOr(Schema.String),
  publishingAuth: Schema.NullOr(Rows.StoredRow),
  shareLink: Schema.NullOr(Rows.StoredRow),
  customizations: Schema.String,
  spaces: Schema.String,
  revisions: Schema.String
})

const decodeFound = Rows.makeDecoder(Found)

const decodeRows = Rows.makeDecoder(Rows.StoredRow)

/** Bytes for each code unit of a text: the text itself, and the rows. */
const bytesPerUnit = 6

const overhead = 256

/** Parses texts of rows. The same text gives the same frozen rows while it is kept, so that they are decoded once. */
const makeReader = () => {
  const known = Recent.make<ReadonlyArray<RowStore.Row>>(limits.kept)
  return (text: string): Effect.Effect<ReadonlyArray<RowStore.Row>> => {
    const found = known.get(text)
    if (found !== undefined) return Effect.succeed(found)
    const parsed: unknown = JSON.parse(text)
    return Effect.map(decodeRows("PublicationFacts.find", Array.isArray(parsed) ? parsed : [parsed]), (rows) => {
      known.put(text, CanonicalJson.deepFreeze(rows), overhead + bytesPerUnit * text.length)
      return rows
    })
  }
}

const make = ({ query, schema }: typeof PgSession.Service): typeof PublicationFacts.PublicationFacts.Service => {
  const sql = PublicationSql.make(schema)
  const read = makeReader()
  const one = (text: string) => Effect.flatMap(read(text), (rows) => Rows.requireOne("PublicationFacts.find", rows))
  const ask = (locator: PublicationFacts.SiteLocator, link: string) => {
    switch (locator._tag) {
      case "Site":
        return query(sql.bySite, [link, locator.site])
      case "Path":
        return query(sql.byPath, [link, locator.organization, locator.basename])
      case "Hostname":
        return query(sql.byHostname, [link, locator.hostname])
    }
  }
  return {
    find: Effect.fnUntraced(function* (locator, link) {
      const [found] = yield* decodeFound("PublicationFacts.find", yield* ask(locator, link))
      if (found === undefined) return Option.none()
      return Option.some({
        organization: yield* one(found.organization),
        site: yield* one(found.site),
        structure: yield* one(found.structure),
        adaptiveSchema: found.adaptiveSchema === null ? Option.none() : Option.some(yield* one(found.adaptiveSchema)),
        publishingAuth: Option.fromNullishOr(found.publishingAuth),
        shareLink: Option.fromNullishOr(found.shareLink),
        customizations: yield* read(found.customizations),
        spaces: yield* read(found.spaces),
        revisions: yield* read(found.revisions)
      })
    })
  }
}

export const layer: Layer.Layer<PublicationFacts.PublicationFacts, never, PgSession> = Layer.effect(
  PublicationFacts.PublicationFacts,
  Effect.map(PgSession, make)
)
