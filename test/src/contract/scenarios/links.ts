import {
  ChangeRequests,
  type ContentEdits,
  type ContentRef,
  Document,
  ContentEdits as Edits,
  Inline
} from "@quire/core"
import { Effect } from "effect"
import { as } from "../../support/engine.ts"
import type { Call, Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"

type Target = Parameters<ContentEdits.ContentEdits["Service"]["apply"]>[0]
type Changes = Parameters<ContentEdits.ContentEdits["Service"]["apply"]>[1]["changes"]

const reading = { by: "reader", refused: { who: "guest", status: 404 } } as const

/** A document that links to each of these once. */
const linking = (refs: ReadonlyArray<ContentRef.ContentRef>) => ({
  document: Document.make(
    refs.map((ref) => ({
      object: "block" as const,
      type: "paragraph" as const,
      nodes: [{ object: "inline" as const, type: "link" as const, data: { ref }, nodes: [Inline.text("here")] }]
    }))
  )
})

const toPage = (page: string): ContentRef.ContentRef => ({ kind: "page", page })

const edited = (world: World, target: Target, changes: Changes) =>
  world.api.run(
    as(world.people.admin.id)(Effect.flatMap(Edits.ContentEdits, ({ apply }) => apply(target, { changes })))
  )

const pagesOf = ({ changes }: Awaited<ReturnType<typeof edited>>) =>
  changes.map((change) => (change.object === "deleted_page" ? change.id : change.page.id))

const requested = (world: World, space: string) =>
  world.api.run(
    as(world.people.admin.id)(
      Effect.flatMap(ChangeRequests.ChangeRequests, (requests) => Effect.map(requests.create(space), ({ id }) => id))
    )
  )

/** A live space, or a change request of one, where so many pages link to a page and a file, and one page to them all. */
const linked = async (world: World, count: number, inRequest: boolean) => {
  const spaceId = await world.live()
  const [changeRequestId] = inRequest ? [await requested(world, spaceId)] : []
  const target = { space: spaceId, ...(changeRequestId === undefined ? {} : { changeRequest: changeRequestId }) }
  const first = await edited(world, target, [
    { operation: "insert_page", title: "Home" },
    { operation: "insert_files", files: [{ name: "a.txt", base64: "YQ==" }] }
  ])
  const [home = ""] = pagesOf(first)
  const [file] = first.insertedFiles
  const document = linking([toPage(home), { kind: "file", file: file?.id ?? "" }])
  const made = await edited(
    world,
    target,
    Array.from({ length: count }, (_, at) => ({ operation: "insert_page", title: `Page ${at}`, document }))
  )
  const all = linking(pagesOf(made).map(toPage))
  const [index = ""] = pagesOf(
    await edited(world, target, [{ operation: "insert_page", title: "Index", document: all }])
  )
  const base = { spaceId, ...(changeRequestId === undefined ? {} : { changeRequestId }) }
  return { base, home, index, file: file?.id ?? "" }
}

type Linked = Awaited<ReturnType<typeof linked>>

/** A reading of such content, in the primary content or a request. */
const reads = (inRequest: boolean, more: (made: Linked) => Record<string, string>, query = ""): Scenario => {
  const callOf = (made: Linked): Call => ({ path: { ...made.base, ...more(made) }, query })
  const call: Make = async (world) => callOf(await linked(world, 2, inRequest))
  return {
    ...reading,
    calls: { 200: call },
    items: async (world, count) => [callOf(await linked(world, count, inRequest))]
  }
}

/** As many links to broken targets, in one page each. */
const broken = async (world: World, count: number, inRequest: boolean) => {
  const spaceId = await world.live()
  const changeRequestId = await requested(world, spaceId)
  const document = linking([toPage("missing")])
  await edited(
    world,
    { space: spaceId, ...(inRequest ? { changeRequest: changeRequestId } : {}) },
    Array.from({ length: count }, (_, at) => ({ operation: "insert_page", title: `Page ${at}`, document }))
  )
  return inRequest ? { spaceId, changeRequestId } : { spaceId }
}

const brokenIn = (inRequest: boolean, ...queries: ReadonlyArray<string>): Scenario => ({
  ...reading,
  calls: { 200: async (world) => ({ path: (await linked(world, 2, inRequest)).base }) },
  items: async (world, count) => {
    const path = await broken(world, count, inRequest)
    return queries.map((query) => ({ path, query }))
  }
})

/** A notice that as many pages show. */
const noticed = async (world: World, count: number, inRequest: boolean) => {
  const spaceId = await world.live()
  const changeRequestId = await requested(world, spaceId)
  const show = { kind: "reusable-content", reusableContent: "notice" } as const
  const document = linking([show])
  const { insertedReusableContents } = await edited(
    world,
    { space: spaceId, ...(inRequest ? { changeRequest: changeRequestId } : {}) },
    [
      { operation: "insert_reusable_content", title: "Notice", ref: "notice" },
      ...Array.from({ length: count }, (_, at) => ({
        operation: "insert_page" as const,
        title: `Page ${at}`,
        document
      }))
    ]
  )
  const [reusableContentId = ""] = insertedReusableContents
  return { spaceId, ...(inRequest ? { changeRequestId } : {}), reusableContentId }
}

const usesNotice = (inRequest: boolean): Scenario => ({
  ...reading,
  calls: { 200: async (world) => ({ path: await noticed(world, 1, inRequest) }) },
  items: async (world, count) => [{ path: await noticed(world, count, inRequest) }]
})

export const links: Readonly<Record<string, Scenario>> = {
  listSpaceLinks: brokenIn(false, "", "status=broken"),
  listChangeRequestLinks: brokenIn(true, "", "status=broken", "brokenContext=change-request"),
  listPageLinksInSpace: reads(false, ({ index }) => ({ pageId: index }), "status=ok"),
  listPageLinksInChangeRequest: reads(true, ({ index }) => ({ pageId: index })),
  listPageBacklinks: reads(false, ({ home }) => ({ pageId: home })),
  listPageBacklinksInChangeRequest: reads(true, ({ home }) => ({ pageId: home })),
  listFileBacklinks: reads(false, ({ file }) => ({ fileId: file })),
  listFileBacklinksInChangeRequest: reads(true, ({ file }) => ({ fileId: file })),
  listReusableContentBacklinks: usesNotice(false),
  listReusableContentBacklinksInChangeRequest: usesNotice(true),
  getPageMetaLinks: {
    ...reading,
    calls: {
      200: async ({ docs }) => ({ path: { spaceId: docs.space, pageId: docs.page } })
    }
  }
}
