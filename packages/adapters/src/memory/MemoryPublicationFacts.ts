import {
  AdaptiveSchema,
  ChangeRequest,
  CodePoint,
  ComputedAnswers,
  CustomHostname,
  Customization,
  Integration,
  IntegrationInstallation,
  Member,
  OpenApiSpec,
  Organization,
  PlaceInstallation,
  Placement,
  PublicationFacts,
  PublishingAuth,
  Revision,
  type RowStore,
  SamlProvider,
  ShareLink,
  Site,
  SiteStructure,
  Space
} from "@quire/core"
import { Effect, HashMap, Layer, Option, Schema } from "effect"
import * as AccessRows from "./AccessRows.ts"
import { MemoryStore } from "./MemoryStore.ts"
import * as OrderedRows from "./OrderedRows.ts"
import type { Tables } from "./References.ts"
import * as Table from "./Table.ts"

/** Number of sites that are cached as long as no write occurs. */
export const limits = { remembered: 1_000 } as const

interface Named {
  readonly name: string
}

type Find = (collection: Named) => Table.Table | undefined

const finder =
  (tables: Tables): Find =>
  ({ name }) =>
    Option.getOrUndefined(HashMap.get(tables, name))

const rowIn = (table: Table.Table | undefined, id: string): Table.StoredRow | undefined =>
  table === undefined ? undefined : Table.get(table, id)

const rowBy = (table: Table.Table | undefined, unique: string, values: ReadonlyArray<string | number>) => {
  const id = table === undefined ? Option.none() : HashMap.get(table.keys, Table.keyOf(unique, values))
  return Option.isSome(id) ? rowIn(table, id.value) : undefined
}

const textOf = (row: Table.StoredRow, column: string): string => {
  const value = Table.valueOf(row, column)
  return typeof value === "string" ? value : ""
}

const textsOf = (row: Table.StoredRow, column: string): ReadonlyArray<string> => {
  const value = Table.valueOf(row, column)
  return typeof value === "object" && value !== null ? value : []
}

const siteOf = (find: Find, locator: PublicationFacts.SiteLocator): Table.StoredRow | undefined => {
  const sites = find(Site.collection)
  switch (locator._tag) {
    case "Site":
      return rowIn(sites, locator.site)
    case "Hostname": {
      const row = rowBy(find(CustomHostname.collection), "verified", [locator.hostname])
      return row && rowIn(sites, textOf(row, "site"))
    }
    case "Path": {
      const organizations = find(Organization.collection)
      const siteIn = (organization: Table.StoredRow | undefined) =>
        organization && rowBy(sites, "basename", [organization.id, locator.basename])
      return (
        siteIn(rowBy(organizations, "hostname", [locator.organization])) ??
        siteIn(rowIn(organizations, locator.organization))
      )
    }
  }
}

const customizationsOf = (table: Table.Table | undefined, site: Table.StoredRow): ReadonlyArray<Table.StoredRow> =>
  table === undefined
    ? []
    : OrderedRows.rows(Table.groupMembers(table, Table.groupKey("inSite", [textOf(site, "organization"), site.id])))

const linkOf = (table: Table.Table | undefined, link: string): Table.StoredRow | undefined =>
  link === "" ? undefined : (rowBy(table, "digest", [link]) ?? rowIn(table, link))

const inOrder = (rows: ReadonlyArray<Table.StoredRow>): ReadonlyArray<RowStore.Row> =>
  rows.toSorted((left, right) => CodePoint.compare(left.id, right.id)).map(Table.rowOf)

/** The spaces of a structure that are not deleted, and their heads. */
const contentOf = (find: Find, structure: Table.StoredRow) => {
  const placements = find(Placement.collection)
  const [spaces, revisions] = [find(Space.collection), find(Revision.collection)]
  const isActive = (space: string) => {
    const row = rowIn(placements, space)
    return row !== undefined && Table.valueOf(row, "active") === true
  }
  const found = textsOf(structure, "spaces").flatMap((space) => (isActive(space) ? (rowIn(spaces, space) ?? []) : []))
  const heads = found.flatMap((space) => rowIn(revisions, textOf(space, "revision")) ?? [])
  return { spaces: inOrder(found), revisions: inOrder(heads) }
}

const decodeSpec = Schema.decodeUnknownOption(
  Schema.Struct({ slug: Schema.String, lastVersion: OpenApiSpec.OpenApiVersionId })
)

const specsOf = (table: Table.Table | undefined, organization: string): ReadonlyArray<PublicationFacts.SpecVersion> => {
  if (table === undefined) return []
  const rows = OrderedRows.rows(Table.groupMembers(table, Table.groupKey("inOrganization", [organization])))
  return inOrder(rows).flatMap(({ doc }) =>
    Option.match(decodeSpec(doc), { onNone: () => [], onSome: ({ lastVersion, slug }) => [[slug, lastVersion]] })
  )
}

const decodeAnswers = Schema.decodeUnknownOption(Schema.Struct({ answers: Schema.Array(ComputedAnswers.CachedAnswer) }))

const answersOf = (table: Table.Table | undefined, spaces: ReadonlyArray<string>) =>
  inOrder(spaces.flatMap((space) => rowIn(table, space) ?? [])).flatMap(({ doc }) =>
    Option.match(decodeAnswers(doc), { onNone: () => [], onSome: ComputedAnswers.versionsOf })
  )

const decodePlace = Schema.decodeUnknownOption(Schema.Struct({ createdAt: Schema.Int }))

/** The scopes on which an integration has its own settings. */
const placesOf = (find: Find, installation: string, spaces: ReadonlyArray<string>) =>
  inOrder(spaces.flatMap((space) => rowIn(find(PlaceInstallation.collection), `${installation}.${space}`) ?? [])).map(
    ({ doc, id, version }) => {
      const since = Option.getOrUndefined(decodePlace(doc))?.createdAt
      return [id, version, String(since)] as const
    }
  )

const blockSourcesOf = (
  find: Find,
  organization: string,
  spaces: ReadonlyArray<string>
): ReadonlyArray<PublicationFacts.BlockSource> => {
  const table = find(IntegrationInstallation.collection)
  if (table === undefined) return []
  const rows = OrderedRows.rows(Table.groupMembers(table, Table.groupKey("inOrganization", [organization])))
  return rows
    .toSorted((left, right) => CodePoint.compare(left.id, right.id))
    .flatMap((installation): ReadonlyArray<PublicationFacts.BlockSource> => {
      const integration = rowIn(find(Integration.collection), textOf(installation, "integration"))
      const isThere =
        integration !== undefined &&
        Table.valueOf(integration, "published") === true &&
        Table.valueOf(integration, "hasBlocks") === true
      if (!isThere) return []
      const versions = [Table.rowOf(integration).version, Table.rowOf(installation).version] as const
      return [[integration.id, installation.id, ...versions, placesOf(find, installation.id, spaces)]]
    })
}

const decodeProvider = Schema.decodeUnknownOption(Schema.Struct({ provider: Schema.String }))

const hasOpenId = Schema.is(Schema.Struct({ oidc: Schema.Unknown }))

const providerTypeOf = (
  find: Find,
  auth: Table.StoredRow | undefined,
  organization: string
): SamlProvider.Type | null => {
  const named = Option.getOrUndefined(decodeProvider(auth && Table.rowOf(auth).doc))
  const row = named && rowIn(find(SamlProvider.collection), named.provider)
  if (row === undefined || textOf(row, "organization") !== organization) return null
  if (Table.valueOf(row, "usable") !== true) return null
  return hasOpenId(Table.rowOf(row).doc) ? "oidc" : "saml"
}

const rowOption = (row: Table.StoredRow | undefined): Option.Option<RowStore.Row> =>
  row === undefined ? Option.none() : Option.some(Table.rowOf(row))

/** The facts that decide whether a person may preview a site, and with which change request. */
const previewOf = (
  tables: Tables,
  site: Table.StoredRow,
  structure: Table.StoredRow,
  { changeRequest, person }: PublicationFacts.PreviewRequest
): PublicationFacts.PreviewRows => {
  const find = finder(tables)
  const placements = find(Placement.collection)
  const spaces = textsOf(structure, "spaces").flatMap((space) => rowIn(placements, space) ?? [])
  const placed = [
    ...Option.toArray(Option.fromNullishOr(rowIn(placements, site.id))),
    ...spaces.filter((row) => Table.valueOf(row, "active") === true)
  ]
  const member = rowIn(find(Member.collection), `${textOf(site, "organization")}.${person}`)
  const teams = member === undefined ? [] : textsOf(member, "teams")
  const request =
    changeRequest && rowBy(find(ChangeRequest.collection), "number", [changeRequest.space, changeRequest.number])
  return {
    member: rowOption(member),
    grants: inOrder(AccessRows.grantsOf(tables, person, teams, placed.flatMap(AccessRows.scopeOf))),
    placements: inOrder(placed),
    changeRequest: rowOption(request),
    head: rowOption(request && rowIn(find(Revision.collection), AccessRows.headOf(request)))
  }
}

const findIn = (
  tables: Tables,
  locator: PublicationFacts.SiteLocator,
  link: string,
  preview: PublicationFacts.PreviewRequest | undefined
): Option.Option<PublicationFacts.PublicationRows> => {
  const find = finder(tables)
  const site = siteOf(find, locator)
  const structure = site && rowIn(find(SiteStructure.collection), site.id)
  const organization = site && rowIn(find(Organization.collection), textOf(site, "organization"))
  const auth = site && rowIn(find(PublishingAuth.collection), site.id)
  if (site === undefined || structure === undefined || organization === undefined) return Option.none()
  return Option.some({
    organization: Table.rowOf(organization),
    site: Table.rowOf(site),
    structure: Table.rowOf(structure),
    adaptiveSchema: rowOption(rowIn(find(AdaptiveSchema.collection), site.id)),
    publishingAuth: rowOption(auth),
    providerType: providerTypeOf(find, auth, organization.id),
    shareLink: rowOption(linkOf(find(ShareLink.collection), link)),
    customizations: customizationsOf(find(Customization.collection), site).map(Table.rowOf),
    ...contentOf(find, structure),
    specs: specsOf(find(OpenApiSpec.collection), organization.id),
    answers: answersOf(find(ComputedAnswers.collection), textsOf(structure, "spaces")),
    blockSources: blockSourcesOf(find, organization.id, textsOf(structure, "spaces")),
    preview: preview === undefined ? Option.none() : Option.some(previewOf(tables, site, structure, preview))
  })
}

/**
 * Caches lookups for one state of the tables. Tables are immutable, so the cache is valid until the state is replaced.
 */
const remembering = () => {
  let last: Tables | undefined
  const known = new Map<string, Option.Option<PublicationFacts.PublicationRows>>()
  return (tables: Tables, locator: PublicationFacts.SiteLocator, link: string) => {
    if (tables !== last || known.size >= limits.remembered) known.clear()
    last = tables
    const key = JSON.stringify([locator, link])
    const found = known.get(key) ?? findIn(tables, locator, link, undefined)
    if (Option.isSome(found)) known.set(key, found)
    return found
  }
}

export const layer: Layer.Layer<PublicationFacts.PublicationFacts, never, MemoryStore> = Layer.effect(
  PublicationFacts.PublicationFacts,
  Effect.map(MemoryStore, ({ read }): typeof PublicationFacts.PublicationFacts.Service => {
    const find = remembering()
    return {
      find: (locator, link, preview) =>
        read("find", ({ tables }) =>
          preview === undefined ? find(tables, locator, link) : findIn(tables, locator, link, preview)
        )
    }
  })
)
