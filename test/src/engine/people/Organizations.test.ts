import { assert, layer } from "@effect/vitest"
import { Members, type Organization, Organizations } from "@quire/core"
import { Effect } from "effect"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`organizations on ${name}`, (it) => {
    it.effect("shows them in full to members, hides them from strangers, and lists them for their members", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations.Organizations
        const world = yield* found
        const { organization } = world
        const shown = yield* as(world.guest)(organizations.get(organization))
        assert.deepStrictEqual(
          [shown.defaultRole, shown.inviteLinks, shown.plan, shown.permissions.listMembers, shown.permissions.view],
          [null, true, "free_2024", false, true]
        )
        assert.strictEqual(
          (yield* Effect.flip(as(world.stranger)(organizations.get(organization))))._tag,
          "OrganizationNotFound"
        )
        const listed = yield* as(world.editor)(organizations.list({ limit: 10 }))
        assert.deepStrictEqual([listed.count, listed.items.map(({ id }) => id)], [1, [organization]])
        assert.deepStrictEqual((yield* as(world.stranger)(organizations.list({ limit: 10 }))).items, [])
      })
    )

    it.effect("makes the creator the administrator and only member (rule organization-creator)", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations.Organizations
        const members = yield* Members.Members
        const { stranger } = yield* found
        const { id, permissions } = yield* as(stranger)(organizations.create({ title: "Mine" }))
        assert.isTrue(permissions.admin)
        const { count, items } = yield* as(stranger)(members.list(id, {}, { limit: 10 }))
        assert.deepStrictEqual([items.map(({ role, user }) => [user.id, role]), count], [[[stranger, "admin"]], 1])
      })
    )

    it.effect(
      "lets only administrators change them, with a limited number of domains (rule organization-domains)",
      () =>
        Effect.gen(function* () {
          const organizations = yield* Organizations.Organizations
          const world = yield* found
          const update = (who: typeof world.admin, changes: Organization.Patch) =>
            as(who)(organizations.update(world.organization, changes))
          const changed = yield* update(world.admin, {
            title: " New title ",
            emailDomains: ["A.example.com", "a.example.com"],
            defaultRole: "read"
          })
          assert.deepStrictEqual(
            [changed.title, changed.emailDomains, changed.defaultRole],
            ["New title", ["a.example.com"], "read"]
          )
          assert.strictEqual((yield* update(world.admin, { defaultRole: null })).defaultRole, null)
          assert.strictEqual((yield* Effect.flip(update(world.creator, { ai: true })))._tag, "Forbidden")
          assert.strictEqual((yield* Effect.flip(update(world.admin, { sso: true })))._tag, "SsoProviderMissing")
          const site = { type: "site", site: "none" } as const
          assert.strictEqual(
            (yield* Effect.flip(update(world.admin, { defaultContent: site })))._tag,
            "ReferenceNotFound"
          )
          const domains = (count: number) => Array.from({ length: count }, (_, at) => `d${at}.example.com`)
          for (const emailDomains of [["gmail.com"], domains(51)]) {
            assert.strictEqual((yield* Effect.flip(update(world.admin, { emailDomains })))._tag, "InputInvalid")
          }
          assert.lengthOf((yield* update(world.admin, { emailDomains: domains(50) })).emailDomains, 50)
        })
    )

    it.effect("keeps hostnames unique (rule organization-hostname)", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations.Organizations
        const [one, two] = [yield* found, yield* found]
        yield* as(one.admin)(organizations.update(one.organization, { hostname: "acme-docs" }))
        const taken = yield* Effect.flip(
          as(two.admin)(organizations.update(two.organization, { hostname: "acme-docs" }))
        )
        assert.strictEqual(taken._tag, "HostnameTaken")
        for (const hostname of ["ab", "-ab", "Ab1", "a".repeat(33)]) {
          assert.strictEqual(
            (yield* Effect.flip(as(two.admin)(organizations.update(two.organization, { hostname }))))._tag,
            "InputInvalid"
          )
        }
        yield* as(two.admin)(organizations.update(two.organization, { hostname: "a".repeat(32) }))
      })
    )

    it.effect(
      "shows the outsider's form to people on a listed domain, and nothing to others (rule organization-outsider)",
      () =>
        Effect.gen(function* () {
          const organizations = yield* Organizations.Organizations
          const world = yield* found
          yield* as(world.admin)(organizations.update(world.organization, { emailDomains: [world.domain] }))
          const [seen] = yield* as(world.stranger)(organizations.ofDomain(world.domain.toUpperCase()))
          assert.deepStrictEqual(
            [seen?.id, seen?.emailDomains, seen?.inviteLinks, Object.keys(seen?.trial ?? {})],
            [world.organization, [], false, ["status"]]
          )
          assert.isFalse(Object.values(seen?.permissions ?? { none: true }).some(Boolean))
          const shown = ["object", "id", "title", "createdAt", "type", "urls", "emailDomains", "inviteLinks", "plan"]
          assert.sameMembers(Object.keys(seen ?? {}), [...shown, "trial", "permissions"])
          const other = yield* found
          assert.deepStrictEqual(yield* as(other.stranger)(organizations.ofDomain(world.domain)), [])
        })
    )

    it.effect("lets only the host remove them, and only if they are empty", () =>
      Effect.gen(function* () {
        const organizations = yield* Organizations.Organizations
        const world = yield* found
        assert.strictEqual(
          (yield* Effect.flip(as(world.admin)(organizations.remove(world.organization))))._tag,
          "HostOnly"
        )
        assert.isTrue(yield* asSystem(organizations.remove(world.organization)))
        assert.strictEqual(
          (yield* Effect.flip(as(world.admin)(organizations.get(world.organization))))._tag,
          "OrganizationNotFound"
        )
      })
    )
  })
}
