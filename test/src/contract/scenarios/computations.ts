import { ContentEdits, SpaceId } from "@quire/core"
import { Effect } from "effect"
import { as } from "../../support/engine.ts"
import { nothing } from "../nothing.ts"
import { newNumber } from "../numbers.ts"
import type { Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"
import { process } from "./openApiSpecs.ts"
import { french } from "./translations.ts"

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

interface Translated {
  readonly id: string
  readonly space: string
  readonly revision: string
  readonly document: string
}

const translate = async (world: World): Promise<Translated> => {
  const path = await french(world)
  const settings = `/v1/orgs/${path.organizationId}/translations/${path.translationSettingsId}`
  const { json: found } = await world.send("admin", "GET", settings)
  const space = SpaceId.make(String(Reflect.get(Object(found["source"]), "space")))
  await world.send("admin", "PATCH", `/v1/spaces/${space}`, { body: { editMode: "live" } })
  const change = { operation: "insert_page" as const, title: "Start", document: { markdown: "Words." } }
  await world.api.run(
    Effect.flatMap(ContentEdits.ContentEdits, (edits) =>
      Effect.orDie(as(world.people.admin.id)(edits.apply({ space }, { changes: [change] })))
    )
  )
  const { json: language } = await world.send("admin", "GET", `${settings}/languages/fr`)
  await process(world, String(language["id"]), "translation-runs")
  const output = String(language["space"])
  const { json: content } = await world.send("admin", "GET", `/v1/spaces/${output}/content`)
  const [page] = Array.isArray(content["pages"]) ? content["pages"] : []
  return {
    id: String(language["id"]),
    space: output,
    revision: String(content["id"]),
    document: String(page?.documentId)
  }
}

const knownTranslations = new WeakMap<World, Promise<Translated>>()

/** A translation of one page: one for all calls, as an organization has only so many. */
export const translated = (world: World): Promise<Translated> => {
  const made = knownTranslations.get(world) ?? translate(world)
  knownTranslations.set(world, made)
  return made
}

const type = "builtin:translation"

/** The pages of a translation. */
export const translationOf = ({ id }: Pick<Translated, "id">, value?: object | null) => ({
  type,
  props: {},
  dependencies: {
    translation: { ref: { kind: "translation", translation: id }, ...(value === undefined ? {} : { value }) }
  }
})

/** The text of a page of a translation. */
export const textOf = ({ document, space }: Pick<Translated, "document" | "space">) => ({
  type,
  props: { space, document }
})

const ofTranslation =
  (of: (made: Translated) => object): Make =>
  async (world) => ({
    path: { spaceId: world.docs.space },
    body: { source: of(await translated(world)), seed: "seed" }
  })

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
      { status: 400, call: unknown(cats) },
      { status: 400, call: asking((spec) => ({ props: cats, value: versionOf(spec) })) },
      { status: 400, call: strange("integration:github:files") },
      { status: 200, call: ofTranslation(textOf) },
      { status: 400, call: ofTranslation((made) => textOf({ ...made, document: nothing })) },
      { status: 400, call: ofTranslation((made) => textOf({ ...made, space: nothing })) },
      { status: 400, call: strange("builtin:translation") }
    ]
  },
  getComputedRevision: {
    ...reading,
    calls: { 200: asking(() => ({ props: { models: true } })) },
    idle: [
      { status: 200, call: asking(() => ({ props: { models: false } })) },
      { status: 400, call: unknown({ models: true }) },
      { status: 400, call: asking((spec) => ({ props: { models: true }, value: versionOf(spec) })) },
      { status: 200, call: ofTranslation((made) => translationOf(made)) },
      { status: 200, call: ofTranslation((made) => translationOf(made, null)) },
      {
        status: 200,
        call: ofTranslation((made) => translationOf(made, { space: made.space, revision: made.revision }))
      },
      { status: 400, call: ofTranslation(() => translationOf({ id: nothing })) },
      {
        status: 400,
        call: ofTranslation((made) => translationOf(made, { space: nothing, revision: made.revision }))
      },
      { status: 400, call: ofTranslation((made) => translationOf(made, { space: made.space, revision: nothing })) },
      { status: 400, call: strange("integration:github:files") }
    ]
  }
}
