import { Context, Effect, Layer, type Result } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"
import { Placements } from "../../people/placement/Placements.ts"
import { collection as customizationCollection } from "../customization/Customization.ts"
import { type Site, collection as siteCollection } from "../site/Site.ts"
import { collection, listSiteSpaces, make, type SiteStructure } from "./SiteStructure.ts"

type StoredSite = Repository.VersionedValue<Site>

const spacesOf = (self: SiteStructure): ReadonlySet<string> =>
  new Set(listSiteSpaces(self).map(({ siteSpace }) => siteSpace.space))

/** The site spaces that a change removes. */
const removedBy = (before: SiteStructure, after: SiteStructure): ReadonlyArray<string> => {
  const kept = new Set<string>(listSiteSpaces(after).map(({ siteSpace }) => siteSpace.id))
  return listSiteSpaces(before).flatMap(({ siteSpace: { id } }) => (kept.has(id) ? [] : [id]))
}

const countShown = (self: SiteStructure) => listSiteSpaces(self).filter(({ siteSpace }) => !siteSpace.isHidden).length

/**
 * Reads and writes structures of sites. Writes happen with the organization's tree and the site locked, and keep what
 * follows from the structure: the sites of each space, the site's count of site-spaces, and settings of site-spaces that
 * go (rule customization-layers).
 */
export class SiteStructures extends Context.Service<SiteStructures>()("@quire/core/SiteStructures", {
  make: Effect.gen(function* () {
    const tree = yield* Placements
    const sites = yield* Repository.make(siteCollection)
    const structures = yield* Repository.make(collection)
    const customizations = yield* Repository.make(customizationCollection)

    const load = structures.require

    /** The structure that an administrator changes. */
    const lock = structures.requireLocked

    /** Updates the placements of added or removed spaces with the sites that they are on. */
    const updateSpaces = Effect.fnUntraced(function* (site: Site["id"], before: SiteStructure, after: SiteStructure) {
      const [had, has] = [spacesOf(before), spacesOf(after)]
      const changed = [...had, ...has].filter((space) => had.has(space) !== has.has(space))
      if (changed.length === 0) return
      const rows = yield* tree.placements.getMany(changed)
      yield* tree.setSites(
        new Map(
          [...rows.values()].map(({ value }) => {
            const others = value.sites.filter((each) => each !== site)
            return [value.id, has.has(value.id) ? [...others, site].toSorted() : others]
          })
        )
      )
    })

    /** Writes a new structure; returns the updated site and whether anything changed. */
    const save = Effect.fnUntraced(function* (
      row: StoredSite,
      seen: Repository.VersionedValue<SiteStructure>,
      next: SiteStructure
    ) {
      const written = yield* structures.update(seen, next)
      yield* updateSpaces(row.value.id, seen.value, next)
      const removed = removedBy(seen.value, next)
      if (removed.length > 0) yield* customizations.remove(removed)
      const site = yield* sites.update(row, { ...row.value, siteSpaces: countShown(next) })
      return { site, isChanged: written.version !== seen.version } as const
    })

    /** Applies an edit to the structure; writes nothing if the edit is rejected. */
    const edit = Effect.fnUntraced(function* <E>(
      row: StoredSite,
      change: (self: SiteStructure) => Result.Result<SiteStructure, E>
    ) {
      const seen = yield* lock(row.value.id)
      const next = yield* Effect.fromResult(change(seen.value))
      const saved = yield* save(row, seen, next)
      return { ...saved, before: seen.value, after: next } as const
    })

    /** The structure of a new site. */
    const insert = Effect.fnUntraced(function* (site: Site, structure: SiteStructure) {
      yield* structures.insert(structure)
      yield* updateSpaces(site.id, make(site.id, site.organization), structure)
    })

    /** Removes all spaces from a deleted site. */
    const clear = Effect.fnUntraced(function* (site: Site) {
      const { value } = yield* lock(site.id)
      yield* updateSpaces(site.id, value, make(site.id, site.organization))
      return [...spacesOf(value)]
    })

    return { load, edit, insert, clear, save, lock, countShown } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Placements.layer))
}
