import { assert, describe, it } from "@effect/vitest"
import * as Memory from "@quire/adapters/memory"
import { Engine, LinkInvites, MailDelivery, Repository, Secrets, StoreError, type UserId } from "@quire/core"
import * as Core from "@quire/core/internal"
import { CollectionRegistry, Mail, Rotation } from "@quire/core/internal"
import { Cause, Effect, Exit, Layer, Option, Predicate, Redacted, Schema, SchemaAST } from "effect"
import { as, asSystem, capabilities, onStores, postgresPorts } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

interface Keys {
  readonly master?: string
  readonly previousMaster?: string
}

const key = (text: string | undefined) => Option.map(Option.fromNullishOr(text), Redacted.make)

/** Runs as a server would that is started with these keys, on the store in context. */
const started =
  ({ master, previousMaster }: Keys) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provide(
      effect,
      Engine.layer.pipe(
        Layer.provideMerge(
          Layer.effect(
            Secrets.Secrets,
            Effect.map(Secrets.Secrets, (counted) => ({
              ...counted,
              master: key(master),
              previousMaster: key(previousMaster)
            }))
          )
        )
      ),
      { local: true }
    )

const [first, second, third] = ["1", "2", "3"].map((digit) => digit.repeat(32))
const old = started({ master: first ?? "" })
const both = started({ master: second ?? "", previousMaster: first ?? "" })
const next = started({ master: second ?? "" })
const stranger = started({ master: third ?? "" })

const run = (onProgress: (progress: Rotation.Progress) => Effect.Effect<void> = () => Effect.void) =>
  Effect.flatMap(Rotation.Rotation, (rotation) =>
    Effect.map(asSystem(rotation.run({ onProgress })), ({ done, left }) => ({ done, left }))
  )

const emailTo = (number: number) => ({ to: `${number}@quire.test`, subject: "s", text: "t" })

const posted = (count: number) =>
  Effect.flatMap(Effect.provide(Mail.MailQueue, Mail.MailQueue.layer), ({ post }) =>
    asSystem(
      Effect.forEach(
        Array.from({ length: count }, (_, at) => at),
        (at) => post("invitation", emailTo(at))
      )
    )
  )

const mails = Effect.flatMap(Repository.make(Mail.collection), ({ list }) =>
  Effect.map(list("due", { equals: {}, limit: 10_000 }), (rows) => rows.map(({ value }) => value))
)

/** The texts of queued emails; a defect if one cannot be opened. */
const read = Effect.flatMap(Effect.provide(Mail.MailQueue, Mail.MailQueue.layer), ({ openEmail }) =>
  Effect.flatMap(mails, (rows) => Effect.forEach(rows, openEmail))
)

const lost = <A, E>(exit: Exit.Exit<A, E>) =>
  Exit.isFailure(exit) && Cause.squash(exit.cause) instanceof StoreError.StoreError

const stores = onStores(import.meta.url, {
  memory: Layer.merge(Memory.Memory.layer, capabilities),
  postgres: postgresPorts(capabilities)
})

for (const [name, ports] of stores) {
  describe(`a secret key rotation on ${name}`, () => {
    const fresh = Effect.provide(ports, { local: true })

    it.effect("ends when everything is sealed again: the old key then opens nothing and the new one everything", () =>
      Effect.gen(function* () {
        const linked = (user: UserId, organization: Parameters<LinkInvites.LinkInvites["Service"]["list"]>[0]) =>
          Effect.flatMap(LinkInvites.LinkInvites, (links) =>
            Effect.map(as(user)(links.list(organization, { limit: 10 })), ({ items }) => items.map(({ id }) => id))
          )
        const { admin, ids, organization } = yield* old(
          Effect.gen(function* () {
            const world = yield* found
            const links = yield* LinkInvites.LinkInvites
            for (const role of ["read", "edit", null] as const) {
              yield* as(world.admin)(links.create(world.organization, { role }))
            }
            yield* posted(2)
            return { ...world, ids: yield* linked(world.admin, world.organization) }
          })
        )
        const emails = yield* old(read)
        assert.deepStrictEqual([ids.length, emails.length], [3, 2])
        assert.isTrue(lost(yield* Effect.exit(next(read))))
        assert.isTrue(lost(yield* Effect.exit(next(linked(admin, organization)))))
        assert.deepStrictEqual(yield* both(linked(admin, organization)), ids)
        assert.deepStrictEqual(yield* both(run()), { done: 6, left: 0 }, "with the signing key of the old server")
        assert.deepStrictEqual(yield* next(linked(admin, organization)), ids)
        assert.deepStrictEqual(yield* next(read), emails)
        assert.isTrue(lost(yield* Effect.exit(old(read))))
        assert.deepStrictEqual(yield* both(run()), { done: 1, left: 0 }, "the signing key that the old server made")
      }).pipe(fresh)
    )

    it.effect("seals again what the store's own key sealed, and reverts to that key", () =>
      Effect.gen(function* () {
        yield* started({})(posted(1))
        assert.deepStrictEqual(yield* old(run()), { done: 2, left: 0 })
        assert.deepStrictEqual(yield* started({ previousMaster: first ?? "" })(run()), { done: 3, left: 0 })
        assert.lengthOf(yield* started({})(read), 1)
      }).pipe(fresh)
    )

    it.effect.each([Rotation.limits.batch, Rotation.limits.batch + 1])(
      "continues after an interruption of %d",
      (count) =>
        Effect.gen(function* () {
          yield* old(posted(count))
          const steps: Array<Rotation.Progress> = []
          const cut = yield* Effect.exit(
            both(run((step) => Effect.suspend(() => (steps.push(step) === 2 ? Effect.die("cut") : Effect.void))))
          )
          assert.isTrue(Exit.isFailure(cut))
          const { batch } = Rotation.limits
          assert.deepStrictEqual(steps, [
            { done: 1, left: count },
            { done: batch + 1, left: count - batch }
          ])
          assert.deepStrictEqual(yield* both(run()), { done: count - batch, left: 0 })
          assert.lengthOf(yield* next(read), count)
        }).pipe(fresh)
    )

    it.effect("skips and counts values that no available key opens", () =>
      Effect.gen(function* () {
        const many = Rotation.limits.batch + 1
        yield* stranger(posted(many))
        yield* old(posted(2))
        assert.deepStrictEqual(yield* both(run()), { done: 3, left: many + 1 })
        assert.deepStrictEqual(yield* next(run()), { done: 0, left: many + 1 })
        assert.lengthOf(yield* mails, many + 2)
      }).pipe(fresh)
    )

    it.effect("runs while links are changed and emails are delivered", () =>
      Effect.gen(function* () {
        const { admin, id, organization } = yield* old(
          Effect.gen(function* () {
            const world = yield* found
            const links = yield* LinkInvites.LinkInvites
            const { id } = yield* as(world.admin)(links.create(world.organization, { role: "read" }))
            yield* posted(30)
            return { ...world, id }
          })
        )
        const roles = ["edit", "read", "edit", "create"] as const
        const changes = Effect.flatMap(LinkInvites.LinkInvites, (links) =>
          Effect.forEach(roles, (role) => as(admin)(links.update(organization, id, { role })))
        )
        const deliver = Effect.flatMap(MailDelivery.MailDelivery, (room) => asSystem(room.deliver()))
        const answers = yield* both(Effect.all([run(), changes, deliver, run()], { concurrency: "unbounded" }))
        assert.deepStrictEqual([answers[2].sent + answers[2].failed, answers[3].left], [30, 0])
        const seen = yield* next(
          Effect.flatMap(LinkInvites.LinkInvites, (links) => as(admin)(links.get(organization, id)))
        )
        assert.deepInclude(seen, { id, role: "create" })
      }).pipe(fresh)
    )

    it.effect("allows only the host", () =>
      Effect.gen(function* () {
        const refused = yield* both(
          Effect.gen(function* () {
            const { admin } = yield* found
            return yield* Effect.flip(as(admin)((yield* Rotation.Rotation).run()))
          })
        )
        assert.strictEqual(refused._tag, "HostOnly")
      }).pipe(fresh)
    )
  })
}

const isSealed = (ast: SchemaAST.AST): boolean => {
  if (SchemaAST.resolveIdentifier(ast) === "Sealed") return true
  if (SchemaAST.isUnion(ast)) return ast.types.some(isSealed)
  if (SchemaAST.isArrays(ast)) return [...ast.elements, ...ast.rest].some(isSealed)
  return SchemaAST.isObjects(ast) && ast.propertySignatures.some(({ type }) => isSealed(type))
}

/** Every collection that core exports, with its schema. */
const collections = Object.values(Core)
  .flatMap((module) => Object.values<unknown>(module))
  .flatMap((given) => {
    const isDeclared = Predicate.hasProperty(given, "references") && Predicate.hasProperty(given, "counters")
    if (!isDeclared || !Predicate.hasProperty(given, "name") || !Predicate.hasProperty(given, "schema")) return []
    return Schema.isSchema(given.schema) ? [{ name: String(given.name), ast: given.schema.ast }] : []
  })

describe("the list of collections with sealed values", () => {
  it("names every declared collection with a sealed text, and no others", () => {
    const names = CollectionRegistry.shapes.map((shape) => shape.name)
    assert.deepStrictEqual(collections.map(({ name }) => name).sort(), [...names].sort())
    const sealing = collections.filter(({ ast }) => isSealed(ast)).map(({ name }) => name)
    assert.deepStrictEqual(CollectionRegistry.sealed.map((source) => source.name).sort(), sealing.sort())
    assert.deepStrictEqual(sealing, [
      "installation_secrets",
      "integration_secrets",
      "link_invites",
      "mails",
      "oidc_client_secrets",
      "publishing_auth",
      "share_links",
      "signing_keys",
      "webhook_secrets"
    ])
  })
})
