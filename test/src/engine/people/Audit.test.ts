import { assert, describe, it, layer } from "@effect/vitest"
import { PgSession, Postgres } from "@quire/adapters/postgres"
import {
  Actor,
  ApiTokens,
  Audit,
  AuditChain,
  AuditVerifier,
  Collections,
  EmailInvites,
  Engine,
  Members,
  Organizations,
  Outbox,
  Repository,
  Spaces,
  Users
} from "@quire/core"
import { AuditEntry, AuditReader, FormerEventTypes } from "@quire/core/internal"
import { Effect, Exit, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Database from "../../support/database.ts"
import { as, asSystem, capabilities, engines } from "../../support/engine.ts"
import { found, type World } from "../../support/world.ts"

const everything = { limit: 1000 }

const read = (world: World, filter: Parameters<Audit.Audit["Service"]["list"]>[1] = {}, request = everything) =>
  Effect.flatMap(Audit.Audit, (audit) => as(world.admin)(audit.list(world.organization, filter, request)))

const types = (world: World, filter: Parameters<Audit.Audit["Service"]["list"]>[1] = {}) =>
  Effect.map(read(world, { order: "asc", ...filter }), ({ items }) => items.map(({ type }) => type))

const verified = (world: World) =>
  Effect.flatMap(Audit.Audit, (audit) => as(world.admin)(audit.verify(world.organization)))

const broken = (world: World) => Effect.map(verified(world), ({ chains }) => chains[0]?.broken)

const chain = Effect.flatMap(Audit.Audit, (audit) => asSystem(audit.chain()))

/** Every event that the outbox holds. */
const events = Effect.gen(function* () {
  const outbox = yield* Outbox.Outbox
  const all: Array<Outbox.Event> = []
  for (let offset = ""; ; ) {
    const page = yield* outbox.read(offset, 500)
    all.push(...page.map(({ event }) => event))
    if (page.length < 500) return all
    offset = page.at(-1)?.offset ?? offset
  }
})

const entriesOf = (organization: string) =>
  Effect.gen(function* () {
    const entries = yield* Repository.make(AuditEntry.collection)
    return yield* entries.list("inOrganization", { equals: { organization }, limit: 1000 })
  })

/** So many deeds in the organization, in order. */
const deeds = (world: World, count: number) =>
  Effect.flatMap(Spaces.Spaces, (spaces) =>
    Effect.forEach(
      Array.from({ length: count }, (_, at) => at),
      (at) => as(world.creator)(spaces.create(world.organization, { title: `Space ${at}` }))
    )
  )

/** What a store says after something was done to it behind the engine's back; all is as before afterwards. */
const tampered = (world: World, change: (entries: ReadonlyArray<AuditEntry.AuditEntry>) => Tampering) =>
  Effect.gen(function* () {
    const entries = yield* Repository.make(AuditEntry.collection)
    const rows = yield* entriesOf(world.organization)
    const { insert = [], remove = [], update = [] } = change(rows.map(({ value }) => value))
    const seen = new Map(rows.map((row) => [row.value.id, row]))
    yield* entries.remove(remove)
    for (const next of update) {
      yield* entries.remove([next.id])
      yield* Effect.orDie(entries.insert(next))
    }
    yield* Effect.orDie(entries.insertAll(insert))
    const said = yield* broken(world)
    yield* entries.remove([...insert.map(({ id }) => id), ...update.map(({ id }) => id)])
    const back = [...remove, ...update.map(({ id }) => id)].flatMap((id) => seen.get(id)?.value ?? [])
    yield* Effect.orDie(entries.insertAll(back))
    assert.isUndefined(yield* broken(world))
    return said
  })

interface Tampering {
  readonly insert?: ReadonlyArray<AuditEntry.AuditEntry>
  readonly update?: ReadonlyArray<AuditEntry.AuditEntry>
  readonly remove?: ReadonlyArray<string>
}

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`the audit log on ${name}`, (it) => {
    it.effect("has one entry for each request that changed something, and no others (rule audit-one-event)", () =>
      Effect.gen(function* () {
        const world = yield* found
        const organizations = yield* Organizations.Organizations
        const spaces = yield* Spaces.Spaces
        const collections = yield* Collections.Collections
        const members = yield* Members.Members
        const admin = as(world.admin)
        const { id: space } = yield* as(world.creator)(spaces.create(world.organization, { title: "One" }))
        const { id: collection } = yield* admin(collections.create(world.organization, { title: "Box" }))
        const table: ReadonlyArray<readonly [Effect.Effect<unknown, unknown, never>, string | undefined]> = [
          [admin(organizations.update(world.organization, { title: "Renamed" })), "organizations.update"],
          [admin(organizations.update(world.organization, { title: "Renamed" })), undefined],
          [admin(organizations.update(world.organization, { title: "" })), undefined],
          [as(world.editor)(organizations.update(world.organization, { title: "Mine" })), undefined],
          [as(world.stranger)(spaces.update(space, { title: "Mine" })), undefined],
          [as(world.reader)(spaces.remove(space)), undefined],
          [admin(spaces.update(space, { title: "Two" })), "spaces.update"],
          [admin(spaces.update(space, { title: " Two " })), undefined],
          [admin(spaces.update(space, {})), undefined],
          [admin(spaces.move(space, { parent: collection })), "spaces.move"],
          [admin(spaces.move(space, { parent: collection })), undefined],
          [admin(collections.update(collection, { description: "d" })), "collections.update"],
          [admin(spaces.remove(space)), "spaces.delete"],
          [admin(Effect.asVoid(Effect.exit(spaces.remove(space)))), undefined],
          [admin(spaces.restore(space)), "spaces.restore"],
          [admin(spaces.restore(space)), undefined],
          [asSystem(members.add(world.organization, world.stranger, "read")), "members.create"],
          [as(world.editor)(collections.remove(collection)), undefined],
          [admin(collections.remove(collection)), "collections.delete"]
        ]
        const before = yield* types(world)
        for (const [at, [act, entry]] of table.entries()) {
          const seen = yield* types(world)
          const exit = yield* Effect.exit(act)
          if (entry !== undefined) assert.isTrue(Exit.isSuccess(exit), `${at} ${entry}`)
          assert.deepStrictEqual((yield* types(world)).slice(seen.length), entry === undefined ? [] : [entry], `${at}`)
        }
        const wanted = table.flatMap(([, entry]) => entry ?? [])
        assert.deepStrictEqual((yield* types(world)).slice(before.length), wanted)
        assert.isUndefined(yield* broken(world))
      })
    )

    it.effect("shows exactly the events, with actor, time, change and token", () =>
      Effect.gen(function* () {
        const world = yield* found
        const tokens = yield* ApiTokens.ApiTokens
        const { record } = yield* as(world.admin)(tokens.create(world.admin, { label: "laptop" }))
        yield* TestClock.adjust("1 minute")
        const spaces = yield* Spaces.Spaces
        const made = yield* Effect.provideService(spaces.create(world.organization, { title: "One" }), Actor.Actor, {
          _tag: "User",
          user: world.admin,
          token: record.id
        })
        yield* asSystem(spaces.update(made.id, { title: "Two" }))
        const { count, items } = yield* read(world, { order: "asc" })
        const mine = (yield* events).filter(({ organization }) => organization === world.organization)
        assert.strictEqual(count, items.length)
        assert.deepStrictEqual(
          items.map(({ id, type, subjects }) => ({ id, type, subjects })),
          mine.map(({ id, type, subjects }) => ({ id, type, subjects }))
        )
        assert.deepStrictEqual(
          items.map(({ sequence }) => sequence),
          items.map((_, at) => at + 1)
        )
        const [created, updated] = items.slice(-2)
        assert.deepInclude(created, { object: "audit-entry", token: record.id, space: made.id })
        assert.strictEqual(created?.actor.email, `admin@${world.domain}`)
        assert.strictEqual(
          created?.at,
          new Date(yield* Effect.clockWith((clock) => clock.currentTimeMillis)).toISOString()
        )
        assert.deepStrictEqual([updated?.type, updated?.previous], ["spaces.update", created?.hash])
        assert.deepStrictEqual([updated?.actor.id, updated?.actor.displayName], ["system", "System"])
        assert.notProperty(updated, "token")
        assert.deepInclude(updated?.before as object, { title: "One" })
        assert.deepInclude(updated?.after as object, { title: "Two" })
      })
    )

    it.effect("allows only administrators and the host", () =>
      Effect.gen(function* () {
        const world = yield* found
        const audit = yield* Audit.Audit
        const told = (who: typeof world.admin) =>
          Effect.match(as(who)(audit.list(world.organization, {}, everything)), {
            onFailure: ({ _tag }) => _tag,
            onSuccess: () => "allowed"
          })
        assert.deepStrictEqual(yield* Effect.forEach([world.admin, world.creator, world.guest, world.stranger], told), [
          "allowed",
          "Forbidden",
          "Forbidden",
          "OrganizationNotFound"
        ])
        assert.isAbove((yield* asSystem(audit.list(world.organization, {}, everything))).items.length, 0)
        const tag = <A, E extends { readonly _tag: string }>(asked: Effect.Effect<A, E>) =>
          Effect.match(asked, { onFailure: ({ _tag }) => _tag, onSuccess: () => "allowed" })
        assert.strictEqual(yield* tag(as(world.admin)(audit.verify())), "HostOnly")
        assert.strictEqual(yield* tag(as(world.admin)(audit.chain())), "HostOnly")
        assert.strictEqual(yield* tag(as(world.creator)(audit.verify(world.organization))), "Forbidden")
      })
    )

    it.effect("filters by actor, type, subject and time in any combination, and pages in both directions", () =>
      Effect.gen(function* () {
        const world = yield* found
        const spaces = yield* Spaces.Spaces
        const acts = [world.admin, world.creator, world.admin, world.creator]
        const made = yield* Effect.forEach(acts, (who) =>
          Effect.gen(function* () {
            yield* TestClock.adjust("1 second")
            const { id } = yield* as(who)(spaces.create(world.organization, { title: "S" }))
            yield* as(who)(spaces.update(id, { title: "T" }))
            return id
          })
        )
        const all = (yield* read(world, { order: "asc" })).items
        const moments = all.map(({ at }) => Date.parse(at))
        const from = moments.at(-6)
        const to = moments.at(-1)
        for (const actor of [undefined, world.admin, world.creator, world.stranger, "system"]) {
          for (const type of [undefined, "spaces.create", "spaces.update", "spaces"]) {
            for (const subject of [undefined, made[1], made[2], "nothing"]) {
              for (const range of [{}, { from }, { to }, { from, to }]) {
                const wanted = all.filter(
                  (entry) =>
                    (actor === undefined || entry.actor.id === actor) &&
                    (type === undefined || entry.type === type) &&
                    (subject === undefined || entry.space === subject || entry.subjects.includes(subject)) &&
                    (!("from" in range) || range.from === undefined || Date.parse(entry.at) >= range.from) &&
                    (!("to" in range) || range.to === undefined || Date.parse(entry.at) < range.to)
                )
                const filter = Object.fromEntries(
                  Object.entries({ actor, type, subject, ...range }).filter(([, value]) => value !== undefined)
                )
                const answer = yield* read(world, filter)
                assert.deepStrictEqual(
                  answer.items.map(({ id }) => id),
                  wanted.map(({ id }) => id).reverse(),
                  JSON.stringify(filter)
                )
                assert.strictEqual(answer.count, wanted.length)
              }
            }
          }
        }
        for (const order of ["asc", "desc"] as const) {
          const paged: Array<string> = []
          const audit = yield* Audit.Audit
          for (let page: string | undefined; ; ) {
            const answer = yield* as(world.admin)(
              audit.list(world.organization, { order, subject: made[0]! }, { limit: 1, page })
            )
            paged.push(...answer.items.map(({ type }) => type))
            page = answer.next?.page
            if (page === undefined) break
          }
          const both = ["spaces.create", "spaces.update"]
          assert.deepStrictEqual(paged, order === "asc" ? both : both.reverse())
        }
      })
    )

    it.effect("names every changed field, every removal and every forgery (rule audit-chain)", () =>
      Effect.gen(function* () {
        const world = yield* found
        yield* deeds(world, 6)
        yield* chain
        assert.isUndefined(yield* broken(world))
        const fields: { readonly [K in keyof AuditEntry.AuditEntry]-?: (self: AuditEntry.AuditEntry) => unknown } = {
          id: ({ id }) => `${id}x`,
          organization: () => "elsewhere",
          sequence: ({ sequence }) => sequence + 1000,
          at: ({ at }) => at + 1,
          type: () => "spaces.delete",
          actor: () => "system",
          token: () => "a-token",
          space: () => "another",
          subjects: ({ subjects }) => [...subjects, "more"],
          before: () => ({ title: "Before" }),
          after: () => undefined,
          erased: () => "an-entry",
          previous: () => "",
          hash: ({ hash }) => `${hash.slice(0, -1)}${hash.endsWith("A") ? "B" : "A"}`
        }
        for (const [field, change] of Object.entries(fields)) {
          const said = yield* tampered(world, (rows) => {
            const row = rows.at(-3)!
            const next = { ...row, [field]: change(row) } as AuditEntry.AuditEntry
            if (field === "after") delete (next as { after?: unknown }).after
            return field === "id" ? { remove: [row.id], insert: [next] } : { update: [next] }
          })
          assert.isDefined(said, field)
          const rows = yield* entriesOf(world.organization)
          const moved = field === "organization" || field === "sequence"
          const named = rows.at(moved ? -2 : -3)!.value
          assert.strictEqual(said?.sequence, rows.at(-3)!.value.sequence, field)
          assert.strictEqual(said?.id, field === "id" ? `${named.id}x` : named.id, field)
          assert.isAbove(said?.why.length ?? 0, 5)
        }
        const first = yield* tampered(world, (rows) => ({ remove: [rows[0]!.id] }))
        assert.strictEqual(first?.sequence, 1)
        const middle = yield* tampered(world, (rows) => ({ remove: rows.slice(2, 4).map(({ id }) => id) }))
        assert.strictEqual(middle?.sequence, 3)
        const rows = (yield* entriesOf(world.organization)).map(({ value }) => value)
        const last = yield* tampered(world, () => ({ remove: rows.slice(-2).map(({ id }) => id) }))
        assert.deepInclude(last, { sequence: rows.length - 1, id: rows.at(-2)!.id })
        const all = yield* tampered(world, () => ({ remove: rows.map(({ id }) => id) }))
        assert.deepInclude(all, { sequence: 1, id: rows[0]!.id })
        const forged = yield* tampered(world, () => ({
          insert: [{ ...rows.at(-1)!, id: "forged", sequence: rows.length + 1, previous: rows.at(-1)!.hash }]
        }))
        assert.deepInclude(forged, { sequence: rows.length + 1, id: "forged" })
      })
    )

    it.effect("reports a missing end if entries and the end of the chain are removed together", () =>
      Effect.gen(function* () {
        const world = yield* found
        yield* deeds(world, 3)
        yield* chain
        const chains = yield* Repository.make(AuditChain.collection)
        const entries = yield* Repository.make(AuditEntry.collection)
        const rows = (yield* entriesOf(world.organization)).map(({ value }) => value)
        const { id } = AuditChain.emptyChain(world.organization)
        const end = yield* Effect.flatMap(chains.get(id), Effect.fromOption)
        yield* Effect.orDie(chains.update(end, { ...end.value, hash: "other" }))
        assert.include((yield* broken(world))?.why, "the hash of the last entry does not match")
        yield* Effect.orDie(
          chains.update(yield* Effect.flatMap(chains.get(id), Effect.fromOption), {
            ...end.value,
            sequence: end.value.sequence + 1
          })
        )
        assert.include((yield* broken(world))?.why, "missing")
        const cut = rows.slice(0, -1)
        yield* entries.remove([rows.at(-1)!.id])
        yield* Effect.orDie(
          chains.update(yield* Effect.flatMap(chains.get(id), Effect.fromOption), {
            ...end.value,
            sequence: cut.length,
            hash: cut.at(-1)!.hash
          })
        )
        assert.deepInclude(yield* broken(world), { id: rows.at(-1)!.id, why: "the entry of this event is missing" })
        yield* entries.remove(cut.map((entry) => entry.id))
        yield* chains.remove([id])
        assert.deepInclude(yield* broken(world), { id: rows[0]!.id })
        const audit = yield* Audit.Audit
        const whole = yield* asSystem(audit.verify())
        assert.deepStrictEqual(
          whole.chains.filter((each) => each.broken !== undefined).map((each) => each.organization),
          [world.organization]
        )
        yield* Effect.orDie(entries.insertAll(rows))
        yield* Effect.orDie(chains.insert(end.value))
        assert.isUndefined(yield* broken(world))
      }).pipe(Effect.orDie)
    )

    it.effect("reports committed entries that are not chained yet", () =>
      Effect.gen(function* () {
        const world = yield* found
        yield* chain
        assert.deepStrictEqual((yield* verified(world)).unchained, { events: 0 })
        const before = (yield* entriesOf(world.organization)).length
        const [first] = yield* deeds(world, 3)
        const { chains, unchained } = yield* verified(world)
        const event = (yield* events).find(({ subjects }) => subjects.includes(first!.id))
        assert.deepStrictEqual(unchained, { events: 3, first: event!.id })
        assert.deepInclude(chains[0], { organization: world.organization, entries: before })
        assert.strictEqual(yield* chain, 3)
        assert.strictEqual(yield* chain, 0)
        assert.deepStrictEqual((yield* verified(world)).unchained, { events: 0 })
      })
    )

    it.effect("continues after a crash between batches, and chains every entry exactly once", () =>
      Effect.gen(function* () {
        const world = yield* found
        yield* chain
        const reader = yield* AuditReader.AuditReader
        yield* deeds(world, AuditReader.batch + 5)
        assert.strictEqual(yield* reader.run(1), AuditReader.batch)
        assert.strictEqual((yield* verified(world)).unchained.events, 5)
        assert.strictEqual(yield* reader.run(1), 5)
        const rows = (yield* entriesOf(world.organization)).map(({ value }) => value.id)
        const mine = (yield* events).filter(({ organization }) => organization === world.organization)
        assert.deepStrictEqual(
          rows,
          mine.map(({ id }) => id)
        )
      }).pipe(Effect.provide(AuditReader.AuditReader.layer))
    )

    it.effect("contains no secret, and names invited people by id (rule audit-redaction)", () =>
      Effect.gen(function* () {
        const world = yield* found
        const tokens = yield* ApiTokens.ApiTokens
        const { record, token } = yield* as(world.admin)(tokens.create(world.admin, { label: "laptop" }))
        yield* as(world.admin)(tokens.revoke(record.id))
        yield* as(world.editor)(
          Effect.flatMap(Users.Users, (users) => users.update(world.editor, { displayName: "Ed" }))
        )
        const invites = yield* EmailInvites.EmailInvites
        yield* as(world.admin)(invites.send(world.organization, { emails: [`new@${world.domain}`] }))
        yield* chain
        const invited = (yield* entriesOf(world.organization)).map(({ value }) => value)
        assert.include(
          invited.map(({ type }) => type),
          "emailInvites.send"
        )
        const own = (yield* entriesOf("")).map(({ value }) => value)
        assert.includeMembers(
          own.map(({ type }) => type),
          ["tokens.create", "tokens.delete", "users.update"]
        )
        const text = JSON.stringify(own)
        assert.notInclude(text, token)
        assert.notInclude(text, '"digest"')
        assert.notInclude(JSON.stringify(invited), `@${world.domain}`)
      })
    )

    it.effect("lists and finds events of former types by their current types (rules event-types and audit-chain)", () =>
      Effect.gen(function* () {
        const world = yield* found
        const outbox = yield* Outbox.Outbox
        const { formerTypes, toCurrentType } = FormerEventTypes
        const before = (yield* types(world)).length
        const { organization } = world
        const words = [...formerTypes.keys(), "moons.rise"]
        const written = words.map((type, at): Outbox.Event => {
          const event = { id: `${organization}-${at}`, type, at, actor: world.admin, token: null, organization }
          return { ...event, space: null, subjects: [world.editor], after: { at } }
        })
        yield* Effect.forEach(written, outbox.append)
        const items = (yield* read(world)).items.filter(({ id }) => id.startsWith(`${organization}-`))
        const shown = new Map(items.map((item) => [item.id, item]))
        assert.strictEqual((yield* types(world)).length, before + words.length)
        for (const { id, type } of written) {
          const item = shown.get(id)
          assert.deepStrictEqual(
            [item?.type, item?.writtenType],
            [toCurrentType(type), formerTypes.has(type) ? type : undefined]
          )
          for (const word of [type, toCurrentType(type)]) {
            for (const actor of [undefined, world.admin]) {
              const filter = { type: word, ...(actor === undefined ? {} : { actor }) }
              const { count, items: some } = yield* read(world, filter)
              assert.strictEqual(count, some.length)
              assert.isTrue(some.every((each) => each.type === toCurrentType(type)))
              assert.include(
                some.map((each) => each.id),
                id,
                word
              )
            }
          }
        }
        for (const { actor, at, object: _, type, writtenType = type, ...rest } of items) {
          const entry = { token: null, space: null, ...rest, organization, type: writtenType }
          assert.strictEqual(AuditChain.hashEntry({ ...entry, actor: actor.id, at: Date.parse(at) }), rest.hash)
        }
        assert.isUndefined(yield* broken(world))
        assert.includeMembers(
          (yield* events).map(({ type }) => type),
          words
        )
      })
    )

    it.effect("forms one chain in commit order with concurrent writers and readers (rule event-order)", () =>
      Effect.gen(function* () {
        const world = yield* found
        const other = yield* found
        yield* chain
        const before = (yield* events).length
        const audit = yield* Audit.Audit
        const writer = (at: number) => deeds(at % 4 === 0 ? other : world, 3)
        const reader = Effect.map(
          Effect.forEach(Array.from({ length: 5 }), () => asSystem(audit.chain())),
          (counts) => counts.reduce((sum, count) => sum + count, 0)
        )
        const [, ...chained] = yield* Effect.all(
          [
            Effect.forEach(
              Array.from({ length: 32 }, (_, at) => at),
              writer,
              { concurrency: 32 }
            ),
            reader,
            reader
          ],
          { concurrency: "unbounded" }
        )
        const rest = yield* Effect.all([asSystem(audit.chain()), asSystem(audit.chain())], { concurrency: "unbounded" })
        assert.strictEqual(
          [...chained, ...rest].reduce((sum, count) => sum + count, 0),
          96
        )
        const all = yield* events
        assert.strictEqual(all.length, before + 96)
        for (const { organization } of [world, other]) {
          const rows = (yield* entriesOf(organization)).map(({ value }) => value)
          assert.deepStrictEqual(
            rows.map(({ id, sequence }) => [id, sequence]),
            all.filter((event) => event.organization === organization).map(({ id }, at) => [id, at + 1])
          )
        }
        assert.isUndefined(yield* broken(world))
        assert.isUndefined(yield* broken(other))
      })
    )

    it.effect("starts over when the outbox does, without chaining known entries twice", () =>
      Effect.gen(function* () {
        const old = yield* Effect.gen(function* () {
          const world = yield* found
          yield* deeds(world, 6)
          const reader = yield* AuditReader.AuditReader
          yield* reader.run(1)
          const chained = yield* entriesOf(world.organization)
          yield* deeds(world, 2)
          const chains = yield* Repository.make(AuditChain.collection)
          return {
            organization: world.organization,
            events: yield* events,
            entries: [...chained, ...(yield* entriesOf(""))].map(({ value }) => value),
            chains: (yield* chains.list("all", { equals: {}, limit: 100 })).map(({ value }) => value)
          }
        }).pipe(Effect.provide(AuditReader.AuditReader.layer.pipe(Layer.provideMerge(engine)), { local: true }))
        const fresh = (at: number): Outbox.Event => ({ ...old.events.at(-1)!, id: `new-${at}`, type: "spaces.update" })
        const shifted = old.events.length - 4
        const outboxes: ReadonlyArray<ReadonlyArray<Outbox.Event>> = [
          [],
          [fresh(1), fresh(2)],
          [...old.events, fresh(1)],
          [fresh(1), ...old.events, fresh(2)],
          [...old.events.slice(shifted), fresh(1)],
          [...old.events.slice(0, shifted), ...Array.from({ length: old.events.length }, (_, at) => fresh(at))]
        ]
        for (const outbox of outboxes) {
          yield* Effect.gen(function* () {
            const port = yield* Outbox.Outbox
            const entries = yield* Repository.make(AuditEntry.collection)
            const chains = yield* Repository.make(AuditChain.collection)
            const reader = yield* AuditReader.AuditReader
            const verifier = yield* AuditVerifier.AuditVerifier
            yield* Effect.orDie(entries.insertAll(old.entries))
            yield* Effect.orDie(chains.insertAll(old.chains))
            yield* Effect.forEach(outbox.slice(0, -1), port.append)
            yield* reader.run(10)
            yield* Effect.forEach(outbox.slice(-1), port.append)
            yield* reader.run(10)
            assert.strictEqual(yield* reader.run(10), 0)
            const rows = [...(yield* entriesOf("")), ...(yield* entriesOf(old.organization))]
            const wanted = new Set([...old.entries, ...outbox].map(({ id }) => id))
            assert.deepStrictEqual(rows.map(({ value }) => value.id).sort(), [...wanted].sort())
            const { chains: reports, unchained } = yield* verifier.verify()
            assert.deepStrictEqual(unchained, { events: 0 })
            for (const report of reports) assert.isUndefined(report.broken)
          }).pipe(
            Effect.provide(
              Layer.mergeAll(AuditReader.AuditReader.layer, AuditVerifier.AuditVerifier.layer).pipe(
                Layer.provideMerge(engine)
              ),
              { local: true }
            )
          )
        }
      })
    )
  })
}

describe("the audit log on a Postgres restored from a dump", () => {
  it.effect(
    "misses nothing written by transactions with ids that the new server has not reached (rule event-order)",
    () =>
      Effect.gen(function* () {
        const config = yield* Database.migrated
        const on = <A, E>(body: Effect.Effect<A, E, Engine.Services | Engine.Ports | AuditReader.AuditReader>) =>
          Effect.provide(
            body,
            AuditReader.AuditReader.layer.pipe(
              Layer.provideMerge(Engine.layer),
              Layer.provideMerge(Layer.orDie(Postgres.layer(config))),
              Layer.provideMerge(capabilities)
            )
          )
        const old = yield* on(
          Effect.gen(function* () {
            const world = yield* found
            yield* deeds(world, 2)
            yield* chain
            yield* deeds(world, 3)
            return { organization: world.organization, events: yield* events }
          })
        )
        const text = `update quire.outbox_events set xid = (xid::text::bigint + 1000000)::text::xid8;
        update quire.outbox_epochs set name = name`
        yield* Effect.flatMap(PgSession.PgSession, ({ script }) => script(text)).pipe(
          Effect.provide(PgSession.layer(config))
        )
        yield* on(
          Effect.gen(function* () {
            const outbox = yield* Outbox.Outbox
            yield* outbox.append({ ...old.events.at(-1)!, id: "new" })
            const reader = yield* AuditReader.AuditReader
            assert.strictEqual(yield* reader.run(10), 4)
            assert.sameMembers(
              (yield* entriesOf(old.organization)).map(({ value }) => value.id),
              [...old.events.filter(({ organization }) => organization === old.organization).map(({ id }) => id), "new"]
            )
          })
        )
      })
  )
})
