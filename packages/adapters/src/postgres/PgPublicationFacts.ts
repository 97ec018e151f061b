import { CanonicalJson, PublicationFacts, Recent, SamlProvider } from "@quire/core"
import { Effect, Layer, Option, Schema } from "effect"
import { PgSession } from "./PgSession.ts"
import * as PublicationSql from "./PublicationSql.ts"
import * as Rows from "./Rows.ts"

/** `kept`: estimated memory for the cache of rows by the text from which they were parsed. */
export const limits = { kept: 33_554_432 } as const

const PublicationRow = Schema.Struct({
  organization: Schema.String,
  site: Schema.String,
  structure: Schema.String,
  adaptiveSchema: Schema.NullOr(Schema.String),
  publishingAuth: Schema.NullOr(Rows.StoredRow),
  providerType: Schema.NullOr(SamlProvider.Type),
  shareLink: Schema.NullOr(Rows.StoredRow),
  customizations: Schema.String,
  spaces: Schema.String,
  revisions: Schema.String,
  specs: Schema.String,
  answers: Schema.String,
  blockSources: Schema.String
})

const Preview = Schema.Struct({
  member: Schema.NullOr(Rows.StoredRow),
  changeRequest: Schema.NullOr(Rows.StoredRow),
  head: Schema.NullOr(Rows.StoredRow),
  placements: Schema.Array(Rows.StoredRow),
  grants: Schema.Array(Rows.StoredRow)
})

const decodePreview = Rows.makeDecoder(Preview)

const previewOf = ({ changeRequest, grants, head, member, placements }: typeof Preview.Type) => ({
  member: Option.fromNullishOr(member),
  changeRequest: Option.fromNullishOr(changeRequest),
  head: Option.fromNullishOr(head),
  placements,
  grants
})

const decodeFound = Rows.makeDecoder(PublicationRow)

const SpecVersion = Schema.Tuple([Schema.String, Schema.String])

const BlockSource = Schema.Tuple([
  Schema.String,
  Schema.String,
  Schema.Int,
  Schema.Int,
  Schema.Array(Schema.Tuple([Schema.String, Schema.Int, Schema.String]))
])

/** Bytes for each code unit of a text: the text itself, and the rows. */
const bytesPerUnit = 6

const overhead = 256

/**
 * Parses texts of rows. The same text returns the same frozen rows while it is cached, so that they are decoded once.
 */
const makeReader = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Rows.makeDecoder(schema)
  const known = Recent.make<ReadonlyArray<A>>(limits.kept)
  return (text: string): Effect.Effect<ReadonlyArray<A>> => {
    const found = known.get(text)
    if (found !== undefined) return Effect.succeed(found)
    const parsed: unknown = JSON.parse(text)
    return Effect.map(decode("PublicationFacts.find", Array.isArray(parsed) ? parsed : [parsed]), (rows) => {
      known.put(text, CanonicalJson.deepFreeze(rows), overhead + bytesPerUnit * text.length)
      return rows
    })
  }
}

const make = ({ query, schema }: typeof PgSession.Service): typeof PublicationFacts.PublicationFacts.Service => {
  const sql = PublicationSql.make(schema)
  const read = makeReader(Rows.StoredRow)
  const readSpecs = makeReader(SpecVersion)
  const readSources = makeReader(BlockSource)
  const one = (text: string) => Effect.flatMap(read(text), (rows) => Rows.requireOne("PublicationFacts.find", rows))
  const statementOf = (locator: PublicationFacts.SiteLocator) => {
    switch (locator._tag) {
      case "Site":
        return { find: sql.bySite, named: [locator.site] }
      case "Path":
        return { find: sql.byPath, named: [locator.organization, locator.basename] }
      case "Hostname":
        return { find: sql.byHostname, named: [locator.hostname] }
    }
  }
  /**
   * Permissions of members and links of sites are read from the primary; content may be read from a lagging replica
   * (rule replica-late).
   */
  const ask = (locator: PublicationFacts.SiteLocator, link: string, preview?: PublicationFacts.PreviewRequest) => {
    const { find, named } = statementOf(locator)
    if (preview === undefined) return query(find.plain, [link, ...named], link === "" ? "late" : "primary")
    const { changeRequest = { space: "", number: 0 }, person } = preview
    return query(find.preview, [link, ...named, person, changeRequest.space, changeRequest.number], "primary")
  }
  return {
    find: Effect.fnUntraced(function* (locator, link, asked) {
      const rows = yield* ask(locator, link, asked)
      const [found] = yield* decodeFound("PublicationFacts.find", rows)
      if (found === undefined) return Option.none()
      const [preview] = asked === undefined ? [] : yield* decodePreview("PublicationFacts.find", rows)
      return Option.some({
        organization: yield* one(found.organization),
        site: yield* one(found.site),
        structure: yield* one(found.structure),
        adaptiveSchema: found.adaptiveSchema === null ? Option.none() : Option.some(yield* one(found.adaptiveSchema)),
        publishingAuth: Option.fromNullishOr(found.publishingAuth),
        providerType: found.providerType,
        shareLink: Option.fromNullishOr(found.shareLink),
        customizations: yield* read(found.customizations),
        spaces: yield* read(found.spaces),
        revisions: yield* read(found.revisions),
        specs: yield* readSpecs(found.specs),
        answers: yield* readSpecs(found.answers),
        blockSources: yield* readSources(found.blockSources),
        preview: Option.map(Option.fromNullishOr(preview), previewOf)
      })
    })
  }
}

export const layer: Layer.Layer<PublicationFacts.PublicationFacts, never, PgSession> = Layer.effect(
  PublicationFacts.PublicationFacts,
  Effect.map(PgSession, make)
)
