import { assert, layer } from "@effect/vitest"
import {
  ChangeRequests,
  ContentBase,
  ContentEdits,
  Members,
  MergeGate,
  MergeRuleSettings,
  MergeSettings,
  Merging,
  Outbox,
  Purge,
  Reviews,
  Spaces,
  UserId,
  Users
} from "@quire/core"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const reviewed = { kind: "reviewed" } as const
const subject = { kind: "subject" } as const
const expression = (text: string) => ({ kind: "expression", expression: text, message: "own words" }) as const

const failing = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: (error) => error, onSuccess: () => ({ _tag: "nothing" }) as const })
const refusal = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.map(failing(self), ({ _tag }): string => _tag)

const events = Effect.gen(function* () {
  const outbox = yield* Outbox.Outbox
  let count = 0
  let offset = ""
  for (;;) {
    const read = yield* outbox.read(offset, 500)
    count += read.length
    offset = read.at(-1)?.offset ?? offset
    if (read.length < 500) return count
  }
})

const outcome = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = yield* events
    yield* self
    return (yield* events) - before
  })

const place = Effect.gen(function* () {
  const spaces = yield* Spaces.Spaces
  const settings = yield* MergeRuleSettings.MergeRuleSettings
  const world = yield* found
  const { id: space } = yield* as(world.admin)(spaces.create(world.organization, {}))
  return {
    world,
    space,
    ofSpace: as(world.creator)(settings.getOfSpace(space)),
    put: (input: MergeSettings.SpaceMergeRulesPut) => as(world.creator)(settings.putOfSpace(space, input)),
    putDefault: (rules: MergeSettings.OrganizationMergeRulesPut["rules"]) =>
      as(world.admin)(settings.putOfOrganization(world.organization, { rules }))
  }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`merge rules on ${name}`, (it) => {
    it.effect("inherits those of the organization until the space has its own or none", () =>
      Effect.gen(function* () {
        const { applicable } = yield* Effect.provide(MergeSettings.ApplicableRules, MergeSettings.ApplicableRules.layer)
        const { ofSpace, put, putDefault, space, world } = yield* place
        const fresh = yield* ofSpace
        assert.deepStrictEqual(
          [fresh.mode, fresh.rules, fresh.strictness, fresh.applicable],
          ["inherit", [], "block", []]
        )
        yield* putDefault([reviewed, subject])
        assert.deepStrictEqual((yield* ofSpace).applicable, [reviewed, subject])
        const own = yield* put({ mode: "custom", rules: [subject], strictness: "page" })
        assert.deepStrictEqual([own.applicable, own.strictness], [[subject], "page"])
        assert.deepStrictEqual(yield* applicable({ id: space as never, organization: world.organization }), {
          rules: [subject],
          strictness: "page"
        })
        const none = yield* put({ mode: "disabled", rules: [subject] })
        assert.deepStrictEqual([none.rules, none.applicable, none.strictness], [[subject], [], "block"])
        assert.deepStrictEqual((yield* put({ mode: "custom" })).rules, [])
        const other = yield* place
        assert.deepStrictEqual((yield* other.ofSpace).applicable, [])
      })
    )

    it.effect("announces them only when they change", () =>
      Effect.gen(function* () {
        const { put, putDefault } = yield* place
        assert.strictEqual(yield* outcome(put({ mode: "inherit" })), 0)
        assert.strictEqual(yield* outcome(putDefault([])), 0)
        for (const rules of [[reviewed], []]) {
          assert.strictEqual(yield* outcome(put({ mode: "custom", rules })), 1)
          assert.strictEqual(yield* outcome(put({ mode: "custom", rules })), 0)
          assert.strictEqual(yield* outcome(putDefault([reviewed, ...rules])), 1)
          assert.strictEqual(yield* outcome(putDefault([reviewed, ...rules])), 0)
        }
      })
    )

    it.effect(
      "lets callers who may create in the space set its rules, and administrators those of the organization",
      () =>
        Effect.gen(function* () {
          const settings = yield* MergeRuleSettings.MergeRuleSettings
          const { ofSpace, space, world } = yield* place
          const inSpace = (who: UserId) => [
            refusal(as(who)(settings.getOfSpace(space))),
            refusal(as(who)(settings.putOfSpace(space, { mode: "disabled" })))
          ]
          const inOrganization = (who: UserId) => [
            refusal(as(who)(settings.getOfOrganization(world.organization))),
            refusal(as(who)(settings.putOfOrganization(world.organization, { rules: [subject] })))
          ]
          assert.deepStrictEqual(yield* Effect.all(inSpace(world.editor)), ["Forbidden", "Forbidden"])
          assert.deepStrictEqual(yield* Effect.all(inSpace(world.stranger)), ["SpaceNotFound", "SpaceNotFound"])
          assert.deepStrictEqual(yield* Effect.all(inOrganization(world.creator)), ["Forbidden", "Forbidden"])
          const hidden = ["OrganizationNotFound", "OrganizationNotFound"]
          assert.deepStrictEqual(yield* Effect.all(inOrganization(world.stranger)), hidden)
          assert.strictEqual((yield* ofSpace).mode, "inherit")
        })
    )

    it.effect("accepts only members of the organization who are not disabled", () =>
      Effect.gen(function* () {
        const members = yield* Members.Members
        const users = yield* Users.Users
        const { ofSpace, put, putDefault, world } = yield* place
        const { id: gone } = yield* asSystem(users.ensure({ email: `gone@${world.domain}`, displayName: "gone" }))
        yield* asSystem(members.add(world.organization, gone, "admin"))
        yield* asSystem(members.disable(world.organization, gone))
        for (const user of [world.stranger, gone, UserId.make("unknown")]) {
          const rules = [subject, { kind: "bypass", users: [world.admin, user] }] as const
          for (const error of [yield* failing(put({ mode: "custom", rules })), yield* failing(putDefault(rules))]) {
            assert.strictEqual(error._tag, "ReferenceNotFound")
            assert.deepInclude(error, { field: "rules.1.users.1", id: user })
          }
        }
        assert.deepStrictEqual((yield* ofSpace).rules, [])
        const refused = yield* failing(put({ mode: "custom", rules: [expression("visitor.x")] }))
        assert.strictEqual(refused._tag, "InputInvalid")
      })
    )

    it.effect("allows a merge if all of them hold, for every caller (rule merge-rules-all)", () =>
      Effect.gen(function* () {
        const base = yield* ContentBase.ContentBase
        const gate = yield* MergeGate.MergeGate
        const requests = yield* ChangeRequests.ChangeRequests
        const reviews = yield* Reviews.Reviews
        const { put, space, world } = yield* place
        const { id } = yield* as(world.editor)(requests.create(space, {}))
        const others = "reviews.some(r => r.status === 'approved') && actor.id !== changeRequest.createdBy.id"
        yield* put({
          mode: "custom",
          rules: [
            { kind: "bypass", users: [world.admin] },
            reviewed,
            subject,
            { kind: "up-to-date" },
            expression(others)
          ]
        })
        const failed = (who: UserId) =>
          as(who)(Effect.flatMap(base.openRequest(space, id), gate.failing)).pipe(
            Effect.map((rules) => rules.map(({ at, kind }) => [at, kind]))
          )
        assert.deepStrictEqual(yield* failed(world.admin), [])
        assert.deepStrictEqual(yield* failed(world.creator), [
          [1, "reviewed"],
          [2, "subject"],
          [4, "expression"]
        ])
        yield* as(world.editor)(requests.update(space, id, { subject: "Words" }))
        yield* as(world.creator)(reviews.submit(space, id, { status: "approved" }))
        assert.deepStrictEqual(yield* failed(world.creator), [])
        assert.deepStrictEqual(yield* failed(world.editor), [[4, "expression"]])
        const pass = (who: UserId) => failing(as(who)(Effect.flatMap(base.openRequest(space, id), gate.pass)))
        assert.strictEqual((yield* pass(world.creator))._tag, "nothing")
        const error = yield* pass(world.editor)
        assert.deepInclude(error, { _tag: "MergeRulesFailed", kind: "precondition", changeRequest: id })
      })
    )

    it.effect("ignores reviews from before an edit or an update (rule review-of-head)", () =>
      Effect.gen(function* () {
        const content = yield* ContentEdits.ContentEdits
        const merging = yield* Merging.Merging
        const requests = yield* ChangeRequests.ChangeRequests
        const reviews = yield* Reviews.Reviews
        const spaces = yield* Spaces.Spaces
        const { put, space, world } = yield* place
        yield* put({ mode: "custom", rules: [{ kind: "approved" }] })
        const { id } = yield* as(world.editor)(requests.create(space, {}))
        const at = { space, changeRequest: id }
        const page = (title: string) => ({ changes: [{ operation: "insert_page", title }] }) as const
        const merge = () => failing(as(world.creator)(merging.merge(space, id)))
        const approve = () => as(world.creator)(reviews.submit(space, id, { status: "approved" }))
        yield* approve()
        yield* as(world.editor)(content.apply(at, page("One")))
        assert.deepInclude(yield* merge(), { _tag: "MergeRulesFailed", changeRequest: id })
        yield* approve()
        yield* as(world.admin)(spaces.update(space, { editMode: "live" }))
        yield* as(world.creator)(content.apply({ space }, page("Two")))
        yield* as(world.editor)(merging.update(space, id))
        assert.strictEqual((yield* merge())._tag, "MergeRulesFailed")
        yield* approve()
        assert.strictEqual((yield* merge())._tag, "nothing")
      })
    )

    it.effect("keeps the rules of one caller when several set them first concurrently", () =>
      Effect.gen(function* () {
        const { ofSpace, put } = yield* place
        const choices = [[reviewed], [subject], [reviewed, subject]]
        yield* Effect.all(
          choices.map((rules) => put({ mode: "custom", rules })),
          { concurrency: "unbounded" }
        )
        const { rules } = yield* ofSpace
        assert.include(
          choices.map((each) => JSON.stringify(each)),
          JSON.stringify(rules)
        )
      })
    )

    it.effect("deletes them with their space (rule space-purge)", () =>
      Effect.gen(function* () {
        const purge = yield* Purge.Purge
        const spaces = yield* Spaces.Spaces
        const { put, space, world } = yield* place
        yield* put({ mode: "custom", rules: [subject], strictness: "page" })
        yield* as(world.admin)(spaces.remove(space))
        yield* TestClock.adjust("8 days")
        yield* asSystem(purge.expiredContent())
        const left = yield* (yield* Effect.provide(
          MergeSettings.ApplicableRules,
          MergeSettings.ApplicableRules.layer
        )).applicable({
          id: space as never,
          organization: world.organization
        })
        assert.deepStrictEqual(left, { rules: [], strictness: "block" })
      })
    )
  })
}
