import { type SiteId, Sites, type SpaceId, Spaces } from "@quire/core"
import { SiteStructures } from "@quire/core/internal"
import { Effect, Result } from "effect"
import { as } from "./engine.ts"
import type { World } from "./world.ts"

/** New spaces with these titles. */
export const spacesIn = (world: World, ...titles: ReadonlyArray<string>) =>
  Effect.flatMap(Spaces.Spaces, (spaces) =>
    Effect.forEach(titles, (title) =>
      Effect.map(as(world.admin)(spaces.create(world.organization, { title })), ({ id }) => id)
    )
  ).pipe(Effect.orDie)

/** A new site of these spaces. */
export const siteOf = (world: World, spaces: ReadonlyArray<SpaceId>, title = "Docs") =>
  Effect.flatMap(Sites.Sites, (sites) => as(world.admin)(sites.create(world.organization, { title, spaces }))).pipe(
    Effect.orDie
  )

export const structureOf = (site: SiteId) =>
  Effect.map(
    Effect.flatMap(SiteStructures.SiteStructures, (structures) => structures.load(site)),
    ({ value }) => value
  )

/** What an operation fails with, by name; `Success` if it does not. */
export const tagOf = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.result(self), (result) => (Result.isFailure(result) ? result.failure._tag : "Success"))
