import { Context, Effect, Layer, Option } from "effect"
import { Addresses, type Urls } from "../../foundation/operation/Addresses.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Recent from "../../foundation/store/Recent.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import type * as RowStore from "../../foundation/store/RowStore.ts"
import { type Organization, collection as organizationCollection } from "../../people/organization/Organization.ts"
import { collection as revisionCollection } from "../../spaces/revision/Revision.ts"
import { type Space, collection as spaceCollection } from "../../spaces/space/Space.ts"
import { type AdaptiveSchema, empty, collection as schemaCollection } from "../adaptive-schema/AdaptiveSchema.ts"
import { type Customization, collection as customizationCollection } from "../customization/Customization.ts"
import * as CustomizationOverrides from "../customization/CustomizationOverrides.ts"
import { type Site, collection as siteCollection } from "../site/Site.ts"
import { type AddressedSite, ownUrl, publishedUrl } from "../site/SiteAddress.ts"
import { collection as structureCollection } from "../structure/SiteStructure.ts"
import type { BlockSource, PublicationRows, SpecVersion } from "./PublicationFacts.ts"
import * as VisibleStructures from "./VisibleStructures.ts"

/** `kept`: memory limit for cached sites, as estimated here. */
export const limits = { kept: 33_554_432 } as const

/** What the rows of a site contain, independent of the audience. */
export interface KnownSite {
  readonly addressed: AddressedSite & Pick<Urls, "base"> & { readonly site: Site; readonly organization: Organization }
  /** Public address of the site; ends with a slash. */
  readonly url: string
  /** Accepted values for `aud` of a visitor token. */
  readonly audiences: ReadonlyArray<string>
  readonly adaptiveSchema: AdaptiveSchema
  readonly structures: VisibleStructures.VisibleStructures
  /** The spaces of the structure, by id. */
  readonly spaces: ReadonlyMap<string, Space>
  /** Hashes of the roots of their heads, by space. */
  readonly roots: ReadonlyMap<string, string>
  /** The newest versions of the specs of the organization by slug, and responses by the keys of their sources. */
  readonly specs: ReadonlyMap<string, string>
  /** The organization whose blocks pages may have. */
  readonly blockSources: ReadonlyArray<BlockSource>
  readonly customization: Customization
  readonly customizationOf: (siteSpace: string) => Customization
  /** Changes whenever printed content of the site may have changed. */
  readonly version: string
}

/** The rows that say it. Those about admission are not among them. */
const rowsOf = (rows: PublicationRows): ReadonlyArray<RowStore.Row> => [
  rows.organization,
  rows.site,
  rows.structure,
  ...Option.toArray(rows.adaptiveSchema),
  ...rows.customizations,
  ...rows.spaces,
  ...rows.revisions
]

/** Frozen rows are what they were; others may be anything. */
const areSame = (known: ReadonlyArray<RowStore.Row>, rows: ReadonlyArray<RowStore.Row>): boolean =>
  known.length === rows.length && rows.every((row, at) => row === known[at] && Object.isFrozen(row))

const versionsOf = ({ answers, specs }: PublicationRows): ReadonlyArray<SpecVersion> =>
  answers.length === 0 ? specs : [...specs, ...answers]

const areSameSpecs = (known: ReadonlyArray<SpecVersion>, specs: ReadonlyArray<SpecVersion>): boolean =>
  known === specs ||
  (known.length === specs.length &&
    specs.every(([slug, version], at) => slug === known[at]?.[0] && version === known[at]?.[1]))

const areSameSources = (known: ReadonlyArray<BlockSource>, sources: ReadonlyArray<BlockSource>): boolean =>
  known === sources || JSON.stringify(known) === JSON.stringify(sources)

/**
 * Identifies the content of the rows. Their versions alone are not enough: a row that was removed and created again may
 * have the same version.
 */
const versionOf = (found: PublicationRows, roots: ReadonlyMap<string, string>): string => {
  const { blockSources, customizations, organization, site, spaces, structure } = found
  const rows = [organization, site, structure, ...customizations, ...spaces]
  const docs = rows.map(({ doc, id }) => [id, doc])
  return digest(JSON.stringify([docs, [...roots], versionsOf(found), blockSources]))
}

/** Memory that is taken for each code unit of the rows as JSON: the rows, what they are decoded to, and paths. */
const bytesPerUnit = 8

const weightOf = (rows: ReadonlyArray<RowStore.Row>): number =>
  bytesPerUnit * rows.reduce((sum, { doc }) => sum + JSON.stringify(doc).length, 0)

interface CachedSite extends Pick<PublicationRows, "blockSources"> {
  readonly specs: ReadonlyArray<SpecVersion>
  readonly rows: ReadonlyArray<RowStore.Row>
  readonly known: KnownSite
}

/** Decodes the rows of sites, once for the same objects. */
export class KnownSites extends Context.Service<KnownSites>()("@quire/core/KnownSites", {
  make: Effect.gen(function* () {
    const { base, sites: sitesUrl } = yield* Addresses
    const sites = yield* Repository.make(siteCollection)
    const organizations = yield* Repository.make(organizationCollection)
    const structures = yield* Repository.make(structureCollection)
    const schemas = yield* Repository.make(schemaCollection)
    const customizations = yield* Repository.make(customizationCollection)
    const spaces = yield* Repository.make(spaceCollection)
    const revisions = yield* Repository.make(revisionCollection)
    const recent = Recent.make<CachedSite>(limits.kept)

    const decodeSettings = ({ customizations: rows }: PublicationRows, site: Site) => {
      const chosen = new Map(rows.map((row) => [row.id, customizations.decode(row).value.overrides]))
      const customization = CustomizationOverrides.ofSite(chosen.get(site.id) ?? {})
      const customizationOf = (siteSpace: string) =>
        CustomizationOverrides.merge(customization, chosen.get(siteSpace) ?? {})
      return { customization, customizationOf }
    }

    const decode = (rows: PublicationRows): KnownSite => {
      const site = sites.decode(rows.site).value
      const addressed = { site, organization: organizations.decode(rows.organization).value, base, sites: sitesUrl }
      const heads = rows.revisions.map((row) => revisions.decode(row).value)
      const roots = new Map(heads.map(({ root, space }) => [space, root]))
      return {
        addressed,
        url: publishedUrl(addressed),
        audiences: [site.id, ownUrl(addressed), publishedUrl(addressed)],
        adaptiveSchema: Option.match(rows.adaptiveSchema, {
          onNone: () => empty,
          onSome: (row) => schemas.decode(row).value.jsonSchema
        }),
        structures: VisibleStructures.make(structures.decode(rows.structure).value),
        spaces: new Map(rows.spaces.map((row) => [row.id, spaces.decode(row).value])),
        roots,
        specs: new Map(versionsOf(rows)),
        blockSources: rows.blockSources,
        ...decodeSettings(rows, site),
        version: versionOf(rows, roots)
      }
    }

    const decodeSite = (found: PublicationRows): KnownSite => {
      const rows = rowsOf(found)
      const { blockSources } = found
      const last = recent.get(found.site.id)
      const specs = versionsOf(found)
      const isKnown =
        last !== undefined &&
        areSame(last.rows, rows) &&
        areSameSpecs(last.specs, specs) &&
        areSameSources(last.blockSources, blockSources)
      if (isKnown) return last.known
      const known = decode(found)
      recent.put(found.site.id, { rows, specs, blockSources, known }, weightOf(rows))
      return known
    }

    return { decodeSite } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
