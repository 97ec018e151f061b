import { assert, describe, it } from "@effect/vitest"
import type { Outbox } from "@quire/core"
import { IntegrationChange } from "@quire/core/internal"

const made: Outbox.Event = {
  id: "e1",
  type: "installations.create",
  at: 1,
  actor: "system",
  token: null,
  organization: "o1",
  space: null,
  subjects: ["i1", "Helper"],
  after: { status: "pending", configuration: [] }
}

const payloadOf = (more: Partial<Outbox.Event>): unknown => {
  const change = IntegrationChange.of({ ...made, ...more })
  return change?._tag === "OfInstallation" ? change.payload : change
}

describe("the change that an outbox event reports to installations", () => {
  it("describes what happened to them, with the previous values (rule integration-told)", () => {
    const eventId = IntegrationChange.eventIdOf("e1", "i1")
    const common = { eventId, installationId: "i1" }
    assert.deepStrictEqual(payloadOf({}), { type: "installation_setup", ...common, status: "pending" })
    assert.deepStrictEqual(
      payloadOf({ type: "installations.update", before: { status: "pending" }, after: { status: "active" } }),
      { type: "installation_setup", ...common, status: "active", previous: { status: "pending" } }
    )
    const gone = { type: "installations.delete", before: made.after, after: undefined }
    assert.deepStrictEqual(payloadOf(gone), { type: "installation_deleted", ...common, previous: {} })
    for (const kind of ["space", "site"] as const) {
      const at = { ...common, [`${kind}Id`]: "p1" }
      const subjects = ["i1", "p1", "Helper"]
      assert.deepStrictEqual(payloadOf({ type: `${kind}Installations.create`, subjects }), {
        type: `${kind}_installation_setup`,
        ...at,
        status: "pending"
      })
      assert.deepStrictEqual(payloadOf({ ...gone, type: `${kind}Installations.delete`, subjects }), {
        type: `${kind}_installation_deleted`,
        ...at,
        previous: {}
      })
    }
    assert.strictEqual(IntegrationChange.of(made)?._tag, "OfInstallation")
  })

  it("reports a new head of a space, and not of a change request (rule integration-told)", () => {
    const edit = { type: "content.edit", space: "s1", after: { revision: "r2" } }
    const content = { _tag: "OfContent", space: "s1", revision: "r2" }
    assert.deepStrictEqual(payloadOf({ ...edit, subjects: ["r2", "page"] }), content)
    assert.deepStrictEqual(payloadOf({ ...edit, type: "changeRequests.merge", subjects: ["r2", "c1"] }), content)
    assert.isUndefined(payloadOf({ ...edit, subjects: ["c1", "r2", "page"] }))
    assert.isUndefined(payloadOf({ ...edit, type: "comments.create", subjects: ["r2"] }))
    assert.isUndefined(payloadOf({ type: "integrations.publish" }))
  })

  it("has a unique, stable id for each installation (rule integration-told-once)", () => {
    const ids = [
      ["e1", "i1"],
      ["e1", "i2"],
      ["e2", "i1"],
      ["e1", "i1"]
    ] as const
    const made = ids.map(([event, installation]) => IntegrationChange.eventIdOf(event, installation))
    assert.strictEqual(new Set(made).size, 3)
    assert.strictEqual(made[0], made[3])
  })
})
