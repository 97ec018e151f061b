import {
  CodePoint,
  CustomHostname,
  Customization,
  Organization,
  Placement,
  PublicationFacts,
  PublishingAuth,
  Revision,
  ShareLink,
  Site,
  SiteAdaptiveSchema,
  SiteStructure,
  Space
} from "@quire/core"
import { Effect, HashMap, Layer, Option } from "effect"
import { MemoryStore } from "./MemoryStore.ts"
import * as OrderedRows from "./OrderedRows.ts"
import type { Tables } from "./References.ts"
import * as Table from "./Table.ts"

interface Named {
  readonly name: string
}

const rowIn = (tables: Tables, { name }: Named, id: string): Option.Option<Table.StoredRow> =>
  Option.flatMapNullishOr(HashMap.get(tables, name), (table) => Table.get(table, id))

const rowBy = (tables: Tables, collection: Named, unique: string, values: ReadonlyArray<string>) =>
  Option.flatMap(
    Option.flatMap(HashMap.get(tables, collection.name), ({ keys }) => HashMap.get(keys, Table.keyOf(unique, values))),
    (id) => rowIn(tables, collection, id)
  )

const textOf = (row: Table.StoredRow, column: string): string => {
  const value = Table.valueOf(row, column)
  return typeof value === "string" ? value : ""
}

const textsOf = (row: Table.StoredRow, column: string): ReadonlyArray<string> => {
  const value = Table.valueOf(row, column)
  return typeof value === "object" && value !== null ? value : []
}

const siteOf = (tables: Tables, locator: PublicationFacts.SiteLocator): Option.Option<Table.StoredRow> => {
  switch (locator._tag) {
    case "Site":
      return rowIn(tables, Site.collection, locator.site)
    case "Hostname":
      return Option.flatMap(rowBy(tables, CustomHostname.collection, "verified", [locator.hostname]), (row) =>
        rowIn(tables, Site.collection, textOf(row, "site"))
      )
    case "Path": {
      const named = [
        rowBy(tables, Organization.collection, "hostname", [locator.organization]),
        rowIn(tables, Organization.collection, locator.organization)
      ].flatMap(Option.toArray)
      return Option.firstSomeOf(
        named.map(({ id }) => rowBy(tables, Site.collection, "basename", [id, locator.basename]))
      )
    }
  }
}

const customizationsOf = (tables: Tables, site: Table.StoredRow): ReadonlyArray<Table.StoredRow> =>
  Option.match(HashMap.get(tables, Customization.collection.name), {
    onNone: () => [],
    onSome: (table) =>
      OrderedRows.rows(Table.groupMembers(table, Table.groupKey("inSite", [textOf(site, "organization"), site.id])))
  })

const linkOf = (tables: Tables, link: string): Option.Option<Table.StoredRow> =>
  Option.orElse(rowBy(tables, ShareLink.collection, "digest", [link]), () => rowIn(tables, ShareLink.collection, link))

const isActive = (tables: Tables, space: string): boolean =>
  Option.exists(rowIn(tables, Placement.collection, space), (row) => Table.valueOf(row, "active") === true)

const inOrder = (rows: ReadonlyArray<Table.StoredRow>): ReadonlyArray<Table.StoredRow> =>
  rows.toSorted((left, right) => CodePoint.compare(left.id, right.id))

const find = (
  tables: Tables,
  locator: PublicationFacts.SiteLocator,
  link: string
): Option.Option<PublicationFacts.PublicationRows> =>
  Option.gen(function* () {
    const site = yield* siteOf(tables, locator)
    const structure = yield* rowIn(tables, SiteStructure.collection, site.id)
    const organization = yield* rowIn(tables, Organization.collection, textOf(site, "organization"))
    const spaces = textsOf(structure, "spaces")
      .filter((space) => isActive(tables, space))
      .flatMap((space) => Option.toArray(rowIn(tables, Space.collection, space)))
    const revisions = spaces.flatMap((space) =>
      Option.toArray(rowIn(tables, Revision.collection, textOf(space, "revision")))
    )
    return {
      organization: Table.rowOf(organization),
      site: Table.rowOf(site),
      structure: Table.rowOf(structure),
      adaptiveSchema: Option.map(rowIn(tables, SiteAdaptiveSchema.collection, site.id), Table.rowOf),
      publishingAuth: Option.map(rowIn(tables, PublishingAuth.collection, site.id), Table.rowOf),
      shareLink: Option.map(linkOf(tables, link), Table.rowOf),
      customizations: customizationsOf(tables, site).map(Table.rowOf),
      spaces: inOrder(spaces).map(Table.rowOf),
      revisions: inOrder(revisions).map(Table.rowOf)
    }
  })

export const layer: Layer.Layer<PublicationFacts.PublicationFacts, never, MemoryStore> = Layer.effect(
  PublicationFacts.PublicationFacts,
  Effect.map(MemoryStore, ({ read }): typeof PublicationFacts.PublicationFacts.Service => ({
    find: (locator, link) => read("find", ({ tables }) => find(tables, locator, link))
  }))
)
