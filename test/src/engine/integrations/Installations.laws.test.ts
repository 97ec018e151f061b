import { assert, layer } from "@effect/vitest"
import { Installations, Repository, SpaceInstallations, Spaces } from "@quire/core"
import { IntegrationInstallation, PlaceInstallation, Reach } from "@quire/core/internal"
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { as, engines } from "../../support/engine.ts"
import { asking, changed, published } from "../../support/integrations.ts"
import { outcome } from "../../support/sited.ts"
import { found } from "../../support/world.ts"

const steps = [
  "publish",
  "unpublish",
  "install",
  "uninstall",
  "configure",
  "clear",
  "all",
  "selected",
  "put",
  "take",
  "channel",
  "delete",
  "restore"
] as const
type Step = (typeof steps)[number]

/** What ought to be so, by the words of the rules. */
interface Model {
  isPublished: boolean
  isInstalled: boolean
  key: boolean
  all: boolean
  /** Whether it has a separate entry on the space, and whether that has a channel. */
  place: "none" | "empty" | "channel"
  isDeleted: boolean
}

const uninstalled = { isInstalled: false, key: false, all: false, place: "none" } as const

/** The answer to a step and what is so after it. */
const next = (self: Model, step: Step): readonly [answer: string, after: Model] => {
  const absent = ["InstallationNotFound", self] as const
  const isThere = self.place !== "none" || self.all
  switch (step) {
    case "publish":
      return ["done", { ...self, isPublished: true }]
    case "unpublish":
      return ["done", { ...self, isPublished: false }]
    case "install":
      if (!self.isPublished) return ["IntegrationNotFound", self]
      return self.isInstalled ? ["AlreadyInstalled", self] : ["done", { ...self, isInstalled: true }]
    case "uninstall":
      return ["done", { ...self, ...uninstalled }]
    case "delete":
      return ["done", { ...self, isDeleted: true }]
    case "restore":
      return self.isDeleted ? ["done", { ...self, isDeleted: false }] : ["NotDeleted", self]
    default:
  }
  if (!self.isInstalled) return absent
  switch (step) {
    case "configure":
      return ["done", { ...self, key: true }]
    case "clear":
      return ["done", { ...self, key: false }]
    case "all":
      return ["done", { ...self, all: true }]
    case "selected":
      return ["done", { ...self, all: false }]
    case "put":
      if (self.isDeleted) return ["ReferenceNotFound", self]
      return self.place === "none" ? ["done", { ...self, place: "empty" }] : ["AlreadyInstalledThere", self]
    case "take":
      return ["done", self.isDeleted ? self : { ...self, place: "none" }]
    case "channel":
      if (self.isDeleted || !isThere) return ["NotInstalledThere", self]
      return ["done", { ...self, place: "channel" }]
    default:
      return ["done", self]
  }
}

const statusOf = (self: Model) => (self.isPublished ? (self.key ? "active" : "pending") : "paused")

const isOn = (self: Model) => self.isPublished && self.key && self.place === "channel"

const open = Effect.gen(function* () {
  const { admin, organization } = yield* found
  const { id, name } = yield* published(organization, { configurations: asking })
  const installations = yield* Installations.Installations
  const onSpaces = yield* SpaceInstallations.SpaceInstallations
  const spaces = yield* Spaces.Spaces
  const rows = yield* Repository.make(IntegrationInstallation.collection)
  const places = yield* Repository.make(PlaceInstallation.collection)
  const boss = as(admin)
  const { id: space } = yield* boss(spaces.create(organization, {}))
  const row = Effect.map(rows.getBy("pair", { organization, integration: id }), Option.getOrUndefined)
  const unknownId = IntegrationInstallation.Installation.fields.id.make("unknown")
  const current = Effect.map(row, (seen) => seen?.value.id ?? unknownId)
  const withId = <A, E, R>(body: (installation: typeof unknownId) => Effect.Effect<A, E, R>) =>
    Effect.flatMap(current, body)

  const perform = (step: Step) => {
    switch (step) {
      case "publish":
        return outcome(changed(id, { isPublished: true }))
      case "unpublish":
        return outcome(changed(id, { isPublished: false }))
      case "install":
        return outcome(boss(installations.create(name, { organization })))
      case "uninstall":
        return outcome(withId((at) => boss(installations.remove(name, at))))
      case "configure":
        return outcome(withId((at) => boss(installations.update(name, at, { configuration: { key: "k" } }))))
      case "clear":
        return outcome(withId((at) => boss(installations.update(name, at, { configuration: {} }))))
      case "all":
        return outcome(withId((at) => boss(installations.update(name, at, { space_selection: "all" }))))
      case "selected":
        return outcome(withId((at) => boss(installations.update(name, at, { space_selection: "selected" }))))
      case "put":
        return outcome(withId((at) => boss(onSpaces.create(name, at, { space }, {}))))
      case "take":
        return outcome(withId((at) => boss(onSpaces.remove(name, at, space))))
      case "channel":
        return outcome(withId((at) => boss(onSpaces.update(name, at, space, { configuration: { channel: "c" } }, {}))))
      case "delete":
        return outcome(boss(spaces.remove(space)))
      case "restore":
        return outcome(boss(spaces.restore(space)))
    }
  }

  const checkShown = Effect.fnUntraced(function* (
    model: Model,
    installation: IntegrationInstallation.Installation,
    own: PlaceInstallation.PlaceInstallation | undefined
  ) {
    const view = yield* boss(installations.get(name, installation.id))
    assert.strictEqual(view.status, statusOf(model))
    const { items } = yield* boss(onSpaces.list(name, installation.id, { limit: 10 }))
    assert.strictEqual(items.length, model.place === "none" || model.isDeleted ? 0 : 1)
    const integration = { isPublished: model.isPublished, target: "all", configurations: asking }
    assert.strictEqual(Reach.isOn(integration, installation, "space", own), isOn(model))
  })

  /** Whether what is stored and shown is what the model says. */
  const check = Effect.fnUntraced(function* (model: Model) {
    const seen = yield* row
    assert.strictEqual(seen !== undefined, model.isInstalled)
    const own = yield* places.list("onPlace", { equals: { place: space }, limit: 10 })
    assert.strictEqual(own.length, model.place === "none" ? 0 : 1)
    if (seen !== undefined) yield* checkShown(model, seen.value, own[0]?.value)
  })

  return { boss, check, installations, name, onSpaces, organization, perform, places, row, space, spaces }
})

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`invariants of installations on ${store}`, (it) => {
    it.effect(
      "holds after any sequence of operations (rules installation-place, installation-status, installation-reach)",
      () =>
        Effect.gen(function* () {
          const runs = fc.sample(fc.array(fc.constantFrom(...steps), { minLength: 20, maxLength: 30 }), {
            numRuns: 6,
            seed: 1729
          })
          for (const run of runs) {
            const at = yield* open
            let model: Model = { isPublished: true, ...uninstalled, isDeleted: false }
            const done: Array<string> = []
            for (const step of ["install", ...run] as const) {
              const [answer, after] = next(model, step)
              done.push(step)
              assert.strictEqual(yield* at.perform(step), answer, done.join(" "))
              model = after
              yield* at.check(model)
            }
          }
        })
    )

    it.effect("holds after concurrent operations (rules installation-once and installation-transfer)", () =>
      Effect.gen(function* () {
        for (let round = 0; round < 4; round++) {
          const at = yield* open
          yield* at.perform("install")
          const acts = ["put", "uninstall", "delete", "put", "install"] as const
          const answers = yield* Effect.all(
            acts.map((act, index) =>
              Effect.andThen(Effect.repeat(Effect.yieldNow, { times: ((index + round) % 5) * 9 }), at.perform(act))
            ),
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual([answers[1], answers[2]], ["done", "done"])
          const left = yield* at.places.list("onPlace", { equals: { place: at.space }, limit: 10 })
          const seen = yield* at.row
          for (const { value } of left) assert.strictEqual(value.installation, seen?.value.id)
          assert.isAtMost(left.length, 1)
        }
      })
    )
  })
}
