import { assert, layer } from "@effect/vitest"
import { MemoryMailer } from "@quire/adapters"
import {
  ApiTokens,
  Credentials,
  DomainJoins,
  EmailInvites,
  type Introduction,
  MailDelivery,
  Members,
  Organizations,
  SignIn,
  type UserId,
  Users
} from "@quire/core"
import { Effect } from "effect"
import * as Hall from "../../sso/samlServer.ts"
import { as, asSystem, engines } from "../../support/engine.ts"

/** What is known of the account that has the claimed address. */
const holders = ["none", "verified", "byAddress", "byId", "disabled"] as const
type Holder = (typeof holders)[number]

const outcome = <A, E extends { readonly _tag: string }, R>(
  self: Effect.Effect<A, E, R>,
  of: (value: A) => string = () => "done"
) => Effect.match(self, { onFailure: ({ _tag }) => _tag, onSuccess: of })

/** An organization, an address on its domain, and an account that has it. */
const claimed = (kind: Holder) =>
  Effect.gen(function* () {
    const hall = yield* Hall.open()
    const users = yield* Users.Users
    const members = yield* Members.Members
    const organizations = yield* Organizations.Organizations
    const email = `x@${hall.domain}`
    const idOf = (id: string) => ({ externalId: `${id}|${hall.domain}` })
    const introduce = (given: Partial<Introduction.Introduction>) =>
      asSystem(users.ensure({ email, displayName: "X", ...given }))
    const given = {
      none: {},
      verified: { emailVerified: true },
      byAddress: {},
      byId: idOf("own"),
      disabled: { emailVerified: true }
    }
    const holder = kind === "none" ? undefined : (yield* introduce(given[kind])).id
    if (kind === "disabled" && holder !== undefined) {
      yield* asSystem(members.add(hall.organization, holder, "read"))
      yield* asSystem(members.disable(hall.organization, holder))
    }
    yield* as(hall.admin)(organizations.update(hall.organization, { emailDomains: [hall.domain] }))
    const reach = (user: UserId | undefined) =>
      user === undefined
        ? Effect.succeed("none")
        : outcome(as(user)(organizations.get(hall.organization)), () => "member")
    const whose = ({ id }: { readonly id: string }) => (id === holder ? "holder" : "new")
    return { ...hall, email, holder, idOf, introduce, members, reach, whose }
  }).pipe(Effect.orDie)

type Claimed = Effect.Success<ReturnType<typeof claimed>>

/** Invites the address, and answers who was invited and the code of the link that was sent. */
const invited = ({ admin, email, holder, organization }: Claimed) =>
  Effect.gen(function* () {
    const invites = yield* EmailInvites.EmailInvites
    const sent = yield* as(admin)(invites.send(organization, { emails: [email], role: "edit" }))
    yield* asSystem(Effect.flatMap(MailDelivery.MailDelivery, (mailDelivery) => mailDelivery.deliver()))
    const { emails } = yield* MemoryMailer.MemoryMailer
    const written = (yield* emails).findLast(({ to }) => to === email)?.text ?? ""
    return { user: holder ?? sent.users[0], code: /code=(\w+)/.exec(written)?.[1] }
  }).pipe(Effect.orDie)

/** Every path on which a person who claims the address may become the person who has it, or a member as them. */
const paths = {
  "an introduction by an id": ({ idOf, introduce, whose }: Claimed) => outcome(introduce(idOf("other")), whose),
  "a verified introduction by an id": ({ idOf, introduce, whose }: Claimed) =>
    outcome(introduce({ ...idOf("other"), emailVerified: true }), whose),
  "an introduction by the address": ({ introduce, whose }: Claimed) => outcome(introduce({}), whose),
  "an introduction whose address is said to be unverified": ({ introduce, whose }: Claimed) =>
    outcome(introduce({ emailVerified: false }), whose),
  "a verified introduction by the address": ({ introduce, whose }: Claimed) =>
    outcome(introduce({ emailVerified: true }), whose),
  "a change of address": ({ domain, idOf, introduce }: Claimed) =>
    Effect.andThen(
      Effect.orDie(introduce({ ...idOf("p"), email: `p@${domain}`, emailVerified: true })),
      outcome(introduce(idOf("p")), ({ email }) => email.split("@")[0] ?? "")
    ),
  "an invitation": (at: Claimed) => Effect.flatMap(invited(at), ({ user }) => at.reach(user)),
  "the link of an invitation": (at: Claimed) =>
    Effect.gen(function* () {
      const { code, user } = yield* invited(at)
      if (code === undefined) return "no link"
      yield* Effect.orDie(Effect.flatMap(SignIn.SignIn, (signIn) => signIn.exchange({ code })))
      return yield* at.reach(user)
    }),
  "a link of the host": (at: Claimed) =>
    Effect.gen(function* () {
      const { user } = yield* invited(at)
      const signIn = yield* SignIn.SignIn
      if (user === undefined) return "none"
      const { code } = yield* Effect.orDie(asSystem(signIn.start(user)))
      yield* Effect.orDie(signIn.exchange({ code }))
      return yield* at.reach(user)
    }),
  "a proof of another address": (at: Claimed) =>
    Effect.gen(function* () {
      const { user } = yield* invited(at)
      const moved = { ...at.idOf("own"), email: `other@${at.domain}` }
      yield* Effect.ignore(at.introduce({ ...moved, emailVerified: true }))
      return yield* at.reach(user)
    }),
  "the domain of the address": ({ holder, organization }: Claimed) =>
    holder === undefined
      ? Effect.succeed("none")
      : Effect.flatMap(DomainJoins.DomainJoins, (joins) =>
          outcome(as(holder)(joins.join(organization)), () => "member")
        ),
  "single sign-on": (at: Claimed) =>
    Effect.gen(function* () {
      const { admin, holder, members, organization } = at
      if (holder !== undefined) {
        yield* Effect.ignore(asSystem(members.add(organization, holder, "read")))
        yield* Effect.orDie(as(admin)(members.setSso(organization, holder)))
      }
      return yield* outcome(Hall.enter(at, { nameId: at.email }), ({ user }) => at.whose(user))
    })
}

const outside = "OrganizationNotFound"

/** What comes of each path, by holder. */
const expected: Readonly<Record<keyof typeof paths, Readonly<Record<Holder, string>>>> = {
  "an introduction by an id": {
    none: "new",
    verified: "AddressUnproven",
    byAddress: "AddressUnproven",
    byId: "AddressHeld",
    disabled: "AddressUnproven"
  },
  "a verified introduction by an id": {
    none: "new",
    verified: "holder",
    byAddress: "holder",
    byId: "AddressHeld",
    disabled: "holder"
  },
  "an introduction by the address": {
    none: "new",
    verified: "AddressUnproven",
    byAddress: "holder",
    byId: "AddressUnproven",
    disabled: "AddressUnproven"
  },
  "an introduction whose address is said to be unverified": {
    none: "new",
    verified: "AddressUnproven",
    byAddress: "holder",
    byId: "AddressUnproven",
    disabled: "AddressUnproven"
  },
  "a verified introduction by the address": {
    none: "new",
    verified: "holder",
    byAddress: "holder",
    byId: "holder",
    disabled: "holder"
  },
  "a change of address": { none: "p", verified: "p", byAddress: "p", byId: "p", disabled: "p" },
  "an invitation": { none: outside, verified: "member", byAddress: outside, byId: outside, disabled: outside },
  "the link of an invitation": {
    none: "member",
    verified: "member",
    byAddress: "member",
    byId: "member",
    disabled: "no link"
  },
  "a link of the host": {
    none: "member",
    verified: "member",
    byAddress: "member",
    byId: "member",
    disabled: outside
  },
  "a proof of another address": {
    none: outside,
    verified: "member",
    byAddress: outside,
    byId: outside,
    disabled: outside
  },
  "the domain of the address": {
    none: "none",
    verified: "member",
    byAddress: outside,
    byId: outside,
    disabled: outside
  },
  "single sign-on": {
    none: "new",
    verified: "holder",
    byAddress: "AssertionRefused",
    byId: "AssertionRefused",
    disabled: "AssertionRefused"
  }
}

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`a person who claims an address, on ${name}`, (it) => {
    it.effect.each(Object.keys(paths) as ReadonlyArray<keyof typeof paths>)(
      "gets by %s the account with the address once the address is verified (rules address-binds and invite-pending)",
      (path) =>
        Effect.gen(function* () {
          const found: Partial<Record<Holder, string>> = {}
          for (const holder of holders) found[holder] = yield* paths[path](yield* claimed(holder))
          assert.deepStrictEqual(found, expected[path])
        })
    )

    it.effect(
      "loses everything if the link of an invitation proves that the address belongs to another person (rule address-binds)",
      () =>
        Effect.gen(function* () {
          const at = yield* claimed("byId")
          const user = at.holder ?? (yield* Effect.die("there is no account"))
          const tokens = yield* ApiTokens.ApiTokens
          const credentials = yield* Credentials.Credentials
          const { token } = yield* asSystem(tokens.create(user, { label: "before" }))
          const { code = "" } = yield* invited(at)
          const self = outcome(credentials.authenticate(token, { _tag: "Nothing" }))
          assert.strictEqual(yield* self, "done")
          const signedIn = yield* Effect.flatMap(SignIn.SignIn, (signIn) => signIn.exchange({ code }))
          assert.strictEqual(yield* self, "Unauthenticated")
          assert.strictEqual(yield* outcome(at.introduce(at.idOf("own"))), "AddressUnproven")
          assert.strictEqual(yield* outcome(credentials.authenticate(signedIn.token, { _tag: "Nothing" })), "done")
        })
    )

    it.effect("remains a pending member who may be given grants (rule invite-pending)", () =>
      Effect.gen(function* () {
        const at = yield* claimed("byAddress")
        const { code = "", user } = yield* invited(at)
        const id = user ?? (yield* Effect.die("no user was invited"))
        const shown = Effect.map(as(at.admin)(at.members.get(at.organization, id)), ({ disabled, pending, role }) => [
          role,
          disabled,
          pending
        ])
        assert.deepStrictEqual(yield* shown, ["edit", true, true])
        yield* Effect.flatMap(SignIn.SignIn, (signIn) => signIn.exchange({ code }))
        assert.deepStrictEqual(yield* shown, ["edit", false, undefined])
      })
    )
  })
}
