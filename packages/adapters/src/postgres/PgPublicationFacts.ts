import { PublicationFacts } from "@quire/core"
import { Effect, Layer, Option, Schema } from "effect"
import { PgSession } from "./PgSession.ts"
import * as PublicationSql from "./PublicationSql.ts"
import * as Rows from "./Rows.ts"

const Found = Schema.Struct({
  organization: Rows.StoredRow,
  site: Rows.StoredRow,
  structure: Rows.StoredRow,
  adaptiveSchema: Schema.NullOr(Rows.StoredRow),
  publishingAuth: Schema.NullOr(Rows.StoredRow),
  shareLink: Schema.NullOr(Rows.StoredRow),
  customizations: Schema.Array(Rows.StoredRow),
  spaces: Schema.Array(Rows.StoredRow),
  revisions: Schema.Array(Rows.StoredRow)
})

const decode = Rows.makeDecoder(Found)

const toRows = ({
  adaptiveSchema,
  publishingAuth,
  shareLink,
  ...found
}: typeof Found.Type): PublicationFacts.PublicationRows => ({
  ...found,
  adaptiveSchema: Option.fromNullishOr(adaptiveSchema),
  publishingAuth: Option.fromNullishOr(publishingAuth),
  shareLink: Option.fromNullishOr(shareLink)
})

const make = ({ query, schema }: typeof PgSession.Service): typeof PublicationFacts.PublicationFacts.Service => {
  const sql = PublicationSql.make(schema)
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
    find: (locator, link) =>
      Effect.flatMap(ask(locator, link), (rows) =>
        Effect.map(decode("PublicationFacts.find", rows), ([found]) => Option.map(Option.fromNullishOr(found), toRows))
      )
  }
}

export const layer: Layer.Layer<PublicationFacts.PublicationFacts, never, PgSession> = Layer.effect(
  PublicationFacts.PublicationFacts,
  Effect.map(PgSession, make)
)
