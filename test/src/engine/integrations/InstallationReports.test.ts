import { assert, layer } from "@effect/vitest"
import {
  Access,
  Actor,
  type InstallationId,
  InstallationReports,
  Installations,
  Scope,
  SiteInstallations,
  Sites,
  SpaceInstallations,
  Spaces
} from "@quire/core"
import type { Integration } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import { Effect } from "effect"
import * as fc from "fast-check"
import { as, engines } from "../../support/engine.ts"
import { changed, published } from "../../support/integrations.ts"
import { outcome } from "../../support/sited.ts"
import { found } from "../../support/world.ts"

const permissions = [
  "content:view",
  "content:read",
  "content:comment",
  "content:edit",
  "content:review",
  "content:create"
] as const

/** An organization with three spaces and two sites, and an integration installed on it. */
const setup = Effect.gen(function* () {
  const world = yield* found
  const { organization } = world
  const boss = as(world.admin)
  const installations = yield* Installations.Installations
  const onSpaces = yield* SpaceInstallations.SpaceInstallations
  const onSites = yield* SiteInstallations.SiteInstallations
  const spaces = yield* Spaces.Spaces
  const sites = yield* Sites.Sites
  const { id, name } = yield* published(organization, { title: "Helper" })
  const { id: installation } = yield* boss(installations.create(name, { organization }))
  const makeSpace = (title: string) => Effect.map(boss(spaces.create(organization, { title })), (made) => made.id)
  const makeSite = (title: string) => Effect.map(boss(sites.create(organization, { title })), (made) => made.id)
  return {
    ...world,
    boss,
    integration: id,
    name,
    installation,
    installations,
    onSpaces,
    onSites,
    reports: yield* InstallationReports.InstallationReports,
    spaces: [yield* makeSpace("One"), yield* makeSpace("Two"), yield* makeSpace("Three")] as const,
    sites: [yield* makeSite("First"), yield* makeSite("Second")] as const
  }
})
type Setup = Effect.Success<typeof setup>

/** How an integration stands: what it declares, and where it is. */
const standings = fc.record({
  scopes: fc.subarray([...Scope.scopes]),
  spaceSelection: fc.constantFrom("all", "selected"),
  siteSelection: fc.constantFrom("all", "selected"),
  isPublished: fc.boolean(),
  onSpaces: fc.subarray([0, 1, 2] as const),
  onSites: fc.subarray([0, 1] as const)
})
type Standing = (typeof standings extends fc.Arbitrary<infer A> ? A : never) & {}

const apply = ({ boss, installation, installations, integration, name, onSites, onSpaces, sites, spaces }: Setup) =>
  Effect.fnUntraced(function* (standing: Standing) {
    yield* changed(integration, { scopes: standing.scopes, isPublished: true })
    const { siteSelection, spaceSelection } = standing
    yield* boss(
      installations.update(name, installation, {
        space_selection: spaceSelection,
        site_selection: siteSelection,
        scopes: standing.scopes
      })
    )
    for (const space of spaces) yield* boss(onSpaces.remove(name, installation, space))
    for (const site of sites) yield* boss(onSites.remove(name, installation, site))
    for (const at of standing.onSpaces) yield* boss(onSpaces.create(name, installation, { space: spaces[at] }, {}))
    for (const at of standing.onSites) yield* boss(onSites.create(name, installation, { site: sites[at] }, {}))
    yield* changed(integration, { isPublished: standing.isPublished })
  })

/** What `Access` says to the installation itself. */
const decided = Effect.fnUntraced(function* (
  {
    installation,
    integration
  }: { readonly installation: InstallationId; readonly integration: Integration.Integration["id"] },
  kind: "space" | "site",
  id: string,
  permission: (typeof permissions)[number]
) {
  const access = yield* Access.Access
  const acting = { token: "token", integration, installation, scopes: new Set<string>() }
  const asked = access.placement(kind, id, permission, () => "hidden" as const)
  return yield* Effect.provideService(asked, Actor.Actor, { _tag: "Integration", acting }).pipe(
    Effect.match({
      onSuccess: ({ role }) => ({ verdict: "allowed", role }) as const,
      onFailure: (error) => ({ verdict: error === "hidden" ? error : "forbidden", role: undefined }) as const
    })
  )
})

const placesOf = ({ sites, spaces }: Setup) => [
  ...spaces.map((space) => ({ kind: "space", id: space, asked: { space } }) as const),
  ...sites.map((site) => ({ kind: "site", id: site, asked: { site } }) as const)
]

for (const [store, engine] of engines(import.meta.url)) {
  layer(engine)(`reports on installations on ${store}`, (it) => {
    it.effect("explains the decision for every scope and place (rule installation-reports)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const { boss, installation, organization, reports } = at
        for (const standing of fc.sample(standings, Rounds.rounds(8, 200))) {
          yield* apply(at)(standing)
          for (const { asked, id, kind } of placesOf(at)) {
            for (const permission of permissions) {
              const said = yield* boss(reports.explain(organization, { installation, permission, ...asked }))
              const { verdict } = yield* decided(at, kind, id, permission)
              assert.strictEqual(said.verdict, verdict, JSON.stringify({ standing, kind, permission }))
              assert.strictEqual(said.allowed, verdict === "allowed")
              assert.deepStrictEqual([...said.declared].sort(), [...standing.scopes].sort())
            }
          }
        }
      })
    )

    it.effect("describes the effect of a change before it is made (rule installation-reports)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const { boss, installation, organization, reports, sites, spaces } = at
        const roles = Effect.gen(function* () {
          const all = new Map<string, string | null>()
          for (const { id, kind } of placesOf(at)) {
            const views = yield* Effect.forEach(permissions, (permission) => decided(at, kind, id, permission))
            all.set(id, views.every(({ verdict }) => verdict === "hidden") ? null : "seen")
          }
          return all
        })
        const changes: ReadonlyArray<
          readonly [InstallationReports.InstallationChange, (standing: Standing) => Standing]
        > = [
          [
            { type: "installation-selection", installation, spaceSelection: "all" },
            (standing) => ({ ...standing, spaceSelection: "all" })
          ],
          [
            { type: "installation-selection", installation, spaceSelection: "selected", siteSelection: "selected" },
            (standing) => ({ ...standing, spaceSelection: "selected", siteSelection: "selected" })
          ],
          [
            { type: "installation-place", installation, space: spaces[0], installed: true },
            (standing) => ({ ...standing, onSpaces: [...new Set([...standing.onSpaces, 0 as const])] })
          ],
          [
            { type: "installation-place", installation, site: sites[1], installed: false },
            (standing) => ({ ...standing, onSites: standing.onSites.filter((each) => each !== 1) })
          ]
        ]
        for (const standing of fc.sample(standings, Rounds.rounds(6, 100))) {
          for (const [change, after] of changes) {
            yield* apply(at)(standing)
            const said = yield* boss(reports.whatIf(organization, { change }))
            const before = yield* roles
            yield* apply(at)(after(standing))
            const since = yield* roles
            const expected = [...before].filter(([id, role]) => role !== since.get(id)).map(([id]) => id)
            assert.deepStrictEqual(
              said.changes.map(({ resource }) => resource.id),
              expected.sort(),
              JSON.stringify({ standing, change })
            )
          }
        }
      })
    )

    it.effect(
      "counts what is not listed, and lists everything that uninstalling takes away (rule installation-reports)",
      () =>
        Effect.gen(function* () {
          const at = yield* setup
          const { boss, installation, integration, organization, reports } = at
          yield* apply(at)({
            scopes: ["space:content:write"],
            spaceSelection: "all",
            siteSelection: "selected",
            isPublished: true,
            onSpaces: [],
            onSites: [0]
          })
          const change = { type: "installation-removed", installation } as const
          const whole = yield* boss(reports.whatIf(organization, { change }))
          assert.deepStrictEqual([whole.changes.length, whole.more], [4, 0])
          assert.deepStrictEqual(whole.installation, { id: installation, integration: at.name, title: "Helper" })
          for (const { after, before } of whole.changes) assert.deepStrictEqual([before, after], ["edit", null])
          const cut = yield* boss(reports.whatIf(organization, { change, limit: 3 }))
          assert.deepStrictEqual([cut.changes.length, cut.more], [3, 1])
          yield* changed(integration, { isPublished: false })
          const none = yield* boss(reports.whatIf(organization, { change }))
          assert.deepStrictEqual([none.changes, none.more], [[], 0])
        })
    )

    it.effect("gives reasons in words, to administrators only (rule installation-reports)", () =>
      Effect.gen(function* () {
        const at = yield* setup
        const { boss, editor, installation, integration, organization, reports, sites, spaces } = at
        const say = (question: Omit<InstallationReports.InstallationQuestion, "installation">) =>
          Effect.map(boss(reports.explain(organization, { installation, ...question })), ({ text }) => text)
        const read = { permission: "content:read", space: spaces[0] } as const
        assert.strictEqual(
          yield* say(read),
          "Helper may not read the space One, or know that it exists: it is not installed on the space."
        )
        yield* apply(at)({
          scopes: ["space:content:read"],
          spaceSelection: "all",
          siteSelection: "all",
          isPublished: true,
          onSpaces: [],
          onSites: []
        })
        assert.strictEqual(
          yield* say(read),
          "Helper may read the space One: it is installed on the space and has space:content:read."
        )
        assert.strictEqual(
          yield* say({ permission: "content:edit", space: spaces[0] }),
          "Helper may not edit the space One: it is installed on the space but declares none of space:content:write."
        )
        assert.strictEqual(
          yield* say({ permission: "content:comment", space: spaces[0] }),
          "Helper may not comment on the space One: no scope lets an integration comment on a space."
        )
        yield* changed(integration, { scopes: ["space:content:read", "space:content:write"] })
        assert.strictEqual(
          yield* say({ permission: "content:edit", space: spaces[0] }),
          "Helper may not edit the space One: it is installed on the space and declares space:content:write, but no administrator has accepted that."
        )
        yield* changed(integration, { isPublished: false })
        assert.strictEqual(
          yield* say(read),
          "Helper may not read the space One, or know that it exists: the integration is not published, which pauses all of its installations."
        )
        const abroad = yield* found
        const removed = { type: "installation-removed", installation } as const
        const asked = (who: typeof editor, where: typeof organization) =>
          Effect.all([
            outcome(as(who)(reports.explain(where, { installation, ...read }))),
            outcome(as(who)(reports.whatIf(where, { change: removed })))
          ])
        assert.deepStrictEqual(yield* asked(editor, organization), ["Forbidden", "Forbidden"])
        assert.deepStrictEqual(yield* asked(abroad.admin, organization), [
          "OrganizationNotFound",
          "OrganizationNotFound"
        ])
        assert.deepStrictEqual(yield* asked(abroad.admin, abroad.organization), [
          "ReferenceNotFound",
          "ReferenceNotFound"
        ])
        for (const question of [
          { permission: "organization:view", space: spaces[0] },
          { permission: "content:view" },
          { permission: "content:view", space: spaces[0], site: sites[0] }
        ] as const) {
          assert.strictEqual(
            yield* outcome(boss(reports.explain(organization, { installation, ...question }))),
            "InputInvalid"
          )
        }
      })
    )
  })
}
