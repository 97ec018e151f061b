import { type Block, ContentEdits, type EditInput, JobControl, OpenApiSpecs, Sites, Spaces } from "@quire/core"
import { Effect } from "effect"
import type * as Stage from "../published/stage.ts"
import { as, asSystem } from "../support/engine.ts"
import { found, type World } from "../support/world.ts"
import { heading, leaf } from "./nodes.ts"

const ref = (spec: string) => ({ kind: "openapi", spec }) as const

export const operation = (spec: string, method: string, path: string) =>
  leaf("openapi-operation", { method, path, ref: ref(spec) })

export const webhook = (spec: string, method: string, name: string) =>
  leaf("openapi-webhook", { method, name, ref: ref(spec) })

export const models = (spec: string, schemas: ReadonlyArray<string>) =>
  leaf("openapi-schemas", { schemas, ref: ref(spec) })

type Change = EditInput.ContentEdit["changes"][number]

/** A page by its slug, and what is on it. */
export interface ApiPage {
  readonly slug: string
  readonly nodes: ReadonlyArray<Block.TopLevel>
}

/** A published site whose pages speak of specs. */
export interface ApiSite {
  readonly mount: string
  /** Gives a spec another description. */
  readonly put: (slug: string, description: unknown) => Promise<void>
  readonly remove: (slug: string) => Promise<void>
}

const putting = (world: World, slug: string, description: unknown) =>
  Effect.gen(function* () {
    const specs = yield* OpenApiSpecs.OpenApiSpecs
    const jobs = yield* JobControl.JobControl
    yield* specs.put(world.organization, slug, { source: { text: JSON.stringify(description) } }).pipe(as(world.admin))
    yield* asSystem(jobs.run())
  }).pipe(Effect.orDie)

const publishing = (world: World, pages: ReadonlyArray<ApiPage>) =>
  Effect.gen(function* () {
    const spaces = yield* Spaces.Spaces
    const { id: space } = yield* spaces.create(world.organization, { title: "Reference", editMode: "live" })
    const edits = yield* ContentEdits.ContentEdits
    const changes = pages.map(
      ({ nodes, slug }): Change => ({
        operation: "insert_page",
        title: slug,
        slug,
        document: { document: { object: "document", data: { schemaVersion: 1 }, nodes } }
      })
    )
    yield* edits.apply({ space }, { changes })
    yield* spaces.update(space, { editMode: "locked" })
    const sites = yield* Sites.Sites
    const { id: site } = yield* sites.create(world.organization, { title: "Reference", spaces: [space] })
    const { urls } = yield* sites.publish(world.organization, site)
    return new URL(urls.published ?? "").pathname
  }).pipe(as(world.admin), Effect.orDie)

export const apiSite = async (
  { api }: Stage.Stage,
  descriptions: { readonly [slug: string]: unknown },
  pages: ReadonlyArray<ApiPage>
): Promise<ApiSite> => {
  const world = await api.run(Effect.orDie(found))
  for (const [slug, description] of Object.entries(descriptions)) await api.run(putting(world, slug, description))
  const mount = await api.run(publishing(world, pages))
  return {
    mount,
    put: (slug, description) => api.run(putting(world, slug, description)),
    remove: (slug) =>
      api.run(
        Effect.flatMap(OpenApiSpecs.OpenApiSpecs, (specs) =>
          specs.remove(world.organization, slug, { force: true })
        ).pipe(as(world.admin), Effect.orDie, Effect.asVoid)
      )
  }
}

interface Described {
  readonly paths: { readonly [path: string]: object }
  readonly webhooks?: { readonly [name: string]: object }
  readonly components?: { readonly schemas?: object }
}

/** The blocks of all that a description has. */
export const everythingOf = (
  spec: string,
  { components = {}, paths, webhooks = {} }: Described
): ReadonlyArray<Block.TopLevel> => [
  heading(1, "Everything"),
  ...Object.entries(paths).flatMap(([path, item]) => Object.keys(item).map((method) => operation(spec, method, path))),
  ...Object.keys(webhooks).map((name) => webhook(spec, "post", name)),
  models(spec, Object.keys(components.schemas ?? {}))
]
