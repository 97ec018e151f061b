import {
  AccessFacts,
  ApiToken,
  Collection,
  Grant,
  Member,
  Organization,
  Placement,
  Repository,
  Site,
  Space,
  User
} from "@quire/core"
import { Effect, Layer, Option, Schema } from "effect"
import * as FilterSql from "./FilterSql.ts"
import { PgSession } from "./PgSession.ts"
import * as RowSql from "./RowSql.ts"
import * as Rows from "./Rows.ts"
import type * as SqlText from "./SqlText.ts"
import { makeParameters, qualify } from "./SqlText.ts"
import { makeSteps, type StatementSteps } from "./session/Statement.ts"

const shapes = {
  tokens: Repository.shapeOf(ApiToken.collection),
  users: Repository.shapeOf(User.collection),
  organizations: Repository.shapeOf(Organization.collection),
  placements: Repository.shapeOf(Placement.collection),
  members: Repository.shapeOf(Member.collection),
  grants: Repository.shapeOf(Grant.collection),
  spaces: Repository.shapeOf(Space.collection),
  collections: Repository.shapeOf(Collection.collection),
  sites: Repository.shapeOf(Site.collection)
}

/** The statements behind `AccessFacts`; `facts` and `credential` read everything in one round trip. */
export interface AccessSql {
  /** `$1`: user, `$2`: organization or null, `$3` and `$4`: kind and id of a placement or null. */
  readonly facts: string
  /** Like `facts`, with `$1` the digest of a token. */
  readonly credential: string
  /** `$1`: readers, `$2`: resources. */
  readonly grants: string
  /** `$1` to `$4`: organization, kind, placement and key of each reader; `$5` and `$6`: kinds and placements. */
  readonly setReaders: StatementSteps
  /** `$1` to `$4`: organization, kind, placement and keys. For one placement, an index is always cheaper than a scan. */
  readonly setReadersOfOne: StatementSteps
  /** `$1`: organization, `$2`: kind, `$3`: keys, `$4`: the last id seen, `$5`: limit. */
  readonly readable: { readonly asc: string; readonly desc: string }
  /** Like `readable` without the last id: `$4` is the cap. */
  readonly countReadable: string
  /** Counts rows of the readable spaces; without keys, of all spaces that are not deleted. */
  readonly countInSpaces: (
    organization: string,
    rows: AccessFacts.SpaceRows,
    keys: ReadonlyArray<string> | undefined,
    cap?: number
  ) => SqlText.Statement
}

/** The resources that may grant access to the placement `p`: the groups of its chain, flattened. */
const grantingResources = `array(select jsonb_array_elements_text(jsonb_path_query_array(p."doc", '$.accessChain[*][*]')))`

const readersOf = `array['user:' || u."id"] || array(select 'team:' || team from unnest(m."teams") team)`

/** Sorts after every id. */
const afterEveryId = "~"

export const makeSql = (schema: string): AccessSql => {
  const table = (shape: { readonly name: string }) => qualify(schema, shape.name)
  const readers = qualify(schema, "placement_readers")
  const granted = `(
    select coalesce(json_agg(${RowSql.asJson(schema, shapes.grants, "g")} order by g."id"), '[]')
    from ${table(shapes.grants)} g where g."resource" = any(${grantingResources}) and g."reader" = any(${readersOf})
  )`
  const facts = `
    ${RowSql.asJson(schema, shapes.organizations, "o")} as "organization",
    ${RowSql.asJson(schema, shapes.placements, "p")} as "placement",
    ${RowSql.asJson(schema, shapes.members, "m")} as "member",
    ${granted} as "grants",
    coalesce(
      ${RowSql.asJson(schema, shapes.spaces, "s")},
      ${RowSql.asJson(schema, shapes.collections, "c")},
      ${RowSql.asJson(schema, shapes.sites, "i")}
    ) as "subject"`
  const target = `
    left join ${table(shapes.placements)} p on p."kind" = $3 and p."id" = $4
    left join ${table(shapes.organizations)} o on o."id" = coalesce(p."organization", $2)
    left join ${table(shapes.spaces)} s on p."kind" = 'space' and s."id" = p."id"
    left join ${table(shapes.collections)} c on p."kind" = 'collection' and c."id" = p."id"
    left join ${table(shapes.sites)} i on p."kind" = 'site' and i."id" = p."id"
    left join ${table(shapes.members)} m on m."id" = o."id" || '.' || u."id"`
  const ofKey = (limit: string, after = "", direction = "asc") => `unnest($3::text[]) as k(key) cross join lateral (
    select r.placement from ${readers} r
    where r.organization = $1 and r.kind = $2 and r.key = k.key${after} order by r.placement ${direction} limit ${limit}
  ) found`
  const pageOf = (direction: "asc" | "desc", after: string) =>
    `select ${RowSql.columns(schema, shapes.placements)}
      from (
        select distinct found.placement from ${ofKey("$5", ` and r.placement ${after}`, direction)}
        order by 1 ${direction} limit $5
      ) page join ${table(shapes.placements)} t on t."id" = page.placement order by t."id" ${direction}`
  const countInSpaces: AccessSql["countInSpaces"] = (organization, { filter, index, shape }, keys, cap) => {
    const parameters = makeParameters()
    const where = `"organization" = ${parameters.add(organization)} and "kind" = 'space'`
    const spaces =
      keys === undefined
        ? `select "id" from ${table(shapes.placements)} where ${where} and "active"`
        : `select "placement" from ${readers} where ${where} and "key" = any(${parameters.add(keys)}::text[])`
    const space = `${FilterSql.columnSql("space")} in (${spaces})`
    const selection = FilterSql.selectionClause({ shape, parameters }, index, filter, { space })
    const limit = cap === undefined ? "" : ` limit ${parameters.add(cap)}`
    return {
      text: `select count(*) as "count" from (select 1 from ${table(shape)} t${selection}${limit}) counted`,
      params: parameters.values
    }
  }
  return {
    facts: `select ${facts} from (select $1::text as "id") u ${target}`,
    credential: `select ${RowSql.asJson(schema, shapes.tokens, "t")} as "token",
      ${RowSql.asJson(schema, shapes.users, "u")} as "user", ${facts}
      from ${table(shapes.tokens)} t join ${table(shapes.users)} u on u."id" = t."user" ${target}
      where t."digest" = $1`,
    grants: `select ${RowSql.columns(schema, shapes.grants)} from ${table(shapes.grants)} t
      where t."resource" = any($2::text[]) and t."reader" = any($1::text[]) order by t."id"`,
    setReaders: makeSteps(
      [
        `#given as materialized (
          select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as g(organization, kind, placement, key)
        )`,
        `#gone as (
          delete from ${readers} r using unnest($5::text[], $6::text[]) as n(kind, placement)
          where r.kind = n.kind and r.placement = n.placement and not exists (
            select from #given g
            where g.organization = r.organization and g.kind = r.kind and g.placement = r.placement and g.key = r.key
          )
        )`
      ],
      `insert into ${readers} (organization, kind, key, placement)
      select organization, kind, key, placement from #given order by organization, kind, key, placement
      on conflict do nothing`
    ),
    setReadersOfOne: makeSteps(
      [
        `#gone as (
          delete from ${readers} r where r.kind = $2 and r.placement = $3
            and (r.organization <> $1 or r.key <> all($4::text[]))
        )`
      ],
      `insert into ${readers} (organization, kind, key, placement)
      select $1, $2, key, $3 from unnest($4::text[]) key order by key
      on conflict do nothing`
    ),
    readable: { asc: pageOf("asc", "> $4"), desc: pageOf("desc", `< coalesce(nullif($4, ''), '${afterEveryId}')`) },
    countReadable: `select count(*) as "count" from (
      select distinct found.placement from ${ofKey("$4")} limit $4
    ) counted`,
    countInSpaces
  }
}

const Facts = Schema.Struct({
  organization: Schema.NullOr(Rows.StoredRow),
  placement: Schema.NullOr(Rows.StoredRow),
  member: Schema.NullOr(Rows.StoredRow),
  grants: Schema.Array(Rows.StoredRow),
  subject: Schema.NullOr(Rows.StoredRow)
})

const Credential = Schema.Struct({ token: Rows.StoredRow, user: Rows.StoredRow, ...Facts.fields })

const decodeFacts = Rows.makeDecoder(Facts)
const decodeCredential = Rows.makeDecoder(Credential)
const decodeRows = Rows.makeDecoder(Rows.StoredRow)
const decodeCount = Rows.makeDecoder(Rows.Count)

const factsOf = ({ organization, placement, member, grants, subject }: typeof Facts.Type): AccessFacts.FactRows => ({
  organization: Option.fromNullishOr(organization),
  placement: Option.fromNullishOr(placement),
  member: Option.fromNullishOr(member),
  grants,
  subject: Option.fromNullishOr(subject)
})

const credentialOf = (found: typeof Credential.Type): AccessFacts.CredentialRows => ({
  token: found.token,
  user: found.user,
  ...factsOf(found)
})

/** Organization, kind and id: the parameters of a target. */
const targetParameters = (target: AccessFacts.Target): ReadonlyArray<string | null> => {
  if (target._tag === "Nothing") return [null, null, null]
  return target._tag === "Organization" ? [target.id, null, null] : [null, target.kind, target.id]
}

/** The last entry of each placement, as the parameters of `setReaders`. */
const readerParameters = (entries: ReadonlyArray<AccessFacts.ReaderEntry>): ReadonlyArray<ReadonlyArray<string>> => {
  const latest = [...new Map(entries.map((entry) => [`${entry.kind}/${entry.placement}`, entry])).values()]
  const keys = latest.flatMap((entry) => entry.keys.map((key) => ({ ...entry, key })))
  return [
    keys.map(({ organization }) => organization),
    keys.map(({ kind }) => kind),
    keys.map(({ placement }) => placement),
    keys.map(({ key }) => key),
    latest.map(({ kind }) => kind),
    latest.map(({ placement }) => placement)
  ]
}

const make = ({ query, schema }: typeof PgSession.Service): typeof AccessFacts.AccessFacts.Service => {
  const sql = makeSql(schema)
  const counted = Effect.fnUntraced(function* (operation: string, { params, text }: SqlText.Statement) {
    const rows = yield* decodeCount(operation, yield* query(text, params, "primary"))
    return (yield* Rows.requireOne(operation, rows)).count
  })
  return {
    of: (user, target) =>
      Effect.flatMap(query(sql.facts, [user, ...targetParameters(target)], "primary"), (rows) =>
        Effect.flatMap(decodeFacts("AccessFacts.of", rows), (found) =>
          Effect.map(Rows.requireOne("AccessFacts.of", found), factsOf)
        )
      ),
    ofCredential: (digest, target) =>
      Effect.flatMap(query(sql.credential, [digest, ...targetParameters(target)], "primary"), (rows) =>
        Effect.map(decodeCredential("AccessFacts.ofCredential", rows), ([found]) =>
          Option.map(Option.fromNullishOr(found), credentialOf)
        )
      ),
    grants: (user, teams, resources) =>
      Effect.flatMap(
        query(sql.grants, [[`user:${user}`, ...teams.map((team) => `team:${team}`)], resources], "primary"),
        (rows) => decodeRows("AccessFacts.grants", rows)
      ),
    setReaders: (entries) => {
      const [first, second] = entries
      if (first === undefined) return Effect.void
      if (second !== undefined) return Effect.asVoid(query(sql.setReaders, readerParameters(entries)))
      const { keys, kind, organization, placement } = first
      return Effect.asVoid(query(sql.setReadersOfOne, [organization, kind, placement, keys]))
    },
    readable: (organization, kind, keys, { after, direction = "asc", limit }) =>
      Effect.flatMap(query(sql.readable[direction], [organization, kind, keys, after, limit], "primary"), (rows) =>
        decodeRows("AccessFacts.readable", rows)
      ),
    countReadable: (organization, kind, keys, cap) =>
      counted("AccessFacts.countReadable", { text: sql.countReadable, params: [organization, kind, keys, cap] }),
    countInSpaces: (organization, rows, keys, cap) =>
      Effect.suspend(() => counted("AccessFacts.countInSpaces", sql.countInSpaces(organization, rows, keys, cap)))
  }
}

/** `AccessFacts` on the tables of the nouns involved, and on a table with one row per placement and reader. */
export const layer: Layer.Layer<AccessFacts.AccessFacts, never, PgSession> = Layer.effect(
  AccessFacts.AccessFacts,
  Effect.map(PgSession, make)
)
