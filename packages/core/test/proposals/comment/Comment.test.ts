import { assert, describe, it } from "@effect/vitest"
import { Actor, CommentId, Document, RevisionId, SpaceId, UserId } from "@quire/core"
import { Comment } from "@quire/core/internal"
import * as fc from "fast-check"

const [ada, bob] = [UserId.make("ada"), UserId.make("bob")]

const fresh: Comment.Comment = {
  id: CommentId.make("comment"),
  space: SpaceId.make("space"),
  postedBy: ada,
  postedAt: 1,
  body: Document.empty,
  reactions: [],
  target: { revision: RevisionId.make("revision") },
  resolved: null
}

const texts = [Document.empty, Document.make([{ object: "block", type: "paragraph", nodes: [] }])]

describe("a comment", () => {
  it("records the user who last resolved it, and no one while it is open (rule comment-resolve)", () =>
    fc.assert(
      fc.property(fc.array(fc.record({ isResolved: fc.boolean(), by: fc.constantFrom(ada, bob) })), (given) => {
        let self = fresh
        let expected: Comment.Comment["resolved"] = null
        for (const [at, { by, isResolved }] of given.entries()) {
          const next = Comment.settle(self, isResolved, by, at)
          const isSame = isResolved === (expected !== null)
          assert.strictEqual(next === self, isSame)
          if (!isSame) expected = isResolved ? { at, by } : null
          self = next
          assert.deepStrictEqual(self.resolved, expected)
          assert.strictEqual(Comment.statusOf(self), isResolved ? "resolved" : "open")
        }
      })
    ))

  it("counts as edited only when its text changes (rule comment-edited)", () => {
    const [, other] = texts
    const reacted = Comment.applyChanges(fresh, { addedReactions: ["🚀"] }, bob, 5)
    assert.deepStrictEqual([reacted.editedAt, reacted.reactions.length], [undefined, 1])
    const edited = Comment.applyChanges(reacted, { body: other, removedReactions: ["1f680"] }, bob, 6)
    assert.deepStrictEqual([edited.editedAt, edited.reactions, edited.body], [6, [], other])
    assert.strictEqual(Comment.applyChanges(edited, { body: edited.body, removedReactions: ["🚀"] }, bob, 7), edited)
    assert.strictEqual(Comment.applyChanges(edited, {}, bob, 8), edited)
  })

  it("counts its author and the host as authors", () => {
    assert.isTrue(Comment.isAuthor(fresh, Actor.user(ada)))
    assert.isFalse(Comment.isAuthor(fresh, Actor.user(bob)))
    assert.isTrue(Comment.isAuthor(fresh, Actor.system))
    assert.isFalse(Comment.isAuthor({ postedBy: null }, Actor.user(ada)))
  })
})
