import { newNumber } from "../numbers.ts"
import { type Make, nothing, type Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"
import { process } from "./openApiSpecs.ts"

const reading = { by: "reader", refused: { who: "guest", status: 404 }, isQuestion: true } as const

/** A description with two operations of one tag, one without, and a model. */
export const animals = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Animals", version: "1", description: "All of **them**." },
  tags: [{ name: "Cats", description: "They purr." }],
  paths: {
    "/cats": {
      get: {
        tags: ["Cats"],
        summary: "List cats",
        description: "In `pages`.",
        responses: { 200: { description: "Cats" } }
      },
      post: { tags: ["Cats"], responses: { 201: { description: "A cat" } } }
    },
    "/health": { get: { responses: { 204: { description: "Well" } } } }
  },
  components: { schemas: { Cat: { type: "object" } } }
})

interface Described {
  readonly slug: string
  readonly id: string
}

const describe = async (world: World): Promise<Described> => {
  const slug = `animals-${newNumber()}`
  const body = { slug, source: { text: animals } }
  const { json } = await world.send("admin", "POST", `/v1/orgs/${world.organization}/openapi`, { body })
  const id = String(json["id"])
  await process(world, id)
  return { slug, id }
}

const known = new WeakMap<World, Promise<Described>>()

/** A spec of the world's organization that was read: one for all calls, as an organization has only so many. */
export const described = (world: World): Promise<Described> => {
  const made = known.get(world) ?? describe(world)
  known.set(world, made)
  return made
}

type Source = (spec: Described) => { readonly props: object; readonly value?: object | null }

export const sourceOf = (spec: Described, of: Source) => {
  const { props, value } = of(spec)
  const ref = { kind: "openapi", spec: spec.slug }
  return { type: "builtin:openapi", props, dependencies: { spec: value === undefined ? { ref } : { ref, value } } }
}

const asking =
  (of: Source): Make =>
  async (world) => ({
    path: { spaceId: world.docs.space },
    body: { source: sourceOf(await described(world), of), seed: "seed" }
  })

const unknown =
  (props: object): Make =>
  async (world) => ({
    path: { spaceId: world.docs.space },
    body: { source: sourceOf({ slug: "none", id: nothing }, () => ({ props })), seed: "seed" }
  })

const versionOf = ({ id, slug }: Described) => ({ object: "openapi-spec", id, slug, lastVersion: nothing })

const cats = { doc: "operations", page: "Cats" }

const strange = (type: string): Make => {
  return async (world) => ({
    path: { spaceId: world.docs.space },
    body: { source: { type, props: {}, dependencies: {} }, seed: "seed" }
  })
}

export const computations: Readonly<Record<string, Scenario>> = {
  getComputedDocument: {
    ...reading,
    calls: { 200: asking(() => ({ props: cats })) },
    idle: [
      { status: 200, call: asking(() => ({ props: { doc: "info", page: "Animals" } })) },
      { status: 200, call: asking(() => ({ props: { doc: "models" } })) },
      { status: 200, call: asking(() => ({ props: { doc: "models" }, value: null })) },
      { status: 404, call: unknown(cats) },
      { status: 404, call: asking((spec) => ({ props: cats, value: versionOf(spec) })) },
      { status: 400, call: strange("integration:github:files") },
      { status: 400, call: strange("builtin:translation") }
    ]
  },
  getComputedRevision: {
    ...reading,
    calls: { 200: asking(() => ({ props: { models: true } })) },
    idle: [
      { status: 200, call: asking(() => ({ props: { models: false } })) },
      { status: 404, call: unknown({ models: true }) },
      { status: 404, call: asking((spec) => ({ props: { models: true }, value: versionOf(spec) })) },
      { status: 400, call: strange("integration:github:files") }
    ]
  }
}
