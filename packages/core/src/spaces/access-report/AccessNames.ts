import { Effect } from "effect"
import * as Repository from "../../foundation/store/Repository.ts"
import type { AccessResource, Names } from "../../organizations/access/AccessSource.ts"
import type { Source } from "../../organizations/access/Decision.ts"
import { collection as teamCollection } from "../../organizations/team/Team.ts"
import { collection as collectionCollection } from "../collection/Collection.ts"
import { collection as spaceCollection } from "../space/Space.ts"

/** What a source names: resources and teams. */
const named = (sources: ReadonlyArray<Source>) => ({
  resources: sources.flatMap((source) => ("resource" in source && source.resource !== null ? [source.resource] : [])),
  teams: sources.flatMap((source) => ("team" in source ? [source.team] : []))
})

/** Titles of spaces, collections and teams, for any number of them with three queries. */
export const make = Effect.gen(function* () {
  const spaces = yield* Repository.make(spaceCollection)
  const collections = yield* Repository.make(collectionCollection)
  const teams = yield* Repository.make(teamCollection)

  const of = Effect.fnUntraced(function* (resources: ReadonlyArray<string>, teamIds: ReadonlyArray<string>) {
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

  /** Those of a page of sources. */
  const ofSources = (sources: ReadonlyArray<Source>) => {
    const { resources, teams } = named(sources)
    return of([...new Set(resources)], [...new Set(teams)])
  }

  return { of, ofSources } as const
})
