import {
  type Actor,
  CustomHostnames,
  type Site,
  SiteAccess,
  type SiteSpaceId,
  SiteSpaces,
  Sites,
  type SpaceId,
  Spaces
} from "@quire/core"
import { SiteStructureEdits, SiteStructures } from "@quire/core/internal"
import type { RateLimit } from "@quire/http"
import { Effect, type Layer } from "effect"
import { as, dnsTexts, type TestEngine } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { type Sited, sited } from "../support/sited.ts"
import { type Answer, type Asked, ask } from "./reader.ts"

/** A served engine with a separate published site for each test. */
export interface Stage {
  readonly api: Server.Opened<Server.Whole>
  readonly url: string
  readonly ask: (path: string, asked?: Asked) => Promise<Answer>
  readonly close: () => Promise<void>
}

/** `limits` are those of requests, of which there are none by default. */
export const open = async (engine: TestEngine, limits?: Layer.Layer<RateLimit.RateLimit>): Promise<Stage> => {
  const api = await Server.open(engine, undefined, undefined, limits)
  const url = await api.listen()
  return { api, url, ask: (path, asked) => ask(url, path, asked), close: api.close }
}

export interface Served extends Sited {
  /** The path of the site on the server, with a slash at the end. */
  readonly mount: string
}

export const site = (stage: Stage): Promise<Served> =>
  stage.api.run(Effect.map(sited, (made) => ({ ...made, mount: new URL(made.published).pathname })))

/** Runs an effect as the administrator of a site's organization. */
export const asAdmin =
  ({ api }: Stage, { admin }: Pick<Sited, "admin">) =>
  <A, E>(effect: Effect.Effect<A, E, Server.Whole | Actor.Actor>): Promise<A> =>
    api.run(as(admin)(effect))

export const update = (stage: Stage, on: Served, changes: Site.SitePatch) =>
  asAdmin(stage, on)(Effect.flatMap(Sites.Sites, (sites) => sites.update(on.organization, on.site, changes)))

/** Gives a site a hostname that its administrator proved to have. */
export const giveHostname = (stage: Stage, on: Pick<Served, "admin" | "organization" | "site">, hostname: string) =>
  asAdmin(
    stage,
    on
  )(
    Effect.gen(function* () {
      const hostnames = yield* CustomHostnames.CustomHostnames
      const { verification } = yield* hostnames.setup(hostname, { target: { type: "site", site: on.site } })
      if (verification !== undefined) dnsTexts.set(verification.name, [verification.value])
      yield* hostnames.verify(hostname)
    })
  )

/** Sets the condition of a site-space. */
export const changeCondition = (on: Sited, siteSpace: SiteSpaceId, condition: string | null) =>
  Effect.gen(function* () {
    const structures = yield* SiteStructures.SiteStructures
    const { withSite } = yield* SiteAccess.SiteAccess
    yield* withSite(on.organization, on.site, ({ row }) =>
      structures.edit(row, (self) => SiteStructureEdits.changeSiteSpace(self, siteSpace, { condition }))
    )
  }).pipe(as(on.admin), Effect.orDie)

export const setCondition = ({ api }: Stage, on: Served, siteSpace: SiteSpaceId, condition: string | null) =>
  api.run(changeCondition(on, siteSpace, condition))

/** Adds a space to a site, after which it is not live. */
export const addSpace = (stage: Stage, on: Served, spaceId: SpaceId) =>
  asAdmin(
    stage,
    on
  )(
    Effect.gen(function* () {
      const spaces = yield* Spaces.Spaces
      const siteSpaces = yield* SiteSpaces.SiteSpaces
      yield* spaces.update(spaceId, { editMode: "locked" })
      const { id } = yield* siteSpaces.create(on.organization, on.site, { spaceId })
      return id
    })
  )
