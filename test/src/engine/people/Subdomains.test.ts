import { assert, layer } from "@effect/vitest"
import { Organizations, Subdomains } from "@quire/core"
import { Effect } from "effect"
import { as, asSystem, engines } from "../../support/engine.ts"
import { tagOf } from "../../support/sites.ts"
import { found } from "../../support/world.ts"

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`hostnames of organizations on ${name}`, (it) => {
    it.effect("shows them to members, and releases them when they change (rule subdomain-view)", () =>
      Effect.gen(function* () {
        const [one, two] = [yield* found, yield* found]
        const organizations = yield* Organizations.Organizations
        const subdomains = yield* Subdomains.Subdomains
        const subdomain = `sub-${one.organization.slice(-20).toLowerCase()}`
        const asked = (who: typeof one.admin) => tagOf(as(who)(subdomains.get(subdomain)))
        assert.strictEqual(yield* asked(one.admin), "SubdomainNotFound")
        yield* as(one.admin)(organizations.update(one.organization, { hostname: subdomain }))
        for (const act of [as(one.guest), as(one.admin), asSystem]) {
          assert.deepStrictEqual(yield* act(subdomains.get(subdomain)), {
            object: "subdomain",
            subdomain,
            target: { type: "organization", organization: one.organization },
            isActive: true
          })
        }
        for (const who of [one.stranger, two.admin]) assert.strictEqual(yield* asked(who), "SubdomainNotFound")
        const [hidden, absent] = yield* Effect.forEach([subdomain, "unused-hostname"], (text) =>
          Effect.flip(as(two.admin)(subdomains.get(text)))
        )
        assert.strictEqual(hidden?.message.replace(subdomain, ""), absent?.message.replace("unused-hostname", ""))
        yield* as(one.admin)(organizations.update(one.organization, { hostname: `${subdomain}-b`.slice(-32) }))
        assert.strictEqual(yield* asked(one.admin), "SubdomainNotFound")
      })
    )

    it.effect("does not resolve ids of organizations (rule subdomain-view)", () =>
      Effect.gen(function* () {
        const { admin, organization } = yield* found
        const subdomains = yield* Subdomains.Subdomains
        for (const act of [as(admin), asSystem]) {
          assert.strictEqual(yield* tagOf(act(subdomains.get(organization))), "SubdomainNotFound")
        }
      })
    )
  })
}
