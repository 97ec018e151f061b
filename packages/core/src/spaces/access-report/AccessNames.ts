import { Context, Effect, Layer } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"
import type * as AccessSource from "../../people/access/AccessSource.ts"
import type { AccessResource } from "../../people/access/AccessSource.ts"
import type * as Decision from "../../people/access/Decision.ts"
import { collection as teamCollection } from "../../people/team/Team.ts"
import { collection as collectionCollection } from "../collection/Collection.ts"
import { collection as spaceCollection } from "../space/Space.ts"
import { SpaceSites } from "../space/SpaceSites.ts"

/** The ids of the resources and teams that the sources refer to. */
const collectIds = (sources: ReadonlyArray<Decision.Source>) => ({
  resources: sources.flatMap((source) => ("resource" in source && source.resource !== null ? [source.resource] : [])),
  teams: sources.flatMap((source) => ("team" in source ? [source.team] : []))
})

/** Looks up the titles of spaces, collections, sites and teams: at most four queries for any number of ids. */
export class AccessNames extends Context.Service<AccessNames>()("@quire/core/AccessNames", {
  make: Effect.gen(function* () {
    const spaces = yield* Repository.make(spaceCollection)
    const collections = yield* Repository.make(collectionCollection)
    const teams = yield* Repository.make(teamCollection)
    const sites = yield* SpaceSites

    const load = Effect.fnUntraced(function* (resources: ReadonlyArray<string>, teamIds: ReadonlyArray<string>) {
      const found = {
        spaces: yield* spaces.getMany(resources),
        collections: yield* collections.getMany(resources),
        teams: yield* teams.getMany(teamIds)
      }
      const others = resources.filter((id) => !found.spaces.has(id) && !found.collections.has(id))
      const siteTitles = yield* sites.findTitles(others)
      const resource = (id: string): AccessResource => {
        const [space, site] = [found.spaces.get(id), siteTitles.get(id)]
        if (space !== undefined) return { type: "space", id, title: space.value.title }
        if (site !== undefined) return { type: "site", id, title: site }
        return { type: "collection", id, title: found.collections.get(id)?.value.title ?? "" }
      }
      return { resource, team: (id) => found.teams.get(id)?.value.title ?? "" } satisfies AccessSource.Names
    })

    /** The titles that a page of sources needs. */
    const loadForSources = (sources: ReadonlyArray<Decision.Source>) => {
      const { resources, teams } = collectIds(sources)
      return load([...new Set(resources)], [...new Set(teams)])
    }

    return { load, loadForSources } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
