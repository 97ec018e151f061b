import { type Block, ContentBase, ContentEdits, Document, type EditInput, Sites, Spaces } from "@quire/core"
import { Books, IncludedRoom } from "@quire/core/internal"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { leaf, paragraph } from "../reading/nodes.ts"
import { as, asSystem, engines } from "../support/engine.ts"
import { found } from "../support/world.ts"
import * as Stage from "./stage.ts"

type Change = EditInput.ContentEdit["changes"][number]

const documentOf = (nodes: ReadonlyArray<Block.TopLevel>) =>
  ({ document: { object: "document", data: { schemaVersion: 1 }, nodes } }) as const

const named = (name: string) => leaf("reusable-content", { ref: { kind: "reusable-content", reusableContent: name } })

const many = <A>(count: number, make: (at: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, at) => make(at))

const content = (name: string, nodes: Parameters<typeof documentOf>[0]): Change => ({
  operation: "insert_reusable_content",
  title: name,
  document: documentOf(nodes),
  ref: name
})

const page = (slug: string, nodes: Parameters<typeof documentOf>[0]): Change => ({
  operation: "insert_page",
  title: slug,
  slug,
  document: documentOf(nodes)
})

/** Contents, each of which names those after it. */
const nested = many(12, (at) =>
  content(`c${11 - at}`, [paragraph(`c${11 - at}`), ...many(at, (to) => named(`c${11 - to}`))])
)

const changes: ReadonlyArray<Change> = [
  content("long", [paragraph("x".repeat(50_000))]),
  content(
    "wide",
    many(1_000, () => paragraph("y"))
  ),
  ...nested,
  page("home", [paragraph("home")]),
  page(
    "long",
    many(1_000, () => named("long"))
  ),
  page(
    "wide",
    many(500, () => named("wide"))
  ),
  page(
    "nested",
    many(12, (at) => named(`c${at}`))
  )
]

describe.each(engines(import.meta.url))("reusable contents that a page includes often on %s", (_, engine) => {
  const state: { stage?: Stage.Stage; mount?: string; space?: string; long?: string } = {}
  const opened = () => {
    const { long, mount, space, stage } = state
    return long === undefined || mount === undefined || stage === undefined || space === undefined
      ? assert.fail("nothing to read")
      : { long, mount, space, stage }
  }
  beforeAll(async () => {
    const stage = await Stage.open(engine)
    const made = await stage.api.run(
      Effect.gen(function* () {
        const world = yield* Effect.orDie(found)
        return yield* Effect.gen(function* () {
          const spaces = yield* Spaces.Spaces
          const { id: space } = yield* spaces.create(world.organization, { title: "Often", editMode: "live" })
          const { insertedReusableContents } = yield* (yield* ContentEdits.ContentEdits).apply({ space }, { changes })
          yield* spaces.update(space, { editMode: "locked" })
          const sites = yield* Sites.Sites
          const { id: site } = yield* sites.create(world.organization, { title: "Often", spaces: [space] })
          const { urls } = yield* sites.publish(world.organization, site)
          return { space, long: insertedReusableContents[0], mount: new URL(urls.published ?? "").pathname }
        }).pipe(as(world.admin), Effect.orDie)
      })
    )
    Object.assign(state, { stage, ...made })
  })
  afterAll(() => state.stage?.close())

  it.each([
    ["long", "xxxx"],
    ["wide", "y</p>"],
    ["nested", "c11"]
  ])("limits the page %s to its maximum (rule reusable-included)", async (slug, words) => {
    const { mount, stage } = opened()
    const { status, text } = await stage.ask(`${mount}${slug}`)
    assert.strictEqual(status, 200)
    assert.isAtMost(text.length, 1.5 * IncludedRoom.limits.characters)
    assert.isAtMost(text.split("</p>").length, IncludedRoom.limits.blocks + 100)
    assert.include(text, words)
  })

  it("limits a page of a PDF to its maximum (rule reusable-included)", async () => {
    const { long, space, stage } = opened()
    const document = Document.make(many(1_000, () => named(long)))
    const included = await stage.api.run(
      Effect.gen(function* () {
        const { root } = yield* asSystem((yield* ContentBase.ContentBase).open({ space }))
        return yield* Books.includeReusables(root, document)
      }).pipe(Effect.orDie)
    )
    const { length } = JSON.stringify(included)
    assert.isAtLeast(length, 0.9 * IncludedRoom.limits.characters)
    assert.isAtMost(length, 1.5 * IncludedRoom.limits.characters)
  })
})
