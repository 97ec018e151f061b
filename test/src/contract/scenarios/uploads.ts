import type { Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"

const sent = (text: string, type: string, headers = {}) => ({ text, headers: { "content-type": type, ...headers } })

const appended = (text: string) => sent(text, "application/offset+octet-stream", { "upload-offset": "1" })

const first = sent("a", "application/octet-stream")

/** An upload of the editor to the documentation space, which lacks a byte. */
const begun = async (world: World) => {
  const path = `/v1/spaces/${world.docs.space}/uploads?name=letters.txt&size=2`
  const { json } = await world.send("editor", "POST", path, first)
  return { spaceId: world.docs.space, uploadId: json.id }
}

const editing = { isUnannounced: true, by: "editor", refused: { who: "commenter", status: 403 } } as const
/** The strongest caller other than the one who made it. */
const owned = { by: "editor", refused: { who: "admin", status: 404 } } as const

export const uploads = {
  createUpload: {
    ...editing,
    calls: {
      201: async ({ docs }) => ({
        path: { spaceId: docs.space },
        query: "name=a.txt&contentType=text/plain",
        sent: first
      })
    }
  },
  getUpload: { ...owned, calls: { 200: async (world) => ({ path: await begun(world) }) } },
  appendUpload: {
    ...owned,
    isUnannounced: true,
    idle: [{ status: 204, call: async (world) => ({ path: await begun(world), sent: appended("") }) }],
    calls: {
      204: async (world) => ({
        path: await begun(world),
        sent: appended("b")
      })
    }
  },
  deleteUpload: {
    ...owned,
    isUnannounced: true,
    refused: { who: "admin", status: 204 },
    calls: {
      204: async ({ docs }) => ({ path: { spaceId: docs.space, uploadId: "nothing" } }),
      205: async (world) => ({ path: await begun(world) })
    }
  }
} satisfies Readonly<Record<string, Scenario>>
