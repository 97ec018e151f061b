import { assert, describe, it } from "@effect/vitest"
import { Role } from "@quire/core"
import { CommentRights } from "@quire/core/internal"

/** What a role may do with another user's comment, and with its own: view, edit, reply, delete. */
const table = [
  ["read", "v---", "v---"],
  ["comment", "v-r-", "verd"],
  ["edit", "v-r-", "verd"],
  ["review", "v-r-", "verd"],
  ["create", "v-rd", "verd"],
  ["admin", "v-rd", "verd"]
] as const

const initials = ({ delete: remove, edit, reply, view }: CommentRights.CommentRights) =>
  `${view ? "v" : "-"}${edit ? "e" : "-"}${reply ? "r" : "-"}${remove ? "d" : "-"}`

describe("the permission table of a comment", () => {
  it("covers every role", () =>
    assert.deepStrictEqual(
      table.map(([role]) => role),
      [...Role.roles]
    ))

  it.each(table)("defines the rights of %s", (role, others, own) => {
    assert.strictEqual(initials(CommentRights.rightsOf({ role, isAuthor: false })), others)
    assert.strictEqual(initials(CommentRights.rightsOf({ role, isAuthor: true })), own)
  })
})
