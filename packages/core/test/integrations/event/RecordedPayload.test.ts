import { assert, describe, it } from "@effect/vitest"
import { InstallationId, SpaceId } from "@quire/core"
import { type EventPayload, RecordedPayload } from "@quire/core/internal"

const { recorded } = RecordedPayload
const installationId = InstallationId.make("i1")

describe("a recorded event", () => {
  it("contains no credentials and no query of a request (rule integration-records)", () => {
    const request = {
      method: "get",
      url: "https://quire.test/integrations/a/fetch/oauth?code=secret#token",
      headers: { Authorization: "Basic c2VjcmV0", cookie: "a=secret", accept: "text/html" }
    } as const
    assert.deepStrictEqual(recorded({ type: "fetch", eventId: "e", request }), {
      type: "fetch",
      eventId: "e",
      request: { method: "get", url: "https://quire.test/integrations/a/fetch/oauth", headers: { accept: "text/html" } }
    })
  })

  it("contains no data that fills a component or a task (rule integration-records)", () => {
    const spaceId = SpaceId.make("s1")
    const context = { type: "document", theme: "dark", spaceId, editable: false } as const
    const drawn = { type: "ui_render", eventId: "e", installationId, componentId: "c", context } as const
    const filled: EventPayload.EventPayload = { ...drawn, props: { a: 1 }, state: { b: 2 }, action: { action: "c" } }
    assert.deepStrictEqual(recorded(filled), { ...drawn, props: {} })
    assert.deepStrictEqual(recorded({ type: "task", eventId: "e", task: { a: 1 } }), {
      type: "task",
      eventId: "e",
      task: {}
    })
  })
})
