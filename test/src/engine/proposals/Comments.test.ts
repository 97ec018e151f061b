import { assert, layer } from "@effect/vitest"
import {
  ChangeRequests,
  Commenters,
  CommentReplies,
  Comments,
  type CommentViews,
  ContentEdits,
  Contents,
  type Discussion,
  Document,
  Members,
  Merging,
  Outbox,
  type Role,
  RowStore,
  Spaces,
  Users
} from "@quire/core"
import { Rounds } from "@quire/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { prepared } from "../../support/docs.ts"
import { as, asSystem, engines } from "../../support/engine.ts"

const rounds = Rounds.rounds(5, 100, 12)

const text = (markdown: string) => ({ body: { markdown } })

const paragraph = (words: string) =>
  Document.make([
    {
      object: "block",
      type: "paragraph",
      nodes: [{ object: "text", leaves: [{ object: "leaf", text: words, marks: [] }] }]
    }
  ])

/** A space with three pages and a change request on it, and a member of each role. */
const discussed = Effect.gen(function* () {
  const users = yield* Users.Users
  const members = yield* Members.Members
  const requests = yield* ChangeRequests.ChangeRequests
  const contents = yield* Contents.Contents
  const world = yield* prepared
  const person = (name: string, role: Role.Role) =>
    asSystem(
      Effect.gen(function* () {
        const { id } = yield* users.ensure({ email: `${name}@${world.domain}`, displayName: name, emailVerified: true })
        yield* members.add(world.organization, id, role)
        return id
      })
    )
  const commenter = yield* person("commenter", "comment")
  const reviewer = yield* person("reviewer", "review")
  const request = yield* as(world.editor)(requests.create(world.id, { subject: "Better" }))
  const page = yield* as(world.reader)(contents.pageByPath({ space: world.id }, "guide/install", "document"))
  if (page.type !== "document" || page.document === undefined) return yield* Effect.die(new Error("no document"))
  const place: Discussion.DiscussionTarget = { space: world.id, changeRequest: request.id }
  return { ...world, commenter, reviewer, request, page, document: page.document, onSpace: { space: world.id }, place }
})

/** The name of what refuses, or `"allowed"`. */
const answer = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: () => "allowed" })

const eventsOf = (space: string) =>
  Effect.gen(function* () {
    const outbox = yield* Outbox.Outbox
    const found: Array<Outbox.Event> = []
    let offset = ""
    for (;;) {
      const rows = yield* outbox.read(offset, 100)
      found.push(...rows.map(({ event }) => event).filter((event) => event.space === space))
      const last = rows.at(-1)
      if (last === undefined) return found.filter(({ type }) => /^(comments|replies)\./.test(type))
      offset = last.offset
    }
  })

const everything = { status: "all", order: "asc" } as const
const whole = { limit: 1000 }

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`comments on ${name}`, (it) => {
    it.effect("stores a comment as a document and returns it in either format", () =>
      Effect.gen(function* () {
        const comments = yield* Comments.Comments
        const { commenter, place, onSpace, request, id } = yield* discussed
        const mine = as(commenter)
        for (const at of [place, onSpace]) {
          const made = yield* mine(comments.post(at, text("Is **this** right?\n\n- one\n- two")))
          const isOnRequest = at === place
          assert.deepStrictEqual(made.body, { markdown: "Is **this** right?\n\n* one\n* two" })
          assert.deepStrictEqual(
            [made.status, made.replies, made.reactions, made.postedBy.id, made.editedAt, made.resolvedBy],
            ["open", 0, [], commenter, undefined, undefined]
          )
          assert.deepStrictEqual(made.target, {
            space: id,
            ...(isOnRequest ? { changeRequest: request.id } : {}),
            revision: request.revision
          })
          const path = isOnRequest ? `/change-requests/${request.id}` : ""
          assert.strictEqual(made.urls.location, `http://quire.test/v1/spaces/${id}${path}/comments/${made.id}`)
          assert.deepStrictEqual(yield* mine(comments.get(at, made.id)), made)
          const shown = yield* mine(comments.get(at, made.id, "document"))
          if (!("document" in shown.body)) return assert.fail("no document")
          assert.strictEqual(shown.body.document.nodes.length, 2)
          const again = { body: { document: shown.body.document as Document.Document } }
          const copy = yield* mine(comments.post(at, again, { format: "document" }))
          assert.deepStrictEqual(copy.body, shown.body)
        }
        const front = yield* mine(comments.post(place, text("---\ntitle: kept\n---\n\nMore")))
        assert.include("markdown" in front.body ? front.body.markdown : "", "title: kept")
        const titled = yield* mine(comments.post(place, text("# First\n\nSecond")))
        assert.deepStrictEqual(titled.body, { markdown: "# First\n\nSecond" })
      })
    )

    it.effect(
      "accepts texts of 1 to 20,000 characters, without surrounding white space (rule comment-needs-text)",
      () =>
        Effect.gen(function* () {
          const comments = yield* Comments.Comments
          const replies = yield* CommentReplies.CommentReplies
          const { commenter, place } = yield* discussed
          const { id } = yield* as(commenter)(comments.post(place, text("First")))
          const cases: ReadonlyArray<readonly [string, string]> = [
            ["", "InputInvalid"],
            [" \n ", "InputInvalid"],
            ["x", "allowed"],
            ["x".repeat(20_000), "allowed"],
            [` ${"😀".repeat(20_000)}\n`, "allowed"],
            ["x".repeat(20_001), "InputInvalid"],
            ["😀".repeat(20_001), "InputInvalid"]
          ]
          for (const [words, expected] of cases) {
            for (const body of [{ markdown: words }, { document: paragraph(words) }]) {
              const told = [
                yield* answer(as(commenter)(comments.post(place, { body }))),
                yield* answer(as(commenter)(comments.update(place, id, { body }))),
                yield* answer(as(commenter)(replies.post({ ...place, comment: id }, { body })))
              ]
              assert.deepStrictEqual(told, [expected, expected, expected], words.slice(0, 10))
            }
          }
          assert.strictEqual(
            yield* answer(as(commenter)(comments.post(place, { body: { document: Document.empty } }))),
            "InputInvalid"
          )
          assert.strictEqual(yield* answer(as(commenter)(comments.post(place, text("***")))), "InputInvalid")
          assert.strictEqual(yield* answer(as(commenter)(comments.post(place, text("a\u0000b")))), "InputInvalid")
        })
    )

    it.effect("keeps line breaks in both formats of a comment (rule comment-line-break)", () =>
      Effect.gen(function* () {
        const comments = yield* Comments.Comments
        const { commenter, place } = yield* discussed
        const mine = as(commenter)
        const body = { markdown: "One\ntwo\n\nThree  \nfour" }
        const { id, body: shown } = yield* mine(comments.post(place, { body }))
        assert.deepStrictEqual(shown, { markdown: "One\\\ntwo\n\nThree\\\nfour" })
        const { body: stored } = yield* mine(comments.get(place, id, "document"))
        for (const words of ["One\\ntwo", "Three\\nfour"]) assert.include(JSON.stringify(stored), `"text":"${words}"`)
        for (const same of [body, { markdown: "One\\\ntwo\n\nThree\\\nfour" }]) {
          const { editedAt } = yield* mine(comments.update(place, id, { body: same }))
          assert.isUndefined(editedAt)
        }
      })
    )

    it.effect(
      "refers to a page and a block, and marks the comment outdated when the primary content no longer has them (rule comment-target)",
      () =>
        Effect.gen(function* () {
          const comments = yield* Comments.Comments
          const edits = yield* ContentEdits.ContentEdits
          const { admin, commenter, document, editor, onSpace, page, place } = yield* discussed
          const mine = as(commenter)
          const [first] = document.nodes
          const node = (first as { readonly key: string }).key
          const reference = {
            id: page.id,
            title: "Install it",
            createdAt: page.createdAt,
            updatedAt: page.updatedAt,
            path: "guide/install",
            outdated: false
          }
          const onRequest = yield* mine(comments.post(place, { ...text("Here"), page: page.id, node }))
          const onHead = yield* mine(comments.post(onSpace, { ...text("Here"), page: page.id }))
          const apart = yield* mine(comments.post(place, { ...text("There"), page: page.id }))
          assert.deepStrictEqual(onRequest.target.page, reference)
          assert.deepStrictEqual(onRequest.target.node, { id: node, preview: "Run the installer." })
          assert.deepStrictEqual([onHead.target.page, onHead.target.node], [reference, undefined])
          for (const [wanted, expected] of [
            [{ node }, "NodeWithoutPage"],
            [{ page: "none" }, "ReferenceNotFound"],
            [{ page: "" }, "ReferenceNotFound"],
            [{ page: page.id, node: "none" }, "ReferenceNotFound"],
            [{ page: "none", node }, "ReferenceNotFound"]
          ] as const) {
            assert.strictEqual(yield* answer(mine(comments.post(place, { ...text("x"), ...wanted }))), expected)
          }
          const outdated = Effect.gen(function* () {
            const seen = [
              yield* mine(comments.get(place, onRequest.id)),
              yield* mine(comments.get(place, apart.id)),
              yield* mine(comments.get(onSpace, onHead.id))
            ]
            return seen.map(({ target }) => target.page?.outdated)
          })
          assert.deepStrictEqual(yield* outdated, [false, false, false])
          const { space } = onSpace
          yield* as(editor)(
            edits.apply(place as { readonly space: string; readonly changeRequest: string }, {
              changes: [{ operation: "update_page", page: page.id, document: { markdown: "```\ncode\n```" } }]
            })
          )
          assert.deepStrictEqual(yield* outdated, [false, false, false])
          yield* as(editor)(
            edits.apply(place as { readonly space: string; readonly changeRequest: string }, {
              changes: [{ operation: "delete_page", page: page.id }]
            })
          )
          assert.deepStrictEqual(yield* outdated, [false, false, false])
          assert.strictEqual(
            yield* answer(mine(comments.post(place, { ...text("x"), page: page.id }))),
            "ReferenceNotFound"
          )
          const body = { markdown: "```\ncode\n```" }
          yield* as(admin)(
            edits.apply({ space }, { changes: [{ operation: "update_page", page: page.id, document: body }] })
          )
          assert.deepStrictEqual(yield* outdated, [true, false, false])
          yield* as(admin)(edits.apply({ space }, { changes: [{ operation: "delete_page", page: page.id }] }))
          assert.deepStrictEqual(yield* outdated, [true, true, true])
          const kept = yield* mine(comments.get(onSpace, onHead.id))
          assert.deepStrictEqual(kept.target.page, { ...reference, outdated: true })
        })
    )

    it.effect("limits a preview to 140 characters", () =>
      Effect.gen(function* () {
        const comments = yield* Comments.Comments
        const contents = yield* Contents.Contents
        const edits = yield* ContentEdits.ContentEdits
        const { admin, commenter, id, onSpace, page } = yield* discussed
        for (const [words, expected] of [
          ["😀".repeat(140), "😀".repeat(140)],
          ["😀".repeat(141), "😀".repeat(140)]
        ] as const) {
          yield* as(admin)(
            edits.apply(
              { space: id },
              { changes: [{ operation: "update_page", page: page.id, document: { document: paragraph(words) } }] }
            )
          )
          const now = yield* as(admin)(contents.page(onSpace, page.id, "document"))
          const [first] = now.type === "document" ? (now.document?.nodes ?? []) : []
          const node = (first as { readonly key: string }).key
          const made = yield* as(commenter)(comments.post(onSpace, { ...text("x"), page: page.id, node }))
          assert.strictEqual(made.target.node?.preview, expected)
        }
      })
    )

    it.effect("allows each role what the table says, on comments and replies (rule comment-rights)", () =>
      Effect.gen(function* () {
        const comments = yield* Comments.Comments
        const replies = yield* CommentReplies.CommentReplies
        const world = yield* discussed
        const ofAdmin = yield* as(world.admin)(comments.post(world.place, text("Admin's")))
        const at = { ...world.place, comment: ofAdmin.id }
        const answered = yield* as(world.admin)(replies.post(at, text("Admin's")))
        const refused = (mayComment: boolean) => (mayComment ? "allowed" : "Forbidden")
        for (const [role, mayComment, mayCreate] of [
          ["reader", false, false],
          ["commenter", true, false],
          ["editor", true, false],
          ["reviewer", true, false],
          ["creator", true, true],
          ["admin", true, true]
        ] as const) {
          const me = as(world[role])
          const isAdmin = role === "admin"
          assert.strictEqual(yield* answer(me(comments.post(world.place, text("x")))), refused(mayComment), role)
          assert.strictEqual(yield* answer(me(replies.post(at, text("x")))), refused(mayComment), role)
          assert.strictEqual(yield* answer(me(comments.list(world.place, everything, whole))), "allowed", role)
          const changes: ReadonlyArray<readonly [Parameters<typeof comments.update>[2], boolean]> = [
            [{}, mayComment],
            [{ resolved: true }, mayComment],
            [{ resolved: false }, mayComment],
            [{ addedReactions: ["🚀"] }, mayComment],
            [text("New"), isAdmin],
            [{ ...text("New"), resolved: true, addedReactions: ["👀"] }, isAdmin]
          ]
          for (const [change, may] of changes) {
            const before = yield* asSystem(comments.get(world.place, ofAdmin.id))
            assert.strictEqual(
              yield* answer(me(comments.update(world.place, ofAdmin.id, change))),
              refused(may),
              `${role} ${JSON.stringify(change)}`
            )
            if (!may) assert.deepStrictEqual(yield* asSystem(comments.get(world.place, ofAdmin.id)), before)
          }
          assert.strictEqual(yield* answer(me(replies.update(at, answered.id, text("New")))), refused(isAdmin), role)
          const seen = yield* me(comments.get(world.place, ofAdmin.id))
          assert.deepStrictEqual(
            seen.permissions,
            { view: true, edit: isAdmin, reply: mayComment, delete: mayCreate },
            role
          )
          const victim = yield* as(world.admin)(comments.post(world.place, text("x")))
          const victims = yield* as(world.admin)(replies.post({ ...at, comment: victim.id }, text("x")))
          assert.strictEqual(
            yield* answer(me(replies.remove({ ...at, comment: victim.id }, victims.id))),
            refused(mayCreate),
            role
          )
          assert.strictEqual(yield* answer(me(comments.remove(world.place, victim.id))), refused(mayCreate), role)
          if (!mayComment) continue
          const own = yield* me(comments.post(world.place, text("Mine")))
          assert.deepStrictEqual(own.permissions, { view: true, edit: true, reply: true, delete: true }, role)
          assert.strictEqual(yield* answer(me(comments.update(world.place, own.id, text("Edited")))), "allowed", role)
          assert.isTrue(yield* me(comments.remove(world.place, own.id)), role)
        }
        for (const outsider of [world.guest, world.stranger]) {
          assert.strictEqual(yield* answer(as(outsider)(comments.post(world.place, text("x")))), "SpaceNotFound")
          assert.strictEqual(yield* answer(as(outsider)(comments.remove(world.place, ofAdmin.id))), "SpaceNotFound")
        }
      })
    )

    it.effect("finds a comment in its own place only, and a reply under its own comment only", () =>
      Effect.gen(function* () {
        const comments = yield* Comments.Comments
        const replies = yield* CommentReplies.CommentReplies
        const requests = yield* ChangeRequests.ChangeRequests
        const { admin, editor, id, onSpace, place, request } = yield* discussed
        const mine = as(admin)
        const other = yield* as(editor)(requests.create(id))
        const here = yield* mine(comments.post({ space: id, changeRequest: String(request.number) }, text("Here")))
        const there = yield* mine(comments.post(onSpace, text("There")))
        assert.strictEqual(here.target.changeRequest, request.id)
        const reply = yield* mine(replies.post({ ...place, comment: here.id }, text("Yes")))
        assert.strictEqual(reply.urls.location, `${here.urls.location}/replies/${reply.id}`)
        for (const [at, comment] of [
          [onSpace, here.id],
          [{ space: id, changeRequest: other.id }, here.id],
          [place, there.id],
          [place, "none"]
        ] as const) {
          assert.strictEqual(yield* answer(mine(comments.get(at, comment))), "CommentNotFound")
          assert.strictEqual(yield* answer(mine(comments.update(at, comment, {}))), "CommentNotFound")
          assert.isFalse(yield* mine(comments.remove(at, comment)))
          assert.strictEqual(yield* answer(mine(replies.list({ ...at, comment }, whole))), "CommentNotFound")
          assert.strictEqual(yield* answer(mine(replies.post({ ...at, comment }, text("x")))), "CommentNotFound")
          assert.strictEqual(yield* answer(mine(replies.remove({ ...at, comment }, reply.id))), "CommentNotFound")
        }
        const second = yield* mine(comments.post(place, text("Second")))
        const elsewhere = { ...place, comment: second.id }
        assert.strictEqual(yield* answer(mine(replies.get(elsewhere, reply.id))), "CommentReplyNotFound")
        assert.strictEqual(yield* answer(mine(replies.update(elsewhere, reply.id, {}))), "CommentReplyNotFound")
        assert.isFalse(yield* mine(replies.remove(elsewhere, reply.id)))
        assert.strictEqual(
          yield* answer(mine(comments.get({ space: id, changeRequest: "99" }, here.id))),
          "ChangeRequestNotFound"
        )
      })
    )

    it.effect("changes nothing if the status is already set: no timestamp, no event (rule comment-resolve)", () =>
      Effect.gen(function* () {
        const comments = yield* Comments.Comments
        const replies = yield* CommentReplies.CommentReplies
        const { admin, commenter, id, place } = yield* discussed
        const mine = as(commenter)
        const { id: comment } = yield* mine(comments.post(place, text("Some *text*")))
        const at = { ...place, comment }
        const reply = yield* mine(replies.post(at, text("Some *text*")))
        yield* TestClock.adjust("1 minute")
        const resolved = yield* mine(comments.update(place, comment, { resolved: true, addedReactions: ["1f680"] }))
        assert.strictEqual(resolved.resolvedBy?.id, commenter)
        assert.strictEqual(Date.parse(resolved.resolvedAt ?? ""), Date.parse(resolved.postedAt) + 60_000)
        const before = yield* eventsOf(id)
        yield* TestClock.adjust("1 minute")
        for (const change of [
          {},
          { resolved: true },
          text(" Some *text*\n"),
          { addedReactions: ["🚀"] },
          { removedReactions: ["👀"] },
          { addedReactions: ["👀"], removedReactions: ["👀"] }
        ]) {
          assert.deepStrictEqual(yield* mine(comments.update(place, comment, change)), resolved)
        }
        const twice = yield* as(admin)(comments.update(place, comment, { resolved: true }))
        assert.deepStrictEqual([twice.resolvedAt, twice.resolvedBy?.id], [resolved.resolvedAt, commenter])
        assert.deepStrictEqual(yield* mine(replies.update(at, reply.id, text("Some *text*"))), reply)
        assert.isFalse(yield* mine(comments.remove(place, "none")))
        assert.strictEqual((yield* eventsOf(id)).length, before.length)
        const reopened = yield* as(admin)(comments.update(place, comment, { resolved: false }))
        assert.deepStrictEqual(
          [reopened.status, reopened.resolvedAt, reopened.resolvedBy, reopened.editedAt],
          ["open", undefined, undefined, undefined]
        )
        const edited = yield* mine(comments.update(place, comment, text("Other text")))
        assert.strictEqual(Date.parse(edited.editedAt ?? ""), Date.parse(edited.postedAt) + 120_000)
        yield* mine(replies.update(at, reply.id, { addedReactions: ["👀"] }))
        yield* mine(replies.remove(at, reply.id))
        yield* mine(comments.remove(place, comment))
        const told = yield* eventsOf(id)
        assert.deepStrictEqual(
          told.map(({ type }) => type),
          [
            "comments.create",
            "replies.create",
            "comments.update",
            "comments.update",
            "comments.update",
            "replies.update",
            "replies.delete",
            "comments.delete"
          ]
        )
        for (const { subjects } of told) assert.include(subjects, place.changeRequest)
      })
    )

    it.effect("lists reactions by emoji with their users, the earliest first", () =>
      Effect.gen(function* () {
        const comments = yield* Comments.Comments
        const { admin, commenter, place, reviewer } = yield* discussed
        const { id } = yield* as(admin)(comments.post(place, text("React")))
        yield* as(reviewer)(comments.update(place, id, { addedReactions: ["1f680"] }))
        yield* as(admin)(comments.update(place, id, { addedReactions: ["👀", "🚀"] }))
        const seen = yield* as(commenter)(comments.update(place, id, { addedReactions: ["👀"] }))
        assert.deepStrictEqual(
          seen.reactions.map(({ count, emoji, users }) => [emoji, count, users.map(({ user }) => user.displayName)]),
          [
            ["1f680", 2, ["reviewer", "admin"]],
            ["👀", 2, ["admin", "commenter"]]
          ]
        )
        const less = yield* as(reviewer)(comments.update(place, id, { removedReactions: ["🚀", "👀"] }))
        assert.deepStrictEqual(
          less.reactions.map(({ count, emoji }) => [emoji, count]),
          [
            ["👀", 2],
            ["🚀", 1]
          ]
        )
        assert.strictEqual(
          yield* answer(as(admin)(comments.update(place, id, { addedReactions: ["x"] }))),
          "InputInvalid"
        )
      })
    )

    it.effect("filters lists, orders them by time of posting, counts and pages them", () =>
      Effect.gen(function* () {
        const comments = yield* Comments.Comments
        const { admin, commenter, onSpace, page, place, reader } = yield* discussed
        const made: Array<CommentViews.CommentView> = []
        for (let at = 0; at < 7; at++) {
          if (at % 3 === 0) yield* TestClock.adjust("1 second")
          const author = at < 3 ? admin : commenter
          const input = { ...text(`Comment ${at}`), ...(at % 2 === 0 ? { page: page.id } : {}) }
          made.push(yield* as(author)(comments.post(place, input)))
        }
        yield* as(admin)(comments.post(onSpace, text("Elsewhere")))
        for (const at of [1, 2]) yield* as(admin)(comments.update(place, made[at]?.id ?? "", { resolved: true }))
        const read = (filter: Parameters<typeof comments.list>[1], limit: number) =>
          Effect.gen(function* () {
            const found: Array<string> = []
            const counts = new Set<number | undefined>()
            let next: string | undefined
            do {
              const list = yield* as(reader)(comments.list(place, filter, { limit, page: next }))
              found.push(...list.items.map(({ body }) => ("markdown" in body ? body.markdown.slice(-1) : "?")))
              counts.add(list.count)
              next = list.next?.page
            } while (next !== undefined)
            assert.deepStrictEqual([...counts], [found.length])
            return found.join("")
          })
        for (const limit of [1, 3, 1000]) {
          assert.strictEqual(yield* read(everything, limit), "0123456")
          assert.strictEqual(yield* read({ ...everything, order: "desc" }, limit), "6543210")
          assert.strictEqual(yield* read({ ...everything, status: "open" }, limit), "03456")
          assert.strictEqual(yield* read({ ...everything, status: "resolved" }, limit), "12")
          assert.strictEqual(yield* read({ ...everything, targetPage: page.id }, limit), "0246")
          assert.strictEqual(yield* read({ ...everything, targetPage: page.id, status: "open" }, limit), "046")
          assert.strictEqual(yield* read({ ...everything, authors: [commenter, "none"] }, limit), "3456")
          assert.strictEqual(yield* read({ ...everything, authors: [] }, limit), "")
          for (const nothing of ["none", "", "\u0000", "é"]) {
            assert.strictEqual(yield* read({ ...everything, targetPage: nothing }, limit), "")
            assert.strictEqual(yield* read({ ...everything, authors: [nothing] }, limit), "")
          }
        }
        const first = yield* as(reader)(comments.list(place, everything, { limit: 2 }))
        const again = (filter: Parameters<typeof comments.list>[1]) =>
          answer(as(reader)(comments.list(place, filter, { limit: 2, page: first.next?.page })))
        assert.strictEqual(yield* again(everything), "allowed")
        assert.strictEqual(yield* again({ ...everything, order: "desc" }), "CursorInvalid")
        assert.strictEqual(yield* again({ ...everything, targetPage: page.id }), "CursorInvalid")
        const documents = yield* as(reader)(comments.list(place, { ...everything, format: "document" }, { limit: 1 }))
        assert.isTrue(documents.items.every(({ body }) => "document" in body))
      })
    )

    it.effect(
      "lists replies oldest first, counts them, and deletes them with their comment (rule comment-replies)",
      () =>
        Effect.gen(function* () {
          const commenters = yield* Commenters.Commenters
          const comments = yield* Comments.Comments
          const replies = yield* CommentReplies.CommentReplies
          const { admin, commenter, editor, place } = yield* discussed
          const { id } = yield* as(commenter)(comments.post(place, text("Question")))
          const at = { ...place, comment: id }
          for (const words of ["a", "b", "c"]) yield* as(editor)(replies.post(at, text(words)))
          yield* as(admin)(comments.update(place, id, { resolved: true }))
          yield* as(admin)(replies.post(at, text("d")))
          const seen = yield* as(commenter)(comments.get(place, id))
          assert.deepStrictEqual([seen.replies, seen.status], [4, "resolved"])
          const first = yield* as(commenter)(replies.list(at, { limit: 3 }))
          const rest = yield* as(commenter)(replies.list(at, { limit: 3, page: first.next?.page }, "document"))
          assert.deepStrictEqual([first.count, rest.count, rest.items.length], [4, 4, 1])
          assert.deepStrictEqual(
            first.items.map(({ body }) => body),
            ["a", "b", "c"].map((markdown) => ({ markdown }))
          )
          const [a] = first.items
          assert.isTrue(yield* as(editor)(replies.remove(at, a?.id ?? "")))
          assert.isFalse(yield* as(editor)(replies.remove(at, a?.id ?? "")))
          assert.strictEqual((yield* as(commenter)(comments.get(place, id))).replies, 3)
          const known = Effect.map(as(admin)(commenters.list(place, whole)), ({ items }) =>
            items.map((user) => user.id)
          )
          assert.deepStrictEqual(yield* known, [admin, commenter, editor].sort())
          assert.isTrue(yield* as(commenter)(comments.remove(place, id)))
          assert.strictEqual(yield* answer(as(admin)(replies.list(at, whole))), "CommentNotFound")
          assert.deepStrictEqual(yield* known, [])
        })
    )

    it.effect("resolves and reopens a comment by an update of a reply to it (rule comment-resolve-reply)", () =>
      Effect.gen(function* () {
        const comments = yield* Comments.Comments
        const replies = yield* CommentReplies.CommentReplies
        const { admin, commenter, editor, id: space, onSpace, place, reader } = yield* discussed
        for (const target of [place, onSpace]) {
          const { id } = yield* as(admin)(comments.post(target, text("Question")))
          const at = { ...target, comment: id }
          const reply = yield* as(editor)(replies.post(at, text("Answer")))
          const open = (yield* comments.list(target, { ...everything, status: "open" }, whole).pipe(as(admin))).items
          const change = (who: typeof admin, changes: Parameters<typeof replies.update>[2]) =>
            as(who)(replies.update(at, reply.id, changes))
          const before = yield* eventsOf(space)
          assert.strictEqual(yield* answer(change(reader, { resolved: true })), "Forbidden")
          assert.strictEqual(yield* answer(change(commenter, { ...text("Theirs"), resolved: true })), "Forbidden")
          assert.strictEqual((yield* as(admin)(comments.get(target, id))).status, "open")
          assert.deepStrictEqual(yield* change(commenter, { resolved: true }), {
            ...reply,
            permissions: { view: true, edit: false, reply: true, delete: false }
          })
          const resolved = yield* as(admin)(comments.get(target, id))
          assert.deepStrictEqual([resolved.status, resolved.resolvedBy?.id], ["resolved", commenter])
          const { items } = yield* as(admin)(comments.list(target, { ...everything, status: "open" }, whole))
          assert.lengthOf(items, open.length - 1)
          yield* change(admin, { resolved: true })
          assert.deepStrictEqual(yield* as(admin)(comments.get(target, id)), resolved)
          yield* change(editor, { ...text("Better"), resolved: false })
          assert.strictEqual((yield* as(admin)(comments.get(target, id))).status, "open")
          const [first, second, ...more] = (yield* eventsOf(space)).slice(before.length)
          assert.deepStrictEqual([first?.type, second?.type, more], ["replies.update", "replies.update", []])
          assert.containSubset(first, { before: { resolved: null }, after: { resolved: { by: commenter } } })
          assert.containSubset(second, { before: { resolved: { by: commenter } }, after: { resolved: null } })
        }
        const spaces = yield* Spaces.Spaces
        const { comments: open } = yield* as(admin)(spaces.get(space))
        const [{ id } = { id: "" }] = (yield* as(admin)(comments.list(onSpace, everything, whole))).items
        const at = { ...onSpace, comment: id }
        const [reply] = (yield* as(admin)(replies.list(at, whole))).items
        yield* as(admin)(replies.update(at, reply?.id ?? "", { resolved: true }))
        assert.strictEqual((yield* as(admin)(spaces.get(space))).comments, open - 1)
      })
    )

    it.effect("lists and counts only current members as commenters", () =>
      Effect.gen(function* () {
        const commenters = yield* Commenters.Commenters
        const comments = yield* Comments.Comments
        const members = yield* Members.Members
        const { admin, commenter, editor, onSpace, organization: at, reviewer } = yield* discussed
        for (const who of [editor, commenter, reviewer]) yield* as(who)(comments.post(onSpace, text("Here")))
        const listed = Effect.map(
          as(admin)(commenters.list(onSpace, whole)),
          ({ count, items }): ReadonlyArray<unknown> => [count, ...items.map((member) => [member.id, member.role])]
        )
        const inOrder = (...rows: ReadonlyArray<readonly [string, string | null]>): ReadonlyArray<unknown> => [
          rows.length,
          ...rows.toSorted(([one], [other]) => (one < other ? -1 : 1))
        ]
        const here = [
          [editor, "edit"],
          [reviewer, "review"]
        ] as const
        assert.deepStrictEqual(yield* listed, inOrder(...here, [commenter, "comment"]))
        const { items } = yield* as(admin)(commenters.list(onSpace, { limit: 1 }))
        assert.deepStrictEqual(items[0], yield* as(admin)(members.get(at, items[0]?.id ?? commenter)))
        yield* as(admin)(members.remove(at, commenter))
        assert.deepStrictEqual(yield* listed, inOrder(...here))
        const first = yield* as(admin)(commenters.list(onSpace, { limit: 1 }))
        const rest = yield* as(admin)(commenters.list(onSpace, { limit: 1, page: first.next?.page }))
        assert.deepStrictEqual([first.items.length, rest.items.length, rest.next, rest.count], [1, 1, undefined, 2])
        const { items: posted } = yield* as(admin)(comments.list(onSpace, everything, whole))
        assert.include(
          posted.map(({ postedBy }) => postedBy.displayName),
          "commenter"
        )
        yield* asSystem(members.add(at, commenter, null))
        assert.deepStrictEqual(yield* listed, inOrder(...here, [commenter, null]))
      })
    )

    it.effect("accepts comments in every status of a change request (rule comment-any-state)", () =>
      Effect.gen(function* () {
        const comments = yield* Comments.Comments
        const requests = yield* ChangeRequests.ChangeRequests
        const merging = yield* Merging.Merging
        const replies = yield* CommentReplies.CommentReplies
        const { admin, commenter, id, place, request } = yield* discussed
        const set = (status: "open" | "archived" | "draft") => as(admin)(requests.update(id, request.id, { status }))
        for (const next of [set("open"), set("archived"), set("draft"), as(admin)(merging.merge(id, request.id))]) {
          yield* next
          assert.strictEqual(yield* answer(as(commenter)(comments.post(place, text("Still?")))), "allowed")
        }
        assert.strictEqual((yield* as(commenter)(requests.get(id, request.id))).comments, 4)
        const { id: comment } = yield* as(commenter)(comments.post(place, text("Settled")))
        const resolved = yield* as(commenter)(comments.update(place, comment, { resolved: true }))
        yield* as(commenter)(replies.post({ ...place, comment }, text("Thanks")))
        assert.deepStrictEqual(yield* as(commenter)(comments.get(place, comment)), { ...resolved, replies: 1 })
      })
    )

    it.effect("returns not found for comments of a deleted space, and states the review of a comment", () =>
      Effect.gen(function* () {
        const comments = yield* Comments.Comments
        const spaces = yield* Spaces.Spaces
        const store = yield* RowStore.RowStore
        const { admin, id, place, reviewer } = yield* discussed
        const before = (yield* eventsOf(id)).length
        const { row } = yield* as(reviewer)(
          store.atomic(comments.postRead(place, { body: paragraph("Fine"), review: "review" }))
        )
        const made = yield* as(reviewer)(comments.get(place, row.value.id))
        assert.strictEqual(made.target.review, "review")
        assert.strictEqual((yield* eventsOf(id)).length, before)
        yield* as(admin)(spaces.remove(id))
        assert.strictEqual(yield* answer(as(admin)(comments.get(place, made.id))), "SpaceNotFound")
      })
    )

    it.effect("loses no concurrent write and counts each one once", () =>
      Effect.gen(function* () {
        const commenters = yield* Commenters.Commenters
        const comments = yield* Comments.Comments
        const replies = yield* CommentReplies.CommentReplies
        const requests = yield* ChangeRequests.ChangeRequests
        const { admin, commenter, editor, id, place, request, reviewer } = yield* discussed
        const { id: comment } = yield* as(editor)(comments.post(place, text("All at once")))
        const at = { ...place, comment }
        const people = [admin, commenter, reviewer]
        const victims = yield* Effect.forEach(people, (who) => as(who)(comments.post(place, text("Short-lived"))))
        const answers = yield* Effect.all(
          people.flatMap((who, index) => [
            answer(as(who)(comments.update(place, comment, { addedReactions: ["🚀", "👀"] }))),
            answer(as(who)(comments.update(place, comment, { resolved: true }))),
            answer(as(who)(replies.post(at, text("Me too")))),
            answer(as(who)(comments.post(place, text("And this")))),
            answer(as(admin)(comments.remove(place, victims[index]?.id ?? ""))),
            answer(as(who)(comments.remove(place, victims[index]?.id ?? "")))
          ]),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual([...new Set(answers)], ["allowed"])
        const seen = yield* as(admin)(comments.get(place, comment))
        assert.deepStrictEqual([seen.replies, seen.status], [3, "resolved"])
        assert.deepStrictEqual(
          seen.reactions.map(({ count }) => count),
          [3, 3]
        )
        assert.strictEqual((yield* as(admin)(requests.get(id, request.id))).comments, 3)
        const { items } = yield* as(admin)(commenters.list(place, whole))
        assert.deepStrictEqual(
          items.map((user) => user.id),
          [admin, editor, commenter, reviewer].sort()
        )
        const told = (yield* eventsOf(id)).filter(({ type }) => type === "comments.delete")
        assert.strictEqual(told.length, 3)
        const resolutions = (yield* eventsOf(id)).filter(({ type }) => type === "comments.update")
        assert.strictEqual(resolutions.length, 4)
        yield* Effect.all(
          [admin, editor].map((who) => as(who)(comments.remove(place, comment))),
          { concurrency: "unbounded" }
        )
        const { items: left } = yield* as(admin)(commenters.list(place, whole))
        assert.deepStrictEqual(
          left.map((user) => user.id),
          [admin, commenter, reviewer].sort()
        )
      })
    )

    const command = fc.record({
      kind: fc.constantFrom("post", "post", "reply", "reply", "resolve", "reopen", "remove", "removeReply"),
      onRequest: fc.boolean(),
      who: fc.nat(2),
      at: fc.nat(20)
    })

    it.effect(
      "matches a recount of comments and commenters after any sequence of operations (rule space-comments-count)",
      () =>
        Effect.gen(function* () {
          const commenters = yield* Commenters.Commenters
          const comments = yield* Comments.Comments
          const replies = yield* CommentReplies.CommentReplies
          const requests = yield* ChangeRequests.ChangeRequests
          const spaces = yield* Spaces.Spaces
          const context = yield* Effect.context<
            | Commenters.Commenters
            | Comments.Comments
            | CommentReplies.CommentReplies
            | ChangeRequests.ChangeRequests
            | Spaces.Spaces
          >()
          const world = yield* discussed
          const people = [world.admin, world.editor, world.commenter]
          const apply = (given: typeof command extends fc.Arbitrary<infer A> ? A : never) =>
            Effect.gen(function* () {
              const place = given.onRequest ? world.place : world.onSpace
              const who = as(people[given.who] ?? world.admin)
              const admin = as(world.admin)
              const { items } = yield* admin(comments.list(place, everything, whole))
              const comment = items[given.at % Math.max(items.length, 1)]
              if (given.kind === "post" || comment === undefined)
                return void (yield* who(comments.post(place, text("x"))))
              const at = { ...place, comment: comment.id }
              if (given.kind === "reply") return void (yield* who(replies.post(at, text("y"))))
              if (given.kind === "remove") return void (yield* admin(comments.remove(place, comment.id)))
              if (given.kind === "removeReply") {
                const { items: answers } = yield* admin(replies.list(at, whole))
                return void (yield* admin(replies.remove(at, answers[0]?.id ?? "none")))
              }
              yield* who(comments.update(place, comment.id, { resolved: given.kind === "resolve" }))
            })
          const recount = Effect.gen(function* () {
            for (const place of [world.place, world.onSpace]) {
              const { items } = yield* comments.list(place, everything, whole)
              const open = items.filter(({ status }) => status === "open").length
              const authors = new Set(items.map(({ postedBy }) => postedBy.id))
              for (const { id, replies: count } of items) {
                const { items: answers } = yield* replies.list({ ...place, comment: id }, whole)
                assert.strictEqual(answers.length, count)
                for (const { postedBy } of answers) authors.add(postedBy.id)
              }
              const counted =
                place === world.place
                  ? (yield* requests.get(world.id, world.request.id)).comments
                  : (yield* spaces.get(world.id)).comments
              assert.strictEqual(counted, open)
              const known = yield* commenters.list(place, whole)
              assert.deepStrictEqual(
                known.items.map(({ id }) => id),
                [...authors].sort()
              )
              assert.strictEqual(known.count, authors.size)
              const some = yield* commenters.list(place, { limit: 1 })
              const rest = yield* commenters.list(place, { limit: 1000, page: some.next?.page })
              if (authors.size > 1) assert.deepStrictEqual([...some.items, ...rest.items], known.items)
            }
          }).pipe(as(world.reader))
          yield* Effect.promise(() =>
            fc.assert(
              fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 15 }), (commands) =>
                Effect.runPromise(Effect.provide(Effect.andThen(Effect.forEach(commands, apply), recount), context))
              ),
              { numRuns: rounds }
            )
          )
        })
    )
  })
}
