import { assert, layer } from "@effect/vitest"
import {
  type CustomHostname,
  CustomHostnames,
  DnsResolver,
  Members,
  Outbox,
  type PublicationFacts,
  Publications,
  type SiteId,
  Sites
} from "@quire/core"
import { Array as Arr, Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import {
  as,
  asSystem,
  capabilities,
  dnsTexts,
  engines,
  memoryWith,
  onStores,
  postgresWith
} from "../../support/engine.ts"
import { spacesIn, tagOf } from "../../support/sites.ts"
import { found, type World } from "../../support/world.ts"

let named = 0
const newHostname = () => `docs-${++named}.example.com`

/** A world with a published site. */
const sited = Effect.gen(function* () {
  const world = yield* found
  const sites = yield* Sites.Sites
  const mine = as(world.admin)
  const spaces = yield* spacesIn(world, "Open")
  const create = Effect.map(mine(sites.create(world.organization, { title: "Docs", spaces })), ({ id }) => id)
  const site = yield* create
  yield* mine(sites.publish(world.organization, site))
  const shown = mine(sites.get(world.organization, site))
  return { ...world, mine, site, create, shown }
}).pipe(Effect.orDie)

type Sited = Effect.Success<typeof sited>

const setup = ({ mine, site }: Pick<Sited, "mine" | "site">, hostname: string, target: SiteId = site) =>
  Effect.flatMap(CustomHostnames.CustomHostnames, (hostnames) =>
    mine(hostnames.setup(hostname, { target: { type: "site", site: target } }))
  )

const verify = ({ mine }: Pick<Sited, "mine">, hostname: string) =>
  Effect.flatMap(CustomHostnames.CustomHostnames, (hostnames) => mine(hostnames.verify(hostname)))

const remove = ({ mine }: Pick<Sited, "mine">, hostname: string) =>
  Effect.flatMap(CustomHostnames.CustomHostnames, (hostnames) => mine(hostnames.remove(hostname)))

const get = ({ mine }: Pick<Sited, "mine">, hostname: string) =>
  Effect.flatMap(CustomHostnames.CustomHostnames, (hostnames) => mine(hostnames.get(hostname)))

const textOf = ({ verification }: CustomHostname.CustomHostnameView) => verification?.value ?? "none"

/** Says these texts, and no other, of a hostname. */
const say = (hostname: string, ...texts: ReadonlyArray<string>) =>
  Effect.sync(() => void dnsTexts.set(`_quire-challenge.${hostname}`, texts))

/** Registers and verifies a hostname. */
const own = Effect.fnUntraced(function* (one: Sited, hostname: string) {
  yield* say(hostname, textOf(yield* setup(one, hostname)))
  yield* verify(one, hostname)
})

/** The site that a hostname leads to. */
const leads = (hostname: string) =>
  Effect.gen(function* () {
    const publications = yield* Publications.Publications
    const locator: PublicationFacts.SiteLocator = { _tag: "Hostname", hostname }
    return (yield* publications.open(locator, {})).seen.site.id
  }).pipe(
    Effect.catchTag("PublicationNotFound", () => Effect.succeed("not published")),
    Effect.catchTag("HostnameUnknown", () => Effect.succeed(undefined))
  )

/** The types of the last events of an organization. */
const newsOf = (world: World) =>
  Effect.gen(function* () {
    const outbox = yield* Outbox.Outbox
    const rows = yield* outbox.read("", 10_000)
    return rows.flatMap(({ event }) =>
      event.organization === world.organization && event.type.startsWith("customHostnames") ? [event] : []
    )
  })

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`hostnames of sites on ${name}`, (it) => {
    it.effect("leads nowhere until it is verified (rules hostname-register and hostname-verify)", () =>
      Effect.gen(function* () {
        const one = yield* sited
        const hostname = newHostname()
        const made = yield* setup(one, hostname.toUpperCase())
        assert.deepStrictEqual(made, {
          object: "custom-hostname",
          hostname,
          target: { type: "site", site: one.site },
          isActive: false,
          verification: { type: "TXT", name: `_quire-challenge.${hostname}`, value: textOf(made) },
          urls: { location: `http://quire.test/v1/custom-hostnames/${hostname}` }
        })
        assert.isUndefined(yield* leads(hostname))
        const before = yield* one.shown
        assert.isUndefined(before.hostname)
        assert.notInclude(before.urls.published, hostname)

        assert.strictEqual(yield* tagOf(verify(one, hostname)), "HostnameUnproven")
        yield* say(hostname, "v=spf1 -all", ` ${textOf(made)}`, textOf(made).slice(1))
        const unproven = yield* Effect.flip(verify(one, hostname))
        assert.include(unproven.message, `_quire-challenge.${hostname}`)
        assert.include(unproven.message, textOf(made))
        assert.isUndefined(yield* leads(hostname))

        yield* say(hostname, "v=spf1 -all", textOf(made))
        yield* verify(one, hostname)
        assert.strictEqual(yield* leads(hostname), one.site)
        const after = yield* one.shown
        assert.deepStrictEqual([after.hostname, after.urls.published], [hostname, `https://${hostname}/`])
        assert.deepInclude(yield* get(one, hostname), { isActive: true, status: "dns_passed" })
        assert.strictEqual(textOf(yield* get(one, hostname)), textOf(made))
      })
    )

    it.effect("stays verified without the record, and is verified once (rule hostname-verify)", () =>
      Effect.gen(function* () {
        const one = yield* sited
        const hostname = newHostname()
        yield* own(one, hostname)
        yield* verify(one, hostname)
        yield* say(hostname)
        assert.strictEqual(yield* tagOf(verify(one, hostname)), "HostnameUnproven")
        assert.strictEqual(yield* leads(hostname), one.site)
        assert.deepStrictEqual(
          (yield* newsOf(one)).map(({ type }) => type),
          ["customHostnames.create", "customHostnames.verify"]
        )
      })
    )

    it.effect("lets administrators register, verify and remove them, and viewers of the site see them", () =>
      Effect.gen(function* () {
        const one = yield* sited
        const hostname = newHostname()
        const is = (who: "creator" | "reader" | "guest" | "stranger") => ({ mine: as(one[who]), site: one.site })
        for (const who of ["creator", "reader"] as const) {
          assert.strictEqual(yield* tagOf(setup(is(who), hostname)), "Forbidden")
        }
        for (const who of ["guest", "stranger"] as const) {
          const refused = yield* Effect.flip(setup(is(who), hostname))
          assert.deepStrictEqual([refused._tag, refused.kind], ["ReferenceNotFound", "invalid"])
        }
        yield* say(hostname, textOf(yield* setup(one, hostname)))
        for (const who of ["creator", "reader"] as const) {
          assert.notProperty(yield* get(is(who), hostname), "verification")
          assert.strictEqual(yield* tagOf(verify(is(who), hostname)), "Forbidden")
          assert.strictEqual(yield* tagOf(remove(is(who), hostname)), "Forbidden")
        }
        for (const who of ["guest", "stranger"] as const) {
          for (const ask of [get, verify]) {
            assert.strictEqual(yield* tagOf(ask(is(who), hostname)), "CustomHostnameNotFound")
          }
          assert.isFalse(yield* remove(is(who), hostname))
        }
        assert.isFalse((yield* get(one, hostname)).isActive)
      })
    )

    it.effect(
      "refuses the server's own hostnames, invalid ones and registered ones (rules hostname-form and hostname-register)",
      () =>
        Effect.gen(function* () {
          const one = yield* sited
          const other = yield* one.create
          for (const text of ["quire.test", "QUIRE.test."]) {
            assert.strictEqual(yield* tagOf(setup(one, text)), "HostnameReserved")
          }
          for (const text of ["", "localhost", "127.0.0.1", "docs.example.com:80", "x".repeat(300)]) {
            assert.strictEqual(yield* tagOf(setup(one, text)), "InputInvalid", text)
            for (const ask of [get, verify]) assert.strictEqual(yield* tagOf(ask(one, text)), "CustomHostnameNotFound")
            assert.isFalse(yield* remove(one, text))
          }
          const hostname = newHostname()
          yield* setup(one, hostname)
          for (const target of [one.site, other]) {
            const refused = yield* Effect.flip(setup(one, `${hostname}.`, target))
            assert.deepStrictEqual([refused._tag, refused.kind], ["HostnameRegistered", "conflict"])
          }
        })
    )

    it.effect("allows at most five on a site, including pending ones (rule hostname-limits)", () =>
      Effect.gen(function* () {
        const one = yield* sited
        const other = yield* one.create
        const those = Arr.makeBy(5, newHostname)
        for (const hostname of those) yield* own(one, hostname)
        const refused = yield* Effect.flip(setup(one, newHostname()))
        assert.deepStrictEqual([refused._tag, refused.kind], ["TooManyHostnames", "limit"])
        for (const hostname of those) assert.include(refused.message, hostname)
        yield* setup(one, newHostname(), other)
        yield* remove(one, those[2] ?? "")
        yield* setup(one, newHostname())
        assert.strictEqual(yield* tagOf(setup(one, newHostname())), "TooManyHostnames")
      })
    )

    it.effect(
      "leads to the site by all of them, with the one verified last in its address (rules hostname-canonical and hostname-removal)",
      () =>
        Effect.gen(function* () {
          const one = yield* sited
          const [first, second] = [newHostname(), newHostname()]
          const address = Effect.map(one.shown, ({ hostname }) => hostname)
          yield* own(one, first)
          yield* TestClock.adjust(1)
          yield* own(one, second)
          assert.strictEqual(yield* address, second)
          for (const hostname of [first, second]) assert.strictEqual(yield* leads(hostname), one.site)
          assert.isTrue(yield* remove(one, second))
          assert.isFalse(yield* remove(one, second))
          assert.deepStrictEqual([yield* address, yield* leads(second)], [first, undefined])
          assert.isTrue(yield* remove(one, first))
          assert.deepStrictEqual([yield* address, yield* leads(first)], [undefined, undefined])
          const { urls } = yield* one.shown
          assert.match(urls.published ?? "", /^http:\/\/quire\.test\/sites\//)
        })
    )

    it.effect("releases them when their site is deleted (rule hostname-removal)", () =>
      Effect.gen(function* () {
        const [one, two] = [yield* sited, yield* sited]
        const hostname = newHostname()
        yield* own(one, hostname)
        const sites = yield* Sites.Sites
        yield* one.mine(sites.remove(one.organization, one.site))
        assert.isUndefined(yield* leads(hostname))
        assert.strictEqual(yield* tagOf(get(one, hostname)), "CustomHostnameNotFound")
        yield* own(two, hostname)
        assert.strictEqual(yield* leads(hostname), two.site)
      })
    )

    it.effect(
      "keeps one for its organization while the record exists, and then allows another to take it over (rule hostname-holder)",
      () =>
        Effect.gen(function* () {
          const [one, two] = [yield* sited, yield* sited]
          const [hostname, spare] = [newHostname(), newHostname()]
          yield* own(one, spare)
          yield* TestClock.adjust(1)
          const [mine, theirs] = [textOf(yield* setup(one, hostname)), textOf(yield* setup(two, hostname))]
          assert.notStrictEqual(mine, theirs)
          yield* say(hostname, mine)
          yield* verify(one, hostname)
          assert.strictEqual(yield* tagOf(verify(two, hostname)), "HostnameUnproven")
          yield* say(hostname, theirs, mine)
          const held = yield* Effect.flip(verify(two, hostname))
          assert.deepStrictEqual([held._tag, held.kind], ["HostnameHeld", "conflict"])
          assert.notInclude(held.message, one.organization)
          assert.strictEqual(yield* leads(hostname), one.site)

          yield* say(hostname, theirs)
          yield* verify(two, hostname)
          assert.strictEqual(yield* leads(hostname), two.site)
          assert.strictEqual((yield* two.shown).hostname, hostname)
          assert.strictEqual((yield* one.shown).hostname, spare)
          assert.isFalse((yield* get(one, hostname)).isActive)
          const last = (yield* newsOf(one)).at(-1)
          assert.deepStrictEqual([last?.type, last?.actor], ["customHostnames.release", "system"])
          assert.deepStrictEqual(last?.subjects, [one.site, hostname])
          assert.notInclude(JSON.stringify(last), two.organization)
          assert.strictEqual((yield* newsOf(two)).at(-1)?.type, "customHostnames.verify")

          assert.strictEqual(yield* tagOf(verify(one, hostname)), "HostnameUnproven")
          yield* say(hostname, theirs, mine)
          assert.strictEqual(yield* tagOf(verify(one, hostname)), "HostnameHeld")
          yield* remove(two, hostname)
          yield* verify(one, hostname)
          assert.strictEqual(yield* leads(hostname), one.site)
        })
    )

    it.effect(
      "prefers those of an organization that the caller administers, then verified ones (rule hostname-which)",
      () =>
        Effect.gen(function* () {
          const [one, two, three] = [yield* sited, yield* sited, yield* sited]
          const members = yield* Members.Members
          const hostname = newHostname()
          for (const each of [one, two, three]) yield* setup(each, hostname)
          const seen = ({ mine }: Pick<Sited, "mine">) =>
            Effect.map(get({ mine }, hostname), ({ target }) => target.site)
          const { reader, stranger } = one
          const both = { mine: as(reader) }
          yield* asSystem(members.add(two.organization, reader, "read"))
          assert.strictEqual(yield* seen(both), one.site)
          yield* say(hostname, textOf(yield* get(two, hostname)))
          yield* verify(two, hostname)
          assert.strictEqual(yield* seen(both), two.site)
          assert.strictEqual(yield* seen(one), one.site)
          assert.strictEqual(yield* seen({ mine: asSystem }), two.site)
          yield* asSystem(members.add(three.organization, reader, "admin"))
          assert.strictEqual(yield* seen(both), three.site)
          assert.strictEqual(yield* tagOf(seen({ mine: as(stranger) })), "CustomHostnameNotFound")
          yield* asSystem(members.add(one.organization, stranger, null))
          assert.strictEqual(yield* tagOf(seen({ mine: as(stranger) })), "CustomHostnameNotFound")
          const pending = newHostname()
          yield* setup(one, pending)
          assert.strictEqual((yield* get({ mine: asSystem }, pending)).target.site, one.site)
          assert.strictEqual(yield* tagOf(get({ mine: asSystem }, newHostname())), "CustomHostnameNotFound")
        })
    )

    it.effect("verifies one for only one of two concurrent organizations (rule hostname-holder)", () =>
      Effect.gen(function* () {
        const [one, two] = [yield* sited, yield* sited]
        for (const hostname of Arr.makeBy(5, newHostname)) {
          yield* say(hostname, textOf(yield* setup(one, hostname)), textOf(yield* setup(two, hostname)))
          const told = yield* Effect.all([tagOf(verify(one, hostname)), tagOf(verify(two, hostname))], {
            concurrency: 2
          })
          assert.sameMembers(told, ["Success", "HostnameHeld"])
          const winner = told[0] === "Success" ? one : two
          assert.strictEqual(yield* leads(hostname), winner.site)
          const active = [(yield* get(one, hostname)).isActive, (yield* get(two, hostname)).isActive]
          assert.sameMembers(active, [true, false])
        }
      })
    )

    it.effect(
      "follows the DNS records from one organization to another, with concurrent requests (rule hostname-holder)",
      () =>
        Effect.gen(function* () {
          const [one, two, three] = [yield* sited, yield* sited, yield* sited]
          for (const hostname of Arr.makeBy(3, newHostname)) {
            yield* own(one, hostname)
            yield* say(hostname, textOf(yield* setup(two, hostname)), textOf(yield* setup(three, hostname)))
            const told = yield* Effect.all(
              [one, two, three].map((each) => tagOf(verify(each, hostname))),
              { concurrency: 3 }
            )
            assert.strictEqual(told[0], "HostnameUnproven")
            assert.sameMembers(told.slice(1), ["Success", "HostnameHeld"])
            assert.strictEqual(yield* leads(hostname), (told[1] === "Success" ? two : three).site)
            assert.isUndefined((yield* one.shown).hostname)
          }
        })
    )
  })
}

/** Every lookup reports that it was requested, and waits for the result that the test sets. */
const asking = {
  asked: Deferred.makeUnsafe<string>(),
  answer: Deferred.makeUnsafe<DnsResolver.LookupFailed | string>()
}

const waiting = Layer.merge(
  capabilities,
  Layer.succeed(DnsResolver.DnsResolver, {
    resolveTxt: Effect.fnUntraced(function* (name: string) {
      yield* Deferred.succeed(asking.asked, name)
      const said = yield* Deferred.await(asking.answer)
      return typeof said === "string" ? [said] : yield* said
    })
  })
)

for (const [name, engine] of onStores(import.meta.url, {
  memory: memoryWith(waiting),
  postgres: postgresWith(waiting)
})) {
  layer(engine)(`a slow DNS lookup on ${name}`, (it) => {
    /** What comes of a verification, where this happens while the DNS is asked. */
    const during = Effect.fnUntraced(function* <E, R>(
      one: Sited,
      hostname: string,
      happens: Effect.Effect<unknown, E, R>,
      said: DnsResolver.LookupFailed | string = "proof"
    ) {
      const text = textOf(yield* get(one, hostname))
      asking.asked = Deferred.makeUnsafe()
      asking.answer = Deferred.makeUnsafe()
      const verifying = yield* Effect.forkChild(tagOf(verify(one, hostname)))
      assert.strictEqual(yield* Deferred.await(asking.asked), `_quire-challenge.${hostname}`)
      yield* happens
      yield* Deferred.succeed(asking.answer, said === "proof" ? text : said)
      return yield* Fiber.join(verifying)
    })

    it.effect(
      "blocks no other request, and decides by the state after it ends (rules hostname-lookup and hostname-verify)",
      () =>
        Effect.gen(function* () {
          const one = yield* sited
          const [sites, members] = [yield* Sites.Sites, yield* Members.Members]
          const hostname = newHostname()
          const other = yield* one.create
          const rename = one.mine(sites.update(one.organization, one.site, { title: "Renamed" }))
          yield* setup(one, hostname)
          assert.strictEqual(yield* during(one, hostname, rename), "Success")
          assert.deepInclude(yield* one.shown, { title: "Renamed", hostname })

          const moved = newHostname()
          yield* setup(one, moved)
          assert.strictEqual(yield* during(one, moved, remove(one, moved)), "CustomHostnameNotFound")
          yield* setup(one, moved)
          const move = Effect.andThen(remove(one, moved), setup(one, moved, other))
          assert.strictEqual(yield* during(one, moved, move), "HostnameUnproven")
          assert.isFalse((yield* get(one, moved)).isActive)

          yield* asSystem(members.add(one.organization, one.stranger, "admin"))
          const lowered = asSystem(members.update(one.organization, one.stranger, { role: "create" }))
          const theirs = { ...one, mine: as(one.stranger) }
          assert.strictEqual(yield* during(theirs, moved, lowered), "Forbidden")
          const deleted = one.mine(sites.remove(one.organization, other))
          assert.strictEqual(yield* during(one, moved, deleted), "CustomHostnameNotFound")
        })
    )

    it.effect("changes nothing if it fails (rule hostname-lookup)", () =>
      Effect.gen(function* () {
        const one = yield* sited
        const hostname = newHostname()
        yield* setup(one, hostname)
        for (const reason of DnsResolver.Reason.literals) {
          const failure = new DnsResolver.LookupFailed({ name: hostname, reason })
          assert.strictEqual(yield* during(one, hostname, Effect.void, failure), "LookupFailed")
        }
        assert.isUndefined(yield* leads(hostname))
        assert.lengthOf(yield* newsOf(one), 1)
      })
    )
  })
}
