import { assert, describe, it } from "@effect/vitest"
import { type Role, roles } from "../../../src/people/access/Role.ts"
import {
  type ChangeRequestStatus,
  type Party,
  type Trigger,
  transition
} from "../../../src/spaces/change-request/ChangeRequest.ts"

const statuses: ReadonlyArray<ChangeRequestStatus> = ["draft", "open", "archived", "merged"]
const triggers: ReadonlyArray<readonly [name: string, trigger: Trigger]> = [
  ["edit", "edit"],
  ["update", "update"],
  ["merge", "merge"],
  ["rename", "rename"],
  ["request-review", "request-review"],
  ["review", "review"],
  ["draft", { set: "draft" }],
  ["open", { set: "open" }],
  ["archive", { set: "archived" }]
]

const outcomeOf = (from: ChangeRequestStatus, trigger: Trigger, party: Party) => {
  const answer = transition(from, trigger, party)
  return answer._tag === "To" ? answer.status : answer._tag
}

/** The result by status and trigger, for a reviewer who is not the author and may do everything. */
const expected: Readonly<Record<string, string>> = {
  "draft edit": "draft",
  "draft update": "draft",
  "draft merge": "merged",
  "draft rename": "draft",
  "draft request-review": "open",
  "draft review": "draft",
  "draft draft": "draft",
  "draft open": "open",
  "draft archive": "archived",
  "open edit": "open",
  "open update": "open",
  "open merge": "merged",
  "open rename": "open",
  "open request-review": "open",
  "open review": "open",
  "open draft": "draft",
  "open open": "open",
  "open archive": "archived",
  "archived edit": "Closed",
  "archived update": "Closed",
  "archived merge": "Closed",
  "archived rename": "Closed",
  "archived request-review": "Closed",
  "archived review": "Closed",
  "archived draft": "draft",
  "archived open": "open",
  "archived archive": "archived",
  "merged edit": "Closed",
  "merged update": "Closed",
  "merged merge": "Closed",
  "merged rename": "Closed",
  "merged request-review": "Closed",
  "merged review": "Closed",
  "merged draft": "Closed",
  "merged open": "Closed",
  "merged archive": "Closed"
}

/** The weakest role that may do it, for another user's request and for the user's own. */
const findWeakest = (from: ChangeRequestStatus, name: string, isAuthor: boolean): Role | "none" => {
  if (name === "merge") return "review"
  if (name === "review") return isAuthor ? "none" : "review"
  const manages =
    (from === "open" && name === "draft") ||
    (from === "archived" && (name === "draft" || name === "open")) ||
    (from !== "archived" && name === "archive") ||
    (from === "merged" && (name === "draft" || name === "open"))
  return manages && !isAuthor ? "review" : "edit"
}

describe("the state of a change request (rules request-states and request-state-rights)", () => {
  for (const from of statuses) {
    for (const [name, trigger] of triggers) {
      it(`allows or rejects ${name} in state ${from} by role`, () => {
        assert.strictEqual(outcomeOf(from, trigger, { role: "admin", isAuthor: false }), expected[`${from} ${name}`])
        for (const isAuthor of [false, true]) {
          const least = findWeakest(from, name, isAuthor)
          for (const role of roles) {
            const may = least !== "none" && roles.indexOf(role) >= roles.indexOf(least)
            assert.strictEqual(
              outcomeOf(from, trigger, { role, isAuthor }) !== "Forbidden",
              may,
              `${role}, ${isAuthor ? "the author" : "another user"}`
            )
          }
        }
      })
    }
  }

  it("has no transition out of merged", () => {
    for (const [, trigger] of triggers) {
      const answer = transition("merged", trigger, { role: "admin", isAuthor: false })
      assert.strictEqual(answer._tag, "Closed")
    }
  })
})
