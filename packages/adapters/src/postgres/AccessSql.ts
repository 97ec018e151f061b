import {
  type AccessFacts,
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
import * as FilterSql from "./FilterSql.ts"
import * as RowSql from "./RowSql.ts"
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

export const make = (schema: string): AccessSql => {
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
    readable: { asc: pageOf("asc", "> $4"), desc: pageOf("desc", `< coalesce(nullif($4, ''), '${afterEveryId}')`) },
    countReadable: `select count(*) as "count" from (
      select distinct found.placement from ${ofKey("$4")} limit $4
    ) counted`,
    countInSpaces
  }
}
