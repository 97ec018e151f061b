import { assert, describe, it } from "@effect/vitest"
import {
  statesOf,
  withAfterAlone,
  withBeforeAlone,
  withBeforeAndAfter
} from "../../../src/foundation/events/EventStates.ts"
import { eventTypes } from "../../../src/foundation/events/EventType.ts"
import type { Event } from "../../../src/foundation/outbox/Outbox.ts"
import { type FeedEvent, shown } from "../../../src/integrations/subscription/FeedEvent.ts"

const event = (type: string, told: Pick<Event, "before" | "after"> = {}): Event => ({
  id: "e",
  type,
  at: 1,
  actor: "system",
  token: null,
  organization: "o",
  space: null,
  subjects: ["s"],
  ...told
})

/** What the type alone says to be there. */
const changeOf = (told: FeedEvent): ReadonlyArray<unknown> => {
  switch (told.type) {
    case "teams.create":
      return [told.after]
    case "teams.update":
      return [told.before, told.after]
    case "teams.delete":
      return [told.before]
    case "unknown":
      return [told.writtenType ?? ""]
    default:
      return []
  }
}

describe("events as hosts are told of them (rule event-tells)", () => {
  it("have what their type tells of what changed", () => {
    assert.deepStrictEqual(changeOf(shown(event("teams.create", { after: 2 }))), [2])
    assert.deepStrictEqual(changeOf(shown(event("teams.update", { before: 1, after: 2 }))), [1, 2])
    assert.deepStrictEqual(changeOf(shown(event("teams.delete", { before: 1 }))), [1])
    assert.deepStrictEqual(changeOf(shown(event("teams.remove", { before: 1 }))), [1])
    assert.deepStrictEqual(changeOf(shown(event("moons.rise"))), ["moons.rise"])
    assert.deepStrictEqual(changeOf(shown(event("tokens.delete"))), [])
  })

  it("have null for what another version did not write, and nothing that their type does not promise", () => {
    assert.deepStrictEqual(changeOf(shown(event("teams.update", { after: 2 }))), [null, 2])
    assert.deepStrictEqual(changeOf(shown(event("teams.delete"))), [null])
    assert.notProperty(shown(event("grants.delete", { before: 1, after: [] })), "after")
    assert.notProperty(shown(event("teams.create", { before: 1, after: 2 })), "before")
  })

  it("are told as they were written, whatever the form of it is today (rule event-typed)", () => {
    const written = { before: { id: "s", since: "removed" }, after: "as it was" }
    const told = shown(event("spaces.update", written))
    assert.deepStrictEqual([told.type, told.before, told.after], ["spaces.update", written.before, written.after])
  })

  it("have either where their type promises nothing, without secrets", () => {
    const { after, before } = shown(event("tokens.delete", { after: { secret: "x" } }))
    assert.deepStrictEqual([before, after], [undefined, { secret: "[redacted]" }])
  })

  it("tell the one thing or the other", () => {
    const listed = [...withBeforeAndAfter, ...withAfterAlone, ...withBeforeAlone]
    assert.strictEqual(new Set(listed).size, listed.length)
    for (const type of listed) assert.property(eventTypes, type)
    assert.deepStrictEqual(statesOf("teams.create"), { before: false, after: true })
    assert.deepStrictEqual(statesOf("tokens.delete"), { before: false, after: false })
  })
})
