import {
  AdaptiveSchema,
  CanonicalJson,
  ChangeRequest,
  ComputedAnswers,
  CustomHostname,
  Customization,
  Grant,
  Integration,
  IntegrationInstallation,
  Member,
  OpenApiSpec,
  Organization,
  PlaceInstallation,
  Placement,
  PublicationFacts,
  PublishingAuth,
  Recent,
  Repository,
  Revision,
  SamlProvider,
  ShareLink,
  Site,
  SiteStructure,
  Space
} from "@quire/core"
import { Effect, Layer, Option, Schema } from "effect"
import { PgSession } from "./PgSession.ts"
import * as RowSql from "./RowSql.ts"
import * as Rows from "./Rows.ts"
import { qualify } from "./SqlText.ts"

const previewShapes = {
  placements: Repository.shapeOf(Placement.collection),
  members: Repository.shapeOf(Member.collection),
  grants: Repository.shapeOf(Grant.collection),
  requests: Repository.shapeOf(ChangeRequest.collection),
  revisions: Repository.shapeOf(Revision.collection)
}

/** Additional SQL of a statement about the site `i` with the structure `t`, for a user who previews the site. */
export interface PreviewSql {
  readonly columns: string
  readonly joins: string
}

/** The parameters from `first` on: a user, and the space and number of a change request, or `""` and 0. */
export const makePreviewSql = (schema: string, first: number): PreviewSql => {
  const [user, space, number] = [`$${first}::text`, `$${first + 1}::text`, `$${first + 2}::bigint`]
  const table = (shape: { readonly name: string }) => qualify(schema, shape.name)
  const placed = (alias: string) =>
    `${table(previewShapes.placements)} ${alias} where ${alias}."id" = i."id"
      or (${alias}."id" = any(t."spaces") and ${alias}."active")`
  const resources = `select jsonb_array_elements_text(jsonb_path_query_array(y."doc", '$.accessChain[*][*]'))
    from ${placed("y")}`
  const readers = `array['user:' || ${user}] || array(select 'team:' || team from unnest(m."teams") team)`
  const all = (shape: Parameters<typeof RowSql.asJson>[1], alias: string, from: string) =>
    `(select coalesce(json_agg(${RowSql.asJson(schema, shape, alias)} order by ${alias}."id"), '[]') from ${from})`
  return {
    columns: `,
    ${RowSql.asJson(schema, previewShapes.members, "m")} as "member",
    ${RowSql.asJson(schema, previewShapes.requests, "e")} as "changeRequest",
    ${RowSql.asJson(schema, previewShapes.revisions, "d")} as "head",
    ${all(previewShapes.placements, "x", placed("x"))} as "placements",
    ${all(
      previewShapes.grants,
      "g",
      `${table(previewShapes.grants)} g where g."resource" in (${resources}) and g."reader" = any(${readers})`
    )} as "grants"`,
    joins: `
    left join ${table(previewShapes.members)} m on m."id" = o."id" || '.' || ${user}
    left join ${table(previewShapes.requests)} e on e."space" = ${space} and e."number" = ${number}
    left join ${table(previewShapes.revisions)} d on d."id" = e."doc"->>'revision'`
  }
}

const shapes = {
  organizations: Repository.shapeOf(Organization.collection),
  placements: Repository.shapeOf(Placement.collection),
  sites: Repository.shapeOf(Site.collection),
  structures: Repository.shapeOf(SiteStructure.collection),
  schemas: Repository.shapeOf(AdaptiveSchema.collection),
  auths: Repository.shapeOf(PublishingAuth.collection),
  providers: Repository.shapeOf(SamlProvider.collection),
  links: Repository.shapeOf(ShareLink.collection),
  hostnames: Repository.shapeOf(CustomHostname.collection),
  customizations: Repository.shapeOf(Customization.collection),
  spaces: Repository.shapeOf(Space.collection),
  revisions: Repository.shapeOf(Revision.collection),
  specs: Repository.shapeOf(OpenApiSpec.collection),
  answers: Repository.shapeOf(ComputedAnswers.collection),
  integrations: Repository.shapeOf(Integration.collection),
  installations: Repository.shapeOf(IntegrationInstallation.collection),
  placeInstallations: Repository.shapeOf(PlaceInstallation.collection)
}

/** A statement, and a variant with the additional columns of a preview, whose parameters follow (`PreviewSql`). */
export interface Find {
  readonly plain: string
  readonly preview: string
}

/**
 * The statements behind `PublicationFacts`. Parts of a row that are the same for all readers are returned as JSON text.
 * `$1` is the ID of a share link, the digest of its key, or `""`.
 */
export interface PublicationSql {
  /** `$2`: id of the site. */
  readonly bySite: Find
  /** `$2`: hostname or id of the organization, `$3`: basename. */
  readonly byPath: Find
  /** `$2`: a verified hostname of the site. */
  readonly byHostname: Find
}

const noPreview: PreviewSql = { columns: "", joins: "" }

type Shape = Parameters<typeof RowSql.asJson>[1]

export const makeSql = (schema: string): PublicationSql => {
  const table = (shape: { readonly name: string }) => qualify(schema, shape.name)
  const json = (shape: Shape, alias: string) => RowSql.asJson(schema, shape, alias)
  const one = (shape: Shape, alias: string) => `(${json(shape, alias)})::text`
  const all = (shape: Shape, alias: string, from: string) =>
    `(select coalesce(json_agg(${json(shape, alias)} order by ${alias}."id"), '[]')::text from ${from})`
  const findWith = (where: string, preview: PreviewSql) => `select
    ${one(shapes.organizations, "o")} as "organization",
    ${one(shapes.sites, "i")} as "site",
    ${one(shapes.structures, "t")} as "structure",
    ${one(shapes.schemas, "a")} as "adaptiveSchema",
    ${json(shapes.auths, "u")} as "publishingAuth",
    (select case when v."doc"->'oidc' is null then 'saml' else 'oidc' end from ${table(shapes.providers)} v
      where v."id" = u."doc"->>'provider' and v."organization" = i."organization" and v."usable") as "providerType",
    ${json(shapes.links, "l")} as "shareLink",
    ${all(
      shapes.customizations,
      "c",
      `${table(shapes.customizations)} c where c."organization" = i."organization" and c."site" = i."id"`
    )} as "customizations",
    ${all(
      shapes.spaces,
      "s",
      `${table(shapes.spaces)} s join ${table(shapes.placements)} p on p."id" = s."id" and p."active"
        where s."id" = any(t."spaces")`
    )} as "spaces",
    ${all(
      shapes.revisions,
      "r",
      `${table(shapes.revisions)} r join ${table(shapes.spaces)} h on h."revision" = r."id"
        join ${table(shapes.placements)} q on q."id" = h."id" and q."active"
        where h."id" = any(t."spaces")`
    )} as "revisions",
    (select coalesce(json_agg(json_build_array(e."slug", e."doc"->>'lastVersion') order by e."id"), '[]')::text
      from ${table(shapes.specs)} e
      where e."organization" = i."organization" and e."doc"->>'lastVersion' is not null) as "specs",
    (select coalesce(json_agg(json_build_array(x."value"->>'key', x."value"->>'answer') order by w."id", x."ordinality"),
      '[]')::text
      from ${table(shapes.answers)} w, jsonb_array_elements(w."doc"->'answers') with ordinality x
      where w."id" = any(t."spaces") and x."value"->>'answer' is not null) as "answers",
    (select coalesce(json_agg(json_build_array(g."id", n."id", g."version", n."version", (
        select coalesce(json_agg(json_build_array(x."id", x."version", x."doc"->>'createdAt') order by x."id"), '[]')
        from ${table(shapes.placeInstallations)} x
        where x."id" in (select n."id" || '.' || y from unnest(t."spaces") y)
      )) order by n."id"), '[]')::text
      from ${table(shapes.installations)} n
      join ${table(shapes.integrations)} g on g."id" = n."integration" and g."published" and g."hasBlocks"
      where n."organization" = i."organization") as "blockSources"${preview.columns}
    from ${table(shapes.sites)} i
    join ${table(shapes.organizations)} o on o."id" = i."organization"
    join ${table(shapes.structures)} t on t."id" = i."id"
    left join ${table(shapes.schemas)} a on a."id" = i."id"
    left join ${table(shapes.auths)} u on u."id" = i."id"
    left join ${table(shapes.links)} l on l."digest" = $1 or l."id" = $1${preview.joins}
    where ${where}`
  const find = (where: string, parameters: number): Find => ({
    plain: findWith(where, noPreview),
    preview: findWith(where, makePreviewSql(schema, parameters + 1))
  })
  return {
    bySite: find(`i."id" = $2`, 2),
    byPath: find(
      `i."basename" = $3 and i."organization" in (
      select h."id" from ${table(shapes.organizations)} h
      where h."id" = $2 or (h."hostname" = $2 and h."hasHostname" = true)
    )`,
      3
    ),
    byHostname: find(
      `i."id" = (
      select n."site" from ${table(shapes.hostnames)} n where n."hostname" = $2 and n."verified" = true
    )`,
      2
    )
  }
}

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
  const sql = makeSql(schema)
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
