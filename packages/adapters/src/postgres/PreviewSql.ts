import { ChangeRequest, Grant, Member, Placement, Repository, Revision } from "@quire/core"
import * as RowSql from "./RowSql.ts"
import { qualify } from "./SqlText.ts"

const shapes = {
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
export const make = (schema: string, first: number): PreviewSql => {
  const [user, space, number] = [`$${first}::text`, `$${first + 1}::text`, `$${first + 2}::bigint`]
  const table = (shape: { readonly name: string }) => qualify(schema, shape.name)
  const placed = (alias: string) =>
    `${table(shapes.placements)} ${alias} where ${alias}."id" = i."id"
      or (${alias}."id" = any(t."spaces") and ${alias}."active")`
  const resources = `select jsonb_array_elements_text(jsonb_path_query_array(y."doc", '$.accessChain[*][*]'))
    from ${placed("y")}`
  const readers = `array['user:' || ${user}] || array(select 'team:' || team from unnest(m."teams") team)`
  const all = (shape: Parameters<typeof RowSql.asJson>[1], alias: string, from: string) =>
    `(select coalesce(json_agg(${RowSql.asJson(schema, shape, alias)} order by ${alias}."id"), '[]') from ${from})`
  return {
    columns: `,
    ${RowSql.asJson(schema, shapes.members, "m")} as "member",
    ${RowSql.asJson(schema, shapes.requests, "e")} as "changeRequest",
    ${RowSql.asJson(schema, shapes.revisions, "d")} as "head",
    ${all(shapes.placements, "x", placed("x"))} as "placements",
    ${all(
      shapes.grants,
      "g",
      `${table(shapes.grants)} g where g."resource" in (${resources}) and g."reader" = any(${readers})`
    )} as "grants"`,
    joins: `
    left join ${table(shapes.members)} m on m."id" = o."id" || '.' || ${user}
    left join ${table(shapes.requests)} e on e."space" = ${space} and e."number" = ${number}
    left join ${table(shapes.revisions)} d on d."id" = e."doc"->>'revision'`
  }
}
