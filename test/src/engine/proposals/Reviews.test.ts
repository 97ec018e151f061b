import { assert, layer } from "@effect/vitest"
import {
  ChangeRequests,
  Comments,
  Members,
  Merging,
  Outbox,
  type Review,
  ReviewRequests,
  Reviews,
  type Role,
  Spaces,
  type UserId,
  Users
} from "@quire/core"
import { ReviewLog } from "@quire/core/internal"
import { Effect } from "effect"
import * as fc from "fast-check"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found, type World } from "../../support/world.ts"

const page = { limit: 100 }

const person = (world: World, name: string, role: Role.Role | null) =>
  Effect.gen(function* () {
    const users = yield* Users.Users
    const members = yield* Members.Members
    const { id } = yield* asSystem(users.ensure({ email: `${name}@${world.domain}`, displayName: name }))
    yield* asSystem(members.add(world.organization, id, role))
    return id
  })

/** A space with a draft of the editor's, and two reviewers. */
const proposal = Effect.gen(function* () {
  const spaces = yield* Spaces.Spaces
  const requests = yield* ChangeRequests.ChangeRequests
  const world = yield* found
  const bob = yield* person(world, "bob", "review")
  const cat = yield* person(world, "cat", "review")
  const { id: space } = yield* as(world.admin)(spaces.create(world.organization, {}))
  const { id } = yield* as(world.editor)(requests.create(space, { subject: "Words" }))
  return { world, bob, cat, space, id }
})

const failing = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: (error) => error, onSuccess: () => ({ _tag: "nothing" }) as const })
const refusal = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.map(failing(self), ({ _tag }): string => _tag)

const happened = Effect.gen(function* () {
  const outbox = yield* Outbox.Outbox
  const types: Array<string> = []
  let offset = ""
  for (;;) {
    const read = yield* outbox.read(offset, 500)
    types.push(...read.map(({ event }) => event.type))
    offset = read.at(-1)?.offset ?? offset
    if (read.length < 500) return types
  }
})

/** The events of an effect. */
const outcome = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = yield* happened
    yield* self
    return (yield* happened).slice(before.length)
  })

const latestOf = (id: string) =>
  Effect.flatMap(Effect.provide(ReviewLog.ReviewLog, ReviewLog.ReviewLog.layer), ({ latest }) => latest(id))

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`reviews on ${name}`, (it) => {
    it.effect(
      "opens the draft and sets the subject when a review is requested, and changes nothing when repeated (rule request-review-opens)",
      () =>
        Effect.gen(function* () {
          const asking = yield* ReviewRequests.ReviewRequests
          const requests = yield* ChangeRequests.ChangeRequests
          const spaces = yield* Spaces.Spaces
          const { bob, cat, id, space, world } = yield* proposal
          const ask = (input: Review.ReviewersRequest) => as(world.editor)(asking.create(space, id, input))
          const { users } = yield* ask({ users: [bob, cat, bob], subject: "Better words" })
          assert.deepStrictEqual(
            users.map(({ object, requestedBy, user }) => [object, user.id, requestedBy.id]),
            [bob, cat].map((user) => ["change-request-requested-reviewer", user, world.editor])
          )
          const seen = yield* as(world.reader)(requests.get(space, id))
          assert.deepStrictEqual([seen.status, seen.subject], ["open", "Better words"])
          const { changeRequestsDraft, changeRequestsOpen } = yield* as(world.reader)(spaces.get(space))
          assert.deepStrictEqual([changeRequestsDraft, changeRequestsOpen], [0, 1])
          assert.deepStrictEqual(yield* outcome(ask({ users: [cat], subject: "Better words" })), [])
          assert.deepStrictEqual(yield* outcome(ask({ users: [cat], subject: "Best words" })), [
            "reviewRequests.create"
          ])
          const listed = yield* as(world.reader)(asking.list(space, String(seen.number), page))
          assert.deepStrictEqual([listed.items, listed.count], [users, 2])
        })
    )

    it.effect(
      "requests reviews only from members who may review the space, and never from the author (rule review-not-own)",
      () =>
        Effect.gen(function* () {
          const asking = yield* ReviewRequests.ReviewRequests
          const members = yield* Members.Members
          const spaces = yield* Spaces.Spaces
          const { bob, cat, id, space, world } = yield* proposal
          const asked = (...users: ReadonlyArray<UserId>) =>
            Effect.map(failing(as(world.creator)(asking.create(space, id, { users }))), (error) =>
              "details" in error ? [error._tag, error.details?.[0]?.path] : [error._tag]
            )
          yield* asSystem(members.disable(world.organization, cat))
          for (const user of [world.reader, world.guest, world.stranger, cat]) {
            assert.deepStrictEqual(yield* asked(bob, user), ["ReferenceNotFound", "users.1"])
          }
          assert.deepStrictEqual(yield* asked(world.editor), ["ReferenceNotFound", "users.0"])
          const { items } = yield* as(world.editor)(asking.list(space, id, page))
          assert.deepStrictEqual(items, [])
          yield* as(world.admin)(spaces.update(space, { defaultLevel: "review" }))
          assert.deepStrictEqual(yield* asked(bob, world.reader, world.admin), ["nothing"])
          assert.deepStrictEqual(yield* asked(world.editor), ["ReviewerIsAuthor", "users.0"])
          assert.deepStrictEqual(yield* asked(world.guest), ["ReferenceNotFound", "users.0"])
        })
    )

    it.effect("completes a request and makes the reviewer's earlier review outdated (rule review-of-head)", () =>
      Effect.gen(function* () {
        const asking = yield* ReviewRequests.ReviewRequests
        const reviews = yield* Reviews.Reviews
        const { bob, cat, id, space, world } = yield* proposal
        yield* as(world.editor)(asking.create(space, id, { users: [bob] }))
        const first = yield* as(bob)(reviews.submit(space, id, { status: "changes-requested" }))
        assert.deepStrictEqual([first.reviewer.id, first.requestedBy?.id, first.outdated], [bob, world.editor, false])
        const second = yield* as(bob)(reviews.submit(space, id, { status: "approved" }))
        const other = yield* as(cat)(reviews.submit(space, id, { status: "approved" }))
        assert.isUndefined(other.requestedBy)
        const { revision } = second
        assert.sameDeepMembers(yield* latestOf(id), [
          { status: "approved", revision, reviewer: { id: bob } },
          { status: "approved", revision, reviewer: { id: cat } }
        ])
        yield* as(world.editor)(asking.create(space, id, { users: [bob] }))
        assert.deepStrictEqual(yield* latestOf(id), [{ status: "approved", revision, reviewer: { id: cat } }])
        const { count, items } = yield* as(world.reader)(reviews.list(space, id, page))
        assert.deepStrictEqual(
          items.map((each) => [each.id, each.status, each.outdated]),
          [
            [first.id, "changes-requested", true],
            [second.id, "approved", true],
            [other.id, "approved", false]
          ]
        )
        assert.strictEqual(count, 3)
        assert.deepStrictEqual(yield* as(world.reader)(reviews.get(space, id, other.id)), items[2])
        const { items: waiting } = yield* as(world.reader)(asking.list(space, id, page))
        assert.deepStrictEqual(
          waiting.map(({ user }) => user.id),
          [bob]
        )
      })
    )

    it.effect("refuses reviews by the author, without permission, and on closed requests (rule review-not-own)", () =>
      Effect.gen(function* () {
        const asking = yield* ReviewRequests.ReviewRequests
        const merging = yield* Merging.Merging
        const requests = yield* ChangeRequests.ChangeRequests
        const reviews = yield* Reviews.Reviews
        const { bob, cat, id, space, world } = yield* proposal
        const submit = (who: UserId, of: string = id) =>
          refusal(as(who)(reviews.submit(space, of, { status: "approved" })))
        const own = yield* as(bob)(requests.create(space, {}))
        assert.strictEqual(yield* submit(bob, own.id), "Forbidden")
        assert.strictEqual(yield* submit(world.editor), "Forbidden")
        assert.strictEqual(yield* submit(world.stranger), "SpaceNotFound")
        assert.strictEqual(yield* submit(bob, "nothing"), "ChangeRequestNotFound")
        assert.strictEqual(yield* refusal(asSystem(reviews.submit(space, id, { status: "approved" }))), "Forbidden")
        assert.strictEqual(yield* refusal(as(world.reader)(asking.create(space, id, { users: [bob] }))), "Forbidden")
        assert.strictEqual(yield* refusal(as(world.reader)(asking.remove(space, id, bob))), "Forbidden")
        const { id: made } = yield* as(bob)(reviews.submit(space, id, { status: "approved" }))
        assert.strictEqual(yield* refusal(as(bob)(reviews.get(space, own.id, made))), "ReviewNotFound")
        yield* as(world.editor)(asking.create(space, id, { users: [cat] }))
        const closed = Effect.gen(function* () {
          assert.strictEqual(yield* submit(cat), "ChangeRequestClosed")
          const again = as(world.editor)(asking.create(space, id, { users: [bob] }))
          assert.strictEqual(yield* refusal(again), "ChangeRequestClosed")
          assert.strictEqual(yield* refusal(as(world.editor)(asking.remove(space, id, cat))), "ChangeRequestClosed")
          assert.isFalse(yield* as(world.editor)(asking.remove(space, id, bob)))
        })
        yield* as(world.editor)(requests.update(space, id, { status: "archived" }))
        yield* closed
        yield* as(world.editor)(requests.update(space, id, { status: "open" }))
        yield* as(bob)(merging.merge(space, id))
        yield* closed
        assert.lengthOf((yield* as(world.reader)(reviews.list(space, id, page))).items, 1)
      })
    )

    it.effect(
      "accepts requests on a closed change request only for people who are already requested (rules request-states and request-equal-values)",
      () =>
        Effect.gen(function* () {
          const asking = yield* ReviewRequests.ReviewRequests
          const merging = yield* Merging.Merging
          const requests = yield* ChangeRequests.ChangeRequests
          const reviews = yield* Reviews.Reviews
          const { bob, cat, id, space, world } = yield* proposal
          const ask = (input: Review.ReviewersRequest) => as(world.editor)(asking.create(space, id, input))
          const first = yield* ask({ users: [cat] })
          yield* ask({ users: [bob] })
          yield* as(bob)(reviews.submit(space, id, { status: "approved" }))
          const closed = Effect.gen(function* () {
            for (const input of [{ users: [cat] }, { users: [cat, cat], subject: "Words" }]) {
              assert.deepStrictEqual(yield* outcome(ask(input)), [])
              assert.deepStrictEqual((yield* ask(input)).users, first.users)
            }
            for (const input of [
              { users: [bob] },
              { users: [cat, world.admin] },
              { users: [world.editor] },
              { users: [cat], subject: "Other words" }
            ]) {
              assert.strictEqual(yield* refusal(ask(input)), "ChangeRequestClosed")
            }
            const mayNot = as(world.reader)(asking.create(space, id, { users: [cat] }))
            assert.strictEqual(yield* refusal(mayNot), "Forbidden")
          })
          yield* as(world.editor)(requests.update(space, id, { status: "archived" }))
          const { updatedAt } = yield* as(world.reader)(requests.get(space, id))
          yield* closed
          assert.strictEqual((yield* as(world.reader)(requests.get(space, id))).updatedAt, updatedAt)
          yield* as(world.editor)(requests.update(space, id, { status: "draft" }))
          yield* as(bob)(merging.merge(space, id))
          yield* closed
        })
    )

    it.effect("posts a comment with a review on the change request, and announces it once", () =>
      Effect.gen(function* () {
        const comments = yield* Comments.Comments
        const requests = yield* ChangeRequests.ChangeRequests
        const reviews = yield* Reviews.Reviews
        const { bob, id, space, world } = yield* proposal
        const said = { status: "changes-requested", comment: { markdown: "Say **more**." } } as const
        assert.deepStrictEqual(yield* outcome(as(bob)(reviews.submit(space, id, said))), ["reviews.submit"])
        const { items } = yield* as(world.reader)(reviews.list(space, id, page))
        const [review] = items
        assert.deepStrictEqual(review?.comment?.body, { markdown: "Say **more**." })
        const place = { space, changeRequest: id }
        const comment = yield* as(world.reader)(comments.get(place, review?.comment?.id ?? ""))
        assert.deepStrictEqual(comment, review?.comment)
        assert.deepStrictEqual([comment.target.review, comment.postedBy.id], [review?.id, bob])
        assert.strictEqual((yield* as(world.reader)(requests.get(space, id))).comments, 1)
        const shown = yield* as(world.reader)(reviews.get(space, id, review?.id ?? "", "document"))
        assert.property(shown.comment?.body, "document")
        const empty = yield* failing(
          as(bob)(reviews.submit(space, id, { status: "approved", comment: { markdown: "[](#)" } }))
        )
        assert.deepStrictEqual("details" in empty ? empty.details?.map(({ path }) => path) : [], ["comment.markdown"])
        assert.lengthOf((yield* as(world.reader)(reviews.list(space, id, page))).items, 1)
        yield* as(bob)(comments.remove(place, comment.id))
        assert.isUndefined((yield* as(world.reader)(reviews.get(space, id, review?.id ?? ""))).comment)
      })
    )

    it.effect("cancels a pending one once", () =>
      Effect.gen(function* () {
        const asking = yield* ReviewRequests.ReviewRequests
        const reviews = yield* Reviews.Reviews
        const { bob, cat, id, space, world } = yield* proposal
        yield* as(world.editor)(asking.create(space, id, { users: [bob, cat] }))
        yield* as(cat)(reviews.submit(space, id, { status: "approved" }))
        const remove = (user: UserId) => as(world.editor)(asking.remove(space, id, user))
        assert.isTrue(yield* remove(bob))
        for (const user of [bob, cat, world.stranger]) assert.isFalse(yield* remove(user))
        assert.deepStrictEqual((yield* as(world.editor)(asking.list(space, id, page))).items, [])
        assert.lengthOf(yield* latestOf(id), 1)
      })
    )

    it.effect("counts the latest review of each reviewer", () =>
      Effect.gen(function* () {
        const asking = yield* ReviewRequests.ReviewRequests
        const reviews = yield* Reviews.Reviews
        const { bob, cat, space, world } = yield* proposal
        const requests = yield* ChangeRequests.ChangeRequests
        const step = fc.tuple(
          fc.constantFrom(bob, cat),
          fc.constantFrom("ask", "remove", "approved", "changes-requested")
        )
        for (const steps of fc.sample(fc.array(step, { minLength: 4, maxLength: 9 }), { numRuns: 8, seed: 3 })) {
          const { id } = yield* as(world.editor)(requests.create(space, {}))
          const expected = new Map<string, string>()
          let submitted = 0
          for (const [user, what] of steps) {
            if (what === "ask") {
              yield* as(world.editor)(asking.create(space, id, { users: [user] }))
              expected.set(user, "requested")
            } else if (what === "remove") {
              const isThere = yield* as(world.editor)(asking.remove(space, id, user))
              assert.strictEqual(isThere, expected.get(user) === "requested")
              if (isThere) expected.delete(user)
            } else {
              yield* as(user)(reviews.submit(space, id, { status: what as "approved" }))
              expected.set(user, what)
              submitted++
            }
          }
          const { items } = yield* as(world.editor)(asking.list(space, id, page))
          const found = [
            ...items.map(({ user }) => [user.id, "requested"]),
            ...(yield* latestOf(id)).map(({ reviewer, status }) => [reviewer.id, status])
          ]
          assert.sameDeepMembers(found, [...expected])
          const { items: all } = yield* as(world.editor)(reviews.list(space, id, page))
          assert.lengthOf(all, submitted)
          assert.lengthOf(
            all.filter(({ outdated }) => !outdated),
            (yield* latestOf(id)).length
          )
        }
      })
    )

    it.effect("counts one of several concurrent reviews by one reviewer", () =>
      Effect.gen(function* () {
        const asking = yield* ReviewRequests.ReviewRequests
        const reviews = yield* Reviews.Reviews
        const { bob, id, space, world } = yield* proposal
        yield* Effect.all(
          [
            as(bob)(reviews.submit(space, id, { status: "approved" })),
            as(bob)(reviews.submit(space, id, { status: "approved" })),
            as(world.editor)(asking.create(space, id, { users: [bob] })),
            as(world.creator)(asking.create(space, id, { users: [bob] }))
          ],
          { concurrency: "unbounded" }
        )
        const { items } = yield* as(bob)(reviews.list(space, id, page))
        assert.lengthOf(items, 2)
        const { items: waiting } = yield* as(bob)(asking.list(space, id, page))
        assert.strictEqual(waiting.length + (yield* latestOf(id)).length, 1)
      })
    )
  })
}
