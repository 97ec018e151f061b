import { assert, describe, it } from "@effect/vitest"
import { statesOf } from "../../../src/foundation/events/EventStates.ts"
import type { Event } from "../../../src/foundation/outbox/Outbox.ts"
import { type FeedEvent, shown } from "../../../src/integrations/subscription/FeedEvent.ts"

const event = (type: string, payload: Pick<Event, "before" | "after"> = {}): Event => ({
  id: "e",
  type,
  at: 1,
  actor: "system",
  token: null,
  organization: "o",
  space: null,
  subjects: ["s"],
  ...payload
})

/** What the type alone says to be there. */
const changeOf = (payload: FeedEvent): ReadonlyArray<unknown> => {
  switch (payload.type) {
    case "teams.create":
      return [payload.after]
    case "teams.update":
      return [payload.before, payload.after]
    case "teams.delete":
      return [payload.before]
    case "unknown":
      return [payload.writtenType ?? ""]
    default:
      return []
  }
}

describe("the event payload for a host (rule event-tells)", () => {
  it("contains what its type declares about the change", () => {
    assert.deepStrictEqual(changeOf(shown(event("teams.create", { after: 2 }))), [2])
    assert.deepStrictEqual(changeOf(shown(event("teams.update", { before: 1, after: 2 }))), [1, 2])
    assert.deepStrictEqual(changeOf(shown(event("teams.delete", { before: 1 }))), [1])
    assert.deepStrictEqual(changeOf(shown(event("teams.remove", { before: 1 }))), [1])
    assert.deepStrictEqual(changeOf(shown(event("moons.rise"))), ["moons.rise"])
    assert.deepStrictEqual(changeOf(shown(event("tokens.delete"))), [])
  })

  it("has null for fields that another version did not write, and no undeclared fields", () => {
    assert.deepStrictEqual(changeOf(shown(event("teams.update", { after: 2 }))), [null, 2])
    assert.deepStrictEqual(changeOf(shown(event("teams.delete"))), [null])
    assert.notProperty(shown(event("grants.delete", { before: 1, after: [] })), "after")
    assert.notProperty(shown(event("teams.create", { before: 1, after: 2 })), "before")
  })

  it("stays as written, whatever the current form (rule event-typed)", () => {
    const written = { before: { id: "s", since: "removed" }, after: "as it was" }
    const payload = shown(event("spaces.update", written))
    assert.deepStrictEqual(
      [payload.type, payload.before, payload.after],
      ["spaces.update", written.before, written.after]
    )
  })

  it("contains the generic previous and new state where its type declares none, without secrets", () => {
    const { after, before } = shown(event("tokens.delete", { after: { secret: "x" } }))
    assert.deepStrictEqual([before, after], [undefined, { secret: "[redacted]" }])
  })

  it.each([
    ["teams.create", false, true],
    ["spaces.duplicate", false, true],
    ["teams.update", true, true],
    ["teams.delete", true, false],
    ["integrationDevelopments.delete", false, true],
    ["linkInvites.use", false, false],
    ["tokens.delete", false, false],
    ["unknown", false, false]
  ])("has the previous and the new state that its type promises: %s", (type, before, after) => {
    assert.deepStrictEqual(statesOf(type), { before, after })
  })
})
