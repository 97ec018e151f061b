import { Jobs } from "@quire/core"
import { Mutation } from "@quire/core/internal"
import { Effect } from "effect"
import { asSystem } from "../../support/engine.ts"
import { newNumber } from "../numbers.ts"
import type { Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"

const viewing = { by: "reader", refused: { who: "guest", status: 403 } } as const
const describing = { by: "creator", refused: { who: "reviewer", status: 403 } } as const

/** A slug that no spec has yet. */
export const newSlug = () => `spec-${newNumber()}`

export const description = (title = "Pets") =>
  JSON.stringify({ openapi: "3.0.3", info: { title, version: "1" }, paths: {} })

/** A new spec of the organization. */
export const spec = async (world: World) => {
  const slug = newSlug()
  const body = { slug, source: { text: description() } }
  await world.send("admin", "POST", `/v1/orgs/${world.organization}/openapi`, { body })
  return { organizationId: world.organization, specSlug: slug }
}

/** Does one job, and leaves those of others alone: what is answered depends on nothing that was asked before. */
export const process = ({ api }: World, key: string, job = "openapi-spec") =>
  api.run(
    asSystem(
      Effect.gen(function* () {
        const { registered } = yield* Jobs.Jobs
        const { mutate } = yield* Effect.provide(Mutation.Mutation, Mutation.Mutation.layer)
        const handler = registered.get(job)
        if (handler === undefined) return yield* Effect.die(new Error(`no handler for ${job}`))
        yield* handler.handle({ key, payload: "null", attempt: 1, write: mutate })
      })
    )
  )

/** A new spec with so many versions; the path of the newest. */
const versioned = async (world: World, count = 1) => {
  const path = await spec(world)
  const at = `/v1/orgs/${world.organization}/openapi/${path.specSlug}`
  const { id } = (await world.send("admin", "GET", at)).json
  await process(world, id)
  for (let version = 1; version < count; version++) {
    await world.send("admin", "PUT", at, { body: { source: { text: description(`Pets ${version}`) } } })
    await process(world, id)
  }
  const { lastVersion } = (await world.send("admin", "GET", at)).json
  return { ...path, versionId: String(lastVersion) }
}

const ofVersion: Make = async (world) => ({ path: await versioned(world) })

const ofLatest: Make = async (world) => {
  const { organizationId, specSlug } = await versioned(world)
  return { path: { organizationId, specSlug } }
}

/** A spec that a page speaks of. */
const used = async (world: World) => {
  const path = await spec(world)
  const spaceId = await world.live()
  const tag = `{% openapi-operation spec="${path.specSlug}" path="/pets" method="get" %}`
  const document = { markdown: `${tag}\n[pets](https://pets.test)\n{% endopenapi-operation %}\n` }
  const changes = [{ operation: "insert_page", title: "Pets", document }]
  await world.send("admin", "POST", `/v1/spaces/${spaceId}/content`, { body: { changes } })
  return path
}

const inOrganization =
  (body?: () => unknown): Make =>
  async (world) => ({ path: { organizationId: world.organization }, body: body?.() })

const ofSpec =
  (rest: { readonly body?: unknown; readonly query?: string } = {}): Make =>
  async (world) => ({ path: await spec(world), ...rest })

const absent = (rest: { readonly body?: unknown } = {}): Make => {
  return async (world) => ({ path: { organizationId: world.organization, specSlug: newSlug() }, ...rest })
}

const source = { text: description("Changed") }

export const openApiSpecs: Readonly<Record<string, Scenario>> = {
  listOpenApiSpecs: {
    ...viewing,
    calls: { 200: inOrganization() },
    items: async (world, count) => {
      const organizationId = await world.club()
      for (let at = 0; at < count; at++) {
        const body = { slug: newSlug(), source }
        await world.send("admin", "POST", `/v1/orgs/${organizationId}/openapi`, { body })
      }
      return [{ path: { organizationId } }]
    }
  },
  createOpenApiSpec: {
    ...describing,
    event: "openApiSpecs.create",
    calls: { 201: inOrganization(() => ({ slug: newSlug(), source: { url: "https://pets.test/openapi.json" } })) },
    idle: [
      { status: 400, call: inOrganization(() => ({ slug: newSlug(), source: {} })) },
      {
        status: 409,
        call: async (world) => {
          const { organizationId, specSlug } = await spec(world)
          return { path: { organizationId }, body: { slug: specSlug, source } }
        }
      }
    ]
  },
  getOpenApiSpecBySlug: { ...viewing, calls: { 200: ofSpec() }, unknown: { specSlug: "none" } },
  createOrUpdateOpenApiSpecBySlug: {
    ...describing,
    event: "openApiSpecs.update",
    eventOfNew: "openApiSpecs.create",
    calls: { 200: ofSpec({ body: { source } }), 201: absent({ body: { source } }) },
    free: ["specSlug"],
    idle: [{ status: 400, call: ofSpec({ body: { source: { text: "", url: "https://pets.test" } } }) }]
  },
  updateOpenApiSpecBySlug: {
    ...describing,
    event: "openApiSpecs.update",
    calls: { 200: ofSpec({ body: { visibility: "public" } }) },
    unknown: { specSlug: "none" },
    idle: [
      { status: 400, call: ofSpec({ body: {} }) },
      {
        status: 200,
        call: async (world) => {
          const path = await spec(world)
          const body = { visibility: "public" }
          await world.send("admin", "PATCH", `/v1/orgs/${path.organizationId}/openapi/${path.specSlug}`, { body })
          return { path, body }
        }
      }
    ]
  },
  listOpenApiSpecVersions: {
    ...viewing,
    calls: { 200: ofLatest },
    unknown: { specSlug: "none" },
    items: async (world, count) => {
      const { organizationId, specSlug } = count === 0 ? await spec(world) : await versioned(world, count)
      return [{ path: { organizationId, specSlug } }]
    }
  },
  getLatestOpenApiSpecVersion: { ...viewing, calls: { 200: ofLatest }, unknown: { specSlug: "none" } },
  getLatestOpenApiSpecVersionContent: { ...viewing, calls: { 200: ofLatest }, unknown: { specSlug: "none" } },
  getOpenApiSpecVersionById: { ...viewing, calls: { 200: ofVersion }, unknown: { specSlug: "none" } },
  getOpenApiSpecVersionContentById: { ...viewing, calls: { 200: ofVersion }, unknown: { specSlug: "none" } },
  deleteOpenApiSpecBySlug: {
    ...describing,
    event: "openApiSpecs.delete",
    calls: { 205: async (world) => ({ path: await used(world), query: "force=true" }), 204: absent() },
    unknown: { specSlug: "none" },
    idle: [{ status: 409, call: async (world) => ({ path: await used(world) }) }]
  }
}
