import {
  ComputedAnswers,
  CustomHostname,
  Customization,
  Integration,
  IntegrationInstallation,
  OpenApiSpec,
  Organization,
  PlaceInstallation,
  Placement,
  PublishingAuth,
  Repository,
  Revision,
  SamlProvider,
  ShareLink,
  Site,
  SiteAdaptiveSchema,
  SiteStructure,
  Space
} from "@quire/core"
import * as PreviewSql from "./PreviewSql.ts"
import * as RowSql from "./RowSql.ts"
import { qualify } from "./SqlText.ts"

const shapes = {
  organizations: Repository.shapeOf(Organization.collection),
  placements: Repository.shapeOf(Placement.collection),
  sites: Repository.shapeOf(Site.collection),
  structures: Repository.shapeOf(SiteStructure.collection),
  schemas: Repository.shapeOf(SiteAdaptiveSchema.collection),
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

const noPreview: PreviewSql.PreviewSql = { columns: "", joins: "" }

type Shape = Parameters<typeof RowSql.asJson>[1]

export const make = (schema: string): PublicationSql => {
  const table = (shape: { readonly name: string }) => qualify(schema, shape.name)
  const json = (shape: Shape, alias: string) => RowSql.asJson(schema, shape, alias)
  const one = (shape: Shape, alias: string) => `(${json(shape, alias)})::text`
  const all = (shape: Shape, alias: string, from: string) =>
    `(select coalesce(json_agg(${json(shape, alias)} order by ${alias}."id"), '[]')::text from ${from})`
  const findWith = (where: string, preview: PreviewSql.PreviewSql) => `select
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
    preview: findWith(where, PreviewSql.make(schema, parameters + 1))
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
