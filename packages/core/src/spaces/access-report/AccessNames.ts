import { Effect } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"
import type { AccessResource, Names } from "../../organizations/access/AccessSource.ts"
import type { Source } from "../../organizations/access/Decision.ts"
import { collection as teamCollection } from "../../organizations/team/Team.ts"
import { collection as collectionCollection } from "../collection/Collection.ts"
import { collection as spaceCollection } from "../space/Space.ts"

/** The ids of the resources and teams that the sources refer to. */
const collectIds = (sources: ReadonlyArray<Source>) => ({
  resources: sources.flatMap((source) => ("resource" in source && source.resource !== null ? [source.resource] : [])),
  teams: sources.flatMap((source) => ("team" in source ? [source.team] : []))
})

/** Looks up the titles of spaces, collections and teams: three queries for any number of ids. */
export const make = Effect.gen(function* () {
  const spaces = yield* Repository.make(spaceCollection)
  const collections = yield* Repository.make(collectionCollection)
  const teams = yield* Repository.make(teamCollection)

  const load = Effect.fnUntraced(function* (resources: ReadonlyArray<string>, teamIds: ReadonlyArray<string>) {
    const found = {
      spaces: yield* spaces.getMany(resources),
      collections: yield* collections.getMany(resources),
      teams: yield* teams.getMany(teamIds)
    }
    const resource = (id: string): AccessResource => {
      const space = found.spaces.get(id)
      return space === undefined
        ? { type: "collection", id, title: found.collections.get(id)?.value.title ?? "" }
        : { type: "space", id, title: space.value.title }
    }
    return { resource, team: (id) => found.teams.get(id)?.value.title ?? "" } satisfies Names
  })

  /** The titles that a page of sources needs. */
  const loadForSources = (sources: ReadonlyArray<Source>) => {
    const { resources, teams } = collectIds(sources)
    return load([...new Set(resources)], [...new Set(teams)])
  }

  return { load, loadForSources } as const
})
