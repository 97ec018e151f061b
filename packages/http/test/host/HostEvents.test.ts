import { assert, describe, it } from "@effect/vitest"
import type { EventStates, Space as StoredSpace } from "@quire/core/internal"
import { type Event, type EventOf, Quire, type RevisionId, type UserId } from "../../src/index.ts"

const open = () => Quire.open({ store: { kind: "memory" }, baseUrl: "http://quire.test" })

const tagOf = (called: Promise<unknown>) =>
  called.then(
    () => "done",
    (error) => error._tag
  )

/** A promise, and what settles it. */
const settled = <A>() => {
  let settle: (value: A) => void = () => undefined
  const promise = new Promise<A>((resolve) => (settle = resolve))
  return { promise, settle }
}

type Handled = Parameters<Parameters<Awaited<ReturnType<typeof Quire.open>>["events"]["subscribe"]>[1]>[0]
type Sight<E, K extends PropertyKey> =
  E extends Readonly<Record<K, unknown>> ? "always" : E extends { readonly [P in K]?: never } ? "never" : "maybe"

/** The types of which a handler sees so much of what was before, and of what is there now. */
type HandledEvent<Before, After> = Handled extends infer E
  ? E extends { readonly type: infer T }
    ? [Sight<E, "before">, Sight<E, "after">] extends [Before, After]
      ? T
      : never
    : never
  : never

type Same<A, B> = [A, B] extends [B, A] ? true : false

describe("the event API of an engine in a host", () => {
  it("returns only the declared fields where a type declares any (rule event-tells)", () => {
    type Promised = EventStates.WithBeforeAndAfter | EventStates.WithAfterAlone | EventStates.WithBeforeAlone
    const same: readonly [
      Same<HandledEvent<"always", "always">, EventStates.WithBeforeAndAfter>,
      Same<HandledEvent<"never", "always">, EventStates.WithAfterAlone>,
      Same<HandledEvent<"always", "never">, EventStates.WithBeforeAlone>,
      Same<HandledEvent<"maybe", "maybe">, Exclude<Handled["type"], Promised>>
    ] = [true, true, true, true]
    assert.notInclude(same, false)
  })

  it("types previous and new values as the stored shape or null (rule event-typed)", () => {
    type Update = EventOf<"spaces.update">
    const same: readonly [
      Same<EventOf<"spaces.create">["after"], StoredSpace.Space | null>,
      Same<NonNullable<Update["before"]>["createdBy"], UserId | null>,
      Same<NonNullable<Update["after"]>["updatedAt"], number>,
      Same<EventOf<"content.edit" | "changeRequests.merge">["after"], { readonly revision: RevisionId } | null>,
      "titel" extends keyof NonNullable<Update["after"]> ? false : true,
      unknown extends Event["before"] | Event["after"] ? false : true
    ] = [true, true, true, true, true, true]
    assert.notInclude(same, false)
  })

  it("narrows the fields by the type, and rejects anything else at compile time (rule event-typed)", async () => {
    const quire = await open()
    const { id } = await quire.system.users.ensure({ email: "ada@quire.test", displayName: "Ada" })
    const as = quire.as(id)
    const acme = await as.organizations.create({ title: "Acme" })
    const space = await as.spaces.create(acme.id, { title: "Guide" })
    await as.spaces.update(space.id, { title: "Handbook", defaultLevel: "read" })
    await as.spaces.remove(space.id)
    const received: Array<readonly [string, ...ReadonlyArray<string | null | undefined>]> = []
    const over = settled<void>()
    await quire.events.subscribe(
      "titles",
      (event) => {
        switch (event.type) {
          case "spaces.create": {
            // @ts-expect-error what was made was not there before
            const former = event.before?.title
            received.push([event.type, former, event.after?.title])
            break
          }
          case "spaces.update": {
            const { after, before } = event
            // @ts-expect-error a space has no such field
            const misspelled = after?.titel
            received.push([event.type, before?.title, after?.title, after?.defaultLevel, misspelled])
            break
          }
          case "spaces.delete":
            received.push([event.type, event.before?.title])
            over.settle()
        }
      },
      { from: "beginning" }
    )
    await over.promise
    assert.deepStrictEqual(received, [
      ["spaces.create", undefined, "Guide"],
      ["spaces.update", "Guide", "Handbook", "read", undefined],
      ["spaces.delete", "Handbook"]
    ])
    await quire.close()
  })

  it("calls functions one after the other, by type (rules subscription-order and event-tells)", async () => {
    const quire = await open()
    const { id } = await quire.system.users.ensure({ email: "ada@quire.test", displayName: "Ada" })
    await quire.as(id).organizations.create({ title: "One" })
    await quire.as(id).organizations.create({ title: "Two" })
    const types: Array<string> = []
    const received = settled<void>()
    let running = 0
    await quire.events.subscribe(
      "index",
      async (event) => {
        assert.strictEqual(++running, 1)
        await new Promise((soon) => setImmediate(soon))
        types.push(event.type === "organizations.create" ? (event.after?.title ?? "") : event.type)
        running--
        if (types.length === 3) received.settle()
      },
      { from: "beginning" }
    )
    await received.promise
    assert.strictEqual(types[0], "users.create")
    assert.deepStrictEqual(types.slice(1), ["One", "Two"])
    await quire.close()
  })

  it("stops with the subscription, which signals the function and waits for it (rule subscription-one)", async () => {
    const quire = await open()
    await quire.system.users.ensure({ email: "ada@quire.test", displayName: "Ada" })
    const begun = settled<AbortSignal>()
    const may = settled<void>()
    let hasEnded = false
    const { close } = await quire.events.subscribe(
      "index",
      async (_, { signal }) => {
        signal.addEventListener("abort", () => setImmediate(may.settle))
        begun.settle(signal)
        await may.promise
        hasEnded = true
      },
      { from: "beginning" }
    )
    const signal = await begun.promise
    assert.isFalse(signal.aborted)
    await close()
    assert.deepStrictEqual([signal.aborted, hasEnded], [true, true])
    const [standing] = await quire.events.subscriptions()
    assert.deepStrictEqual([standing?.name, standing?.lag.events, standing?.failure], ["index", 1, null])
    await quire.close()
    await close()
  })

  it("rejects calls with typed errors, and deletes a name (rules subscription-name and subscription-forget)", async () => {
    const quire = await open()
    const handler = () => undefined
    assert.strictEqual(await tagOf(quire.events.subscribe("No", handler)), "InputInvalid")
    assert.strictEqual(await tagOf(quire.events.forget("index")), "SubscriptionNotFound")
    await quire.events.subscribe("index", handler)
    assert.strictEqual(await tagOf(quire.events.subscribe("index", handler)), "AlreadySubscribed")
    await quire.events.forget("index")
    assert.deepStrictEqual(await quire.events.subscriptions(), [])
    await quire.events.subscribe("index", handler)
    await quire.close()
    assert.strictEqual(await tagOf(quire.events.subscribe("other", handler)), "QuireClosed")
  })

  it("returns the events that a loop follows with a cursor (rule feed-once-or-more)", async () => {
    const quire = await open()
    await quire.system.users.ensure({ email: "ada@quire.test", displayName: "Ada" })
    const { done, value } = await quire.events.follow()[Symbol.asyncIterator]().next()
    assert.deepStrictEqual([done, value?.event.type], [false, "users.create"])
    await quire.close()
  })
})
