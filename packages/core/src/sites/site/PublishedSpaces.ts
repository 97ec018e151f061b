import { Effect, Layer } from "effect"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { RowStore } from "../../foundation/store/RowStore.ts"
import { collection as organizationCollection } from "../../people/organization/Organization.ts"
import type { Placement } from "../../people/placement/Placement.ts"
import {
  isOpen,
  type PublishedSpace,
  SiteVisibility,
  SpaceSites,
  type VisitorAuth
} from "../../spaces/space/SpaceSites.ts"
import { collection as authCollection, type PublishingAuth } from "../publishing-auth/PublishingAuth.ts"
import * as ShareKey from "../share-link/ShareKey.ts"
import {
  listSiteSpaces,
  type PlacedSiteSpace,
  type SiteStructure,
  collection as structureCollection
} from "../structure/SiteStructure.ts"
import * as SiteStructureEdits from "../structure/SiteStructureEdits.ts"
import { SiteStructures } from "../structure/SiteStructures.ts"
import { isPublished, type Site, collection as siteCollection } from "./Site.ts"
import { type AddressedSite, publishedUrl, siteSpacePath } from "./SiteAddress.ts"

type Placed = Pick<Placement, "id" | "sites">

interface PublishedSite extends AddressedSite {
  readonly site: Site
  readonly structure: SiteStructure
  readonly visitorAuth: VisitorAuth | undefined
  /** The first position of each space. */
  readonly places: ReadonlyMap<string, PlacedSiteSpace>
}

const openness = (visibility: Site["visibility"]) => SiteVisibility.literals.indexOf(visibility)

const findPlaces = (structure: SiteStructure): ReadonlyMap<string, PlacedSiteSpace> =>
  new Map(
    listSiteSpaces(structure)
      .filter(({ siteSpace }) => !siteSpace.isHidden)
      .toReversed()
      .map((placed) => [placed.siteSpace.space, placed])
  )

/**
 * How a space is published by the sites that show it, in order of publication: at the address of the site for which the
 * request has a share key, else of the first.
 */
const describe = (space: string, shownOn: ReadonlyArray<PublishedSite>): PublishedSpace | undefined => {
  const places = shownOn.flatMap((on) => {
    const placed = on.places.get(space)
    return placed === undefined ? [] : [{ on, placed }]
  })
  const [first] = places
  if (first === undefined) return undefined
  const visibility = places
    .map(({ on }) => on.site.visibility)
    .reduce((best, each) => (openness(each) < openness(best) ? each : best))
  const { visitorAuth } = places.find(({ on }) => on.visitorAuth !== undefined)?.on ?? {}
  const { on, placed } = places.find(({ on: { shareKey } }) => shareKey !== undefined) ?? first
  const url = `${publishedUrl(on)}${siteSpacePath(on.structure, placed)}`
  return { visibility, url, ...(visitorAuth === undefined ? {} : { visitorAuth }) }
}

const authOf = ({ backend, integration }: PublishingAuth): VisitorAuth =>
  backend === "integration" && integration !== null ? { backend, integration } : { backend: "custom" }

const make = Effect.gen(function* () {
  const { sites: sitesUrl } = yield* Addresses
  const { together } = yield* RowStore
  const structures = yield* SiteStructures
  const structureRows = yield* Repository.make(structureCollection)
  const sites = yield* Repository.make(siteCollection)
  const organizations = yield* Repository.make(organizationCollection)
  const auths = yield* Repository.make(authCollection)

  const findPublishedSites = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    const [siteRows, structureOf] = yield* together(sites.getMany(ids), structureRows.getMany(ids))
    const published = Repository.values(siteRows.values()).filter(isPublished)
    const shared = yield* ShareKey.CurrentShareKey
    const signedIn = published.filter(({ visibility }) => visibility === "visitor-auth")
    const [organizationOf, authRows] = yield* together(
      organizations.getMany([...new Set(published.map(({ organization }) => organization))]),
      auths.getMany(signedIn.map(({ id }) => id))
    )
    return published
      .toSorted((left, right) => (left.publishedAt ?? 0) - (right.publishedAt ?? 0) || (left.id < right.id ? -1 : 1))
      .flatMap((site): ReadonlyArray<PublishedSite> => {
        const structure = structureOf.get(site.id)?.value
        const organization = organizationOf.get(site.organization)?.value
        if (structure === undefined || organization === undefined) return []
        const auth = authRows.get(site.id)?.value
        const visitorAuth = auth === undefined ? undefined : authOf(auth)
        const shareKey = shared?.site === site.id ? shared.key : undefined
        return [
          { site, structure, visitorAuth, places: findPlaces(structure), organization, sites: sitesUrl, shareKey }
        ]
      })
  })

  const findPublished = Effect.fnUntraced(function* (placements: ReadonlyArray<Placed>) {
    const ids = [...new Set(placements.flatMap((placement) => placement.sites))]
    if (ids.length === 0) return new Map<string, PublishedSpace>()
    const published = yield* findPublishedSites(ids)
    return new Map(
      placements.flatMap(({ id, sites: on }): ReadonlyArray<readonly [string, PublishedSpace]> => {
        const described = describe(
          id,
          published.filter(({ site }) => on.includes(site.id))
        )
        return described === undefined ? [] : [[id, described]]
      })
    )
  })

  const isAnyOpen = (ids: ReadonlyArray<string>) =>
    Effect.map(sites.getMany(ids), (rows) =>
      Repository.values(rows.values()).some((site) => isPublished(site) && isOpen(site))
    )

  const findTitles = (ids: ReadonlyArray<string>) =>
    ids.length === 0
      ? Effect.succeed(new Map<string, string>())
      : Effect.map(sites.getMany(ids), (rows) => new Map([...rows].map(([id, { value }]) => [id, value.title])))

  /** Edits the structures of all sites that the spaces are on. */
  const editAll = Effect.fnUntraced(function* (
    placements: ReadonlyArray<Placed>,
    edit: (self: SiteStructure, spaces: ReadonlySet<string>) => SiteStructure
  ) {
    const ids = new Set(placements.flatMap((placement) => placement.sites))
    if (ids.size === 0) return
    const spaces = new Set(placements.map(({ id }) => id))
    const rows = yield* sites.lock([...ids])
    for (const row of [...rows.values()].sort((one, other) => (one.value.id < other.value.id ? -1 : 1))) {
      const seen = yield* structures.lock(row.value.id)
      yield* structures.save(row, seen, edit(seen.value, spaces))
    }
  })

  const setHidden = (placements: ReadonlyArray<Placed>, isHidden: boolean) =>
    editAll(placements, (self, spaces) => SiteStructureEdits.setHidden(self, spaces, isHidden))

  const forget = (placements: ReadonlyArray<Placed>) => editAll(placements, SiteStructureEdits.forgetSpaces)

  return { findPublished, isAnyOpen, findTitles, setHidden, forget } as const
})

/** Provides spaces with how sites publish them, and sites with changes of their spaces. */
export const layer = Layer.effect(SpaceSites, make).pipe(Layer.provide(SiteStructures.layer))
