import { assert } from "@effect/vitest"
import type { AccessFacts, RowStore } from "@quire/core"
import { Effect, Option } from "effect"
import { fresh, type It } from "../Suite.ts"
import { rows } from "./Rows.ts"

type Facts = It<AccessFacts.AccessFacts | RowStore.RowStore>

const idOf = (row: Option.Option<RowStore.Row>) => Option.getOrNull(Option.map(row, ({ id }) => id))

const idsOf = ({ grants, member, organization, placement }: AccessFacts.FactRows) => ({
  organization: idOf(organization),
  placement: idOf(placement),
  member: idOf(member),
  grants: grants.map(({ id }) => id).toSorted()
})

const nothing = { organization: null, placement: null, member: null, grants: [] }

const space = (id: string): AccessFacts.Target => ({ _tag: "Placement", kind: "space", id })

/** An organization with a collection, a space in it, a user who is a member with a team, and another organization. */
const world = Effect.gen(function* () {
  const made = yield* rows
  const [organization, other] = [yield* made.addOrganization, yield* made.addOrganization]
  const [user, stranger] = [yield* made.addUser, yield* made.addUser]
  const team = fresh("team")
  const member = yield* made.addMember(organization, user, [team, fresh("team")], { role: "edit" })
  const collection = yield* made.addPlacement(organization, "collection")
  const space = yield* made.addPlacement(organization, "space", [collection])
  return { ...made, organization, other, user, stranger, team, member, collection, space }
})

const testReading = (it: Facts) => {
  it.effect("returns the placement, its organization, the caller's member row and the grants on its scope", () =>
    Effect.gen(function* () {
      const {
        collection,
        facts,
        addGrant,
        member,
        members,
        organization,
        other,
        addPlacement,
        placements,
        team,
        user,
        ...made
      } = yield* world
      const sibling = yield* addPlacement(organization, "space", [collection])
      const expected = [
        yield* addGrant(organization, made.space, `user:${user}`, "read"),
        yield* addGrant(organization, collection, `user:${user}`, "admin"),
        yield* addGrant(organization, collection, `team:${team}`, "edit")
      ]
      yield* addGrant(organization, sibling, `user:${user}`, "admin")
      yield* addGrant(organization, made.space, `user:${made.stranger}`, "admin")
      yield* addGrant(organization, made.space, `team:${fresh("team")}`, "admin")
      yield* addGrant(organization, made.space, `team:${user}`, "admin")
      yield* made.addMember(other, user, [fresh("team")])
      const found = yield* facts.of(user, space(made.space))
      assert.deepStrictEqual(idsOf(found), { organization, placement: made.space, member, grants: expected.toSorted() })
      const memberRow = members.decode(Option.getOrThrow(found.member))
      const placementRow = placements.decode(Option.getOrThrow(found.placement))
      assert.deepStrictEqual(Option.some(memberRow), yield* members.get(member))
      assert.deepStrictEqual(Option.some(placementRow), yield* placements.get(made.space))
    })
  )

  it.effect("returns only the target's rows and grants to the user for a caller who is not a member", () =>
    Effect.gen(function* () {
      const { collection, facts, addGrant, organization, other, stranger, team, ...made } = yield* world
      yield* made.addMember(other, stranger, [team])
      const own = yield* addGrant(organization, collection, `user:${stranger}`, "read")
      yield* addGrant(organization, collection, `team:${team}`, "admin")
      const found = { organization, placement: made.space, member: null, grants: [own] }
      assert.deepStrictEqual(idsOf(yield* facts.of(stranger, space(made.space))), found)
      const nonMember = { organization, placement: made.space, member: null, grants: [] }
      assert.deepStrictEqual(idsOf(yield* facts.of(fresh("absent"), space(made.space))), nonMember)
    })
  )

  it.effect("returns only the organization if it is the target", () =>
    Effect.gen(function* () {
      const { collection, facts, addGrant, member, organization, other, user } = yield* world
      yield* addGrant(organization, collection, `user:${user}`, "admin")
      const found = yield* facts.of(user, { _tag: "Organization", id: organization })
      assert.deepStrictEqual(idsOf(found), { ...nothing, organization, member })
      const elsewhere = yield* facts.of(user, { _tag: "Organization", id: other })
      assert.deepStrictEqual(idsOf(elsewhere), { ...nothing, organization: other })
    })
  )

  it.effect("returns nothing if the target does not exist", () =>
    Effect.gen(function* () {
      const { collection, facts, user, ...made } = yield* world
      const targets: ReadonlyArray<AccessFacts.Target> = [
        { _tag: "Nothing" },
        { _tag: "Organization", id: fresh("absent") },
        space(fresh("absent")),
        space(collection),
        { _tag: "Placement", kind: "collection", id: made.space }
      ]
      for (const target of targets) assert.deepStrictEqual(idsOf(yield* facts.of(user, target)), nothing)
    })
  )

  it.effect("returns the placed row with its version and counters to every caller", () =>
    Effect.gen(function* () {
      const { collection, facts, organization, spaces, collections, stranger, user, ...made } = yield* world
      const targets = [space(made.space), { _tag: "Placement", kind: "collection", id: collection }] as const
      for (const target of targets) assert.isTrue(Option.isNone((yield* facts.of(user, target)).subject))
      yield* made.addSpace(organization, made.space)
      yield* made.addCollection(organization, collection)
      const seen = Option.getOrThrow(yield* spaces.get(made.space))
      yield* spaces.update(seen, { ...seen.value, title: "Changed" })
      yield* spaces.add(made.space, { comments: 2 })
      const digest = fresh("digest")
      yield* made.addToken(stranger, digest)
      const [ofSpace, ofCollection] = targets
      const found = Option.getOrThrow((yield* facts.of(user, ofSpace)).subject)
      assert.deepStrictEqual(Option.some(spaces.decode(found)), yield* spaces.get(made.space))
      const credential = Option.getOrThrow(yield* facts.ofCredential(digest, ofCollection))
      const read = collections.decode(Option.getOrThrow(credential.subject))
      assert.deepStrictEqual(Option.some(read), yield* collections.get(collection))
      const organizationAlone = yield* facts.of(user, { _tag: "Organization", id: organization })
      assert.isTrue(Option.isNone(organizationAlone.subject))
    })
  )

  it.effect("returns a site with its grants, which apply to the spaces on it (rule access-precedence)", () =>
    Effect.gen(function* () {
      const { addGrant, addPlacement, addSite, collection, facts, member, organization, sites, team, user } =
        yield* world
      const [site, other] = [yield* addPlacement(organization, "site"), yield* addPlacement(organization, "site")]
      yield* addSite(organization, site)
      const shown = yield* addPlacement(organization, "space", [collection], null, [site])
      const given = [
        yield* addGrant(organization, site, `team:${team}`, "edit"),
        yield* addGrant(organization, site, `user:${user}`, "read")
      ]
      yield* addGrant(organization, other, `user:${user}`, "admin")
      const own = yield* addGrant(organization, shown, `user:${user}`, "comment")
      const ofSite = yield* facts.of(user, { _tag: "Placement", kind: "site", id: site })
      assert.deepStrictEqual(idsOf(ofSite), { organization, placement: site, member, grants: given.toSorted() })
      assert.deepStrictEqual(Option.map(ofSite.subject, sites.decode), yield* sites.get(site))
      const ofSpace = yield* facts.of(user, space(shown))
      assert.deepStrictEqual(idsOf(ofSpace).grants, [...given, own].toSorted())
      for (const target of [space(site), { _tag: "Placement", kind: "site", id: shown } as const]) {
        assert.deepStrictEqual(idsOf(yield* facts.of(user, target)), nothing)
      }
    })
  )

  it.effect("returns a deleted placement", () =>
    Effect.gen(function* () {
      const { facts, member, organization, addPlacement, user } = yield* world
      const deleted = yield* addPlacement(organization, "space", [], 5)
      const found = { organization, placement: deleted, member, grants: [] }
      assert.deepStrictEqual(idsOf(yield* facts.of(user, space(deleted))), found)
    })
  )
}

const testCredentials = (it: Facts) => {
  it.effect("returns the token with a digest, its user, and the facts of that user", () =>
    Effect.gen(function* () {
      const { facts, addGrant, member, organization, addToken, user, ...made } = yield* world
      const [digest, revoked] = [fresh("digest"), fresh("digest")]
      const id = yield* addToken(user, digest)
      yield* addToken(made.stranger, fresh("digest"))
      const own = yield* addGrant(organization, made.space, `user:${user}`, "read")
      const found = Option.getOrThrow(yield* facts.ofCredential(digest, space(made.space)))
      assert.deepStrictEqual([found.token.id, found.user.id], [id, user])
      assert.deepStrictEqual(idsOf(found), { organization, placement: made.space, member, grants: [own] })
      const old = yield* addToken(user, revoked, { revokedAt: 1, expiresAt: 1 })
      const bare = Option.getOrThrow(yield* facts.ofCredential(revoked, { _tag: "Nothing" }))
      assert.deepStrictEqual([bare.token.id, bare.user.id, idsOf(bare)], [old, user, nothing])
      const read = made.tokens.decode(found.token)
      assert.deepStrictEqual(Option.some(read), yield* made.tokens.get(id))
    })
  )

  it.effect("returns none for an unknown digest", () =>
    Effect.gen(function* () {
      const { facts, addToken, user, ...made } = yield* world
      const digest = fresh("digest")
      yield* addToken(user, digest)
      for (const absent of [digest.toUpperCase(), `${digest} `, "", "%"]) {
        assert.isTrue(Option.isNone(yield* facts.ofCredential(absent, space(made.space))))
      }
    })
  )
}

const testGranting = (it: Facts) => {
  it.effect("returns the grants of a user and of teams on any of the resources", () =>
    Effect.gen(function* () {
      const { collection, facts, addGrant, organization, team, user, ...made } = yield* world
      const first = yield* addGrant(organization, made.space, `user:${user}`, "read")
      const second = yield* addGrant(organization, collection, `team:${team}`, "edit")
      yield* addGrant(organization, collection, `user:${made.stranger}`, "edit")
      const found = (teams: ReadonlyArray<string>, resources: ReadonlyArray<string>) =>
        Effect.map(facts.grants(user, teams, resources), (read) => read.map(({ id }) => id).toSorted())
      const both = [made.space, collection]
      assert.deepStrictEqual(yield* found([team], [...both, ...both, fresh("absent")]), [first, second].toSorted())
      assert.deepStrictEqual(yield* found([fresh("team"), team, team], [collection]), [second])
      assert.deepStrictEqual(yield* found([], both), [first])
      assert.deepStrictEqual(yield* found([team], []), [])
      const [row] = yield* facts.grants(user, [], both)
      assert.deepStrictEqual(Option.fromNullishOr(row && made.grants.decode(row)), yield* made.grants.get(first))
    })
  )

  it.effect("sees the writes of the current transaction, while others see committed data only", () =>
    Effect.gen(function* () {
      const { facts, addGrant, member, members, organization, store, addToken, user, ...made } = yield* world
      const digest = fresh("digest")
      const seen = Effect.all([
        Effect.map(facts.ofCredential(digest, space(made.space)), Option.map(idsOf)),
        Effect.map(facts.of(user, space(made.space)), idsOf),
        Effect.map(facts.grants(user, [], [made.space]), (found) => found.length)
      ])
      const before = yield* seen
      const changed = Effect.gen(function* () {
        yield* addToken(user, digest)
        const own = yield* addGrant(organization, made.space, `user:${user}`, "read")
        yield* members.remove([member])
        const found = { organization, placement: made.space, member: null, grants: [own] }
        assert.deepStrictEqual(yield* seen, [Option.some(found), found, 1])
        return yield* Effect.fail("no")
      })
      yield* Effect.flip(store.atomic(changed))
      assert.deepStrictEqual(yield* seen, before)
      assert.isTrue(Option.isNone(before[0]))
    })
  )
}

export const cases = (it: Facts): void => {
  testReading(it)
  testCredentials(it)
  testGranting(it)
}
