import { nothing } from "../nothing.ts"
import * as Requests from "../requests.ts"
import type { Call, Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"

const reading = { by: "reader", refused: { who: "guest", status: 404 } } as const
const editing = { by: "editor", refused: { who: "commenter", status: 403 } } as const
const reviewing = { by: "reviewer", refused: { who: "editor", status: 403 } } as const

const of =
  (path: (world: World) => Promise<Readonly<Record<string, string>>>, rest: Omit<Call, "path"> = {}): Make =>
  async (world) => ({ path: await path(world), ...rest })

const inSpace = (rest: Omit<Call, "path"> = {}): Make => of(async (world) => ({ spaceId: await world.space() }), rest)

const fresh = (rest: Omit<Call, "path"> = {}) => of((world) => Requests.ofDocs(world), rest)
const mergedOne = (rest: Omit<Call, "path"> = {}) => of(Requests.mergedRequest, rest)

/** What of the documentation a change request of it is read for. */
const reads = (
  parameters: (docs: World["docs"]) => Readonly<Record<string, string>> = () => ({}),
  query = ""
): Scenario => ({
  ...reading,
  calls: {
    200: of(async (world) => ({ ...(await Requests.ofDocs(world)), ...parameters(world.docs) }), { query })
  }
})

const listed = async (world: World, count: number) => {
  const spaceId = await world.space()
  for (let at = 0; at < count; at++) await Requests.request(world, spaceId)
  return [{ path: { spaceId }, query: "status=draft" }]
}

const filled = async (world: World, count: number) => {
  const spaceId = await world.space()
  const { changeRequestId } = await Requests.request(world, spaceId, Requests.pages(count))
  return [{ path: { spaceId, changeRequestId } }]
}

const filed = async (world: World, count: number) => {
  const spaceId = await world.space()
  const path = await Requests.request(world, spaceId, [])
  for (let left = count; left > 0; left -= 10) {
    const files = Array.from({ length: Math.min(10, left) }, (_, at) => ({
      name: `${at}.txt`,
      base64: Buffer.from(`${left} ${at}`).toString("base64")
    }))
    await world.send("editor", "POST", `/v1/spaces/${spaceId}/change-requests/${path.changeRequestId}/content`, {
      body: { changes: [{ operation: "insert_files", files }] }
    })
  }
  return [{ path }]
}

const batch = { changes: [{ operation: "insert_page", title: "Made" }] }

const importing = (source: string, file: string) => async (world: World) => ({
  url: `${world.sourceUrl}/${file}`,
  source
})

export const changeRequests: Readonly<Record<string, Scenario>> = {
  listChangeRequests: { ...reading, calls: { 200: inSpace() }, items: listed },
  createChangeRequest: {
    ...editing,
    event: "changeRequests.create",
    calls: { 201: inSpace({ body: { subject: "New words", agentTaskId: "x" } }) }
  },
  getChangeRequest: { ...reading, calls: { 200: fresh() } },
  updateChangeRequest: {
    ...editing,
    event: "changeRequests.update",
    calls: { 200: fresh({ body: { subject: "Other", status: "open" } }) },
    idle: [
      { status: 200, call: fresh({ body: { subject: "", status: "draft" } }) },
      { status: 409, call: mergedOne({ body: { status: "open" } }) },
      { status: 400, call: fresh({ body: { status: "merged" } }) }
    ]
  },
  mergeChangeRequest: {
    ...reviewing,
    event: "changeRequests.merge",
    calls: { 200: of(async (world) => Requests.request(world, await world.space(), [Requests.insertPage("New")])) },
    idle: [
      { status: 409, call: mergedOne() },
      { status: 200, call: of((world) => Requests.outdated(world, true)) }
    ]
  },
  pullPrimaryContent: {
    ...editing,
    event: "changeRequests.pull",
    calls: { 200: of((world) => Requests.outdated(world, false)) },
    idle: [
      { status: 200, call: fresh() },
      { status: 200, call: of((world) => Requests.outdated(world, true)) },
      { status: 409, call: mergedOne() }
    ]
  },
  getMergeStatus: { ...reading, calls: { 200: of((world) => Requests.outdated(world, true)) } },
  resolveConflicts: {
    ...editing,
    event: "changeRequests.resolve",
    calls: {
      200: async (world) => {
        const path = await Requests.outdated(world, true)
        const { json } = await world.send(
          "editor",
          "GET",
          `/v1/spaces/${path.spaceId}/change-requests/${path.changeRequestId}/merge-status`
        )
        const { conflicts, expectedBase, expectedHead } = json as unknown as {
          conflicts: ReadonlyArray<{ key: string }>
          expectedBase: string
          expectedHead: string
        }
        const resolutions = Object.fromEntries(conflicts.map(({ key }) => [key, "changed"]))
        return { path, body: { resolutions, expectedBase, expectedHead } }
      }
    },
    idle: [
      {
        status: 409,
        call: of((world) => Requests.outdated(world, true), {
          body: { resolutions: {}, expectedBase: nothing, expectedHead: nothing }
        })
      }
    ]
  },
  listContributors: {
    ...reading,
    calls: { 200: fresh() },
    items: async (world, count) => [{ path: await Requests.contributed(world, count) }]
  },

  editContent: {
    ...editing,
    event: "content.edit",
    calls: { 200: of(async (world) => ({ spaceId: await world.live() }), { body: batch }) },
    idle: [
      { status: 412, call: inSpace({ body: batch }) },
      {
        status: 400,
        call: of(async (world) => ({ spaceId: await world.live() }), {
          body: { changes: [...batch.changes, { operation: "delete_page", page: nothing }] }
        })
      },
      {
        status: 400,
        call: of(async (world) => ({ spaceId: await world.live() }), { body: { ...batch, ifRevision: nothing } })
      },
      {
        status: 409,
        call: async (world) => {
          const { space } = await world.book()
          const { json } = await world.send("admin", "GET", `/v1/spaces/${space}/content`)
          const [ifRevision] = json["parents"] as unknown as ReadonlyArray<string>
          return { path: { spaceId: space }, body: { ...batch, ifRevision } }
        }
      }
    ]
  },
  rollBack: {
    ...reviewing,
    event: "content.rollBack",
    calls: {
      200: async (world) => {
        const { space } = await world.book()
        const { json } = await world.send("admin", "GET", `/v1/spaces/${space}/content`)
        const [revision] = json["parents"] as unknown as ReadonlyArray<string>
        return { path: { spaceId: space }, body: { revision } }
      }
    },
    idle: [
      { status: 409, call: async ({ docs }) => ({ path: { spaceId: docs.space }, body: { revision: docs.revision } }) },
      { status: 400, call: inSpace({ body: { revision: nothing } }) }
    ]
  },

  getChangeRequestContent: { ...reads(), items: filled },
  streamChangeRequestContentEvents: reads(undefined, "seconds=0"),
  editChangeRequestContent: {
    ...editing,
    event: "content.edit",
    calls: { 200: fresh({ body: batch }) },
    idle: [
      { status: 409, call: mergedOne({ body: batch }) },
      {
        status: 400,
        call: fresh({ body: { changes: [...batch.changes, { operation: "update_page", page: nothing, title: "x" }] } })
      },
      {
        status: 409,
        call: async (world) => {
          const path = await Requests.ofDocs(world)
          const { json } = await world.send(
            "editor",
            "GET",
            `/v1/spaces/${path.spaceId}/change-requests/${path.changeRequestId}`
          )
          return { path, body: { ...batch, ifRevision: json["revisionInitial"] } }
        }
      }
    ]
  },
  importContentIntoChangeRequest: {
    ...editing,
    event: "content.import",
    calls: {
      201: async (world) => ({ path: await Requests.ofDocs(world), body: await importing("zip", "docs.zip")(world) })
    },
    idle: [
      {
        status: 409,
        call: async (world) => ({
          path: await Requests.mergedRequest(world),
          body: await importing("zip", "docs.zip")(world)
        })
      }
    ]
  },
  getChangeRequestPdf: reads(),
  listPagesInChangeRequest: { ...reads(), items: filled },
  listFilesInChangeRequest: { ...reads(), items: filed },
  getFileInChangeRequest: reads(({ file }) => ({ fileId: file })),
  getPageInChangeRequest: reads(({ page }) => ({ pageId: page }), "format=markdown"),
  importContentIntoPageOfChangeRequest: {
    ...editing,
    event: "content.import",
    calls: {
      201: async (world) => ({
        path: { ...(await Requests.ofDocs(world)), pageId: world.docs.page },
        body: await importing("markdown", "guide.md")(world)
      })
    },
    idle: [
      {
        status: 409,
        call: async (world) => {
          const { page, space } = await world.book()
          const path = await Requests.request(world, space)
          await world.send("admin", "PATCH", `/v1/spaces/${space}/change-requests/${path.changeRequestId}`, {
            body: { status: "archived" }
          })
          return { path: { ...path, pageId: page }, body: await importing("markdown", "guide.md")(world) }
        }
      }
    ]
  },
  getPageInChangeRequestByPath: reads(({ path }) => ({ pagePath: path })),
  getReusableContentInChangeRequest: reads(({ reusable }) => ({ reusableContentId: reusable }))
}
