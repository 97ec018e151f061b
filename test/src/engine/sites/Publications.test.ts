import { assert, layer } from "@effect/vitest"
import {
  AdaptiveSchemas,
  Customizations,
  JobControl,
  OpenApiSpecs,
  Organizations,
  type PublicationFacts,
  Publications,
  PublishedSites,
  PublishingAuths,
  ShareLinks,
  type Site,
  SiteAccess,
  SiteSections,
  SiteSpaces,
  Sites,
  Spaces,
  SpecContents,
  VisitorToken
} from "@quire/core"
import { SiteStructureEdits, SiteStructures } from "@quire/core/internal"
import { Effect, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const tagOf = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.result(self), (result) => (Result.isFailure(result) ? result.failure._tag : "Success"))

/** A site of three spaces: open to all, for the beta, and of a deleted space. */
const publish = (visibility: NonNullable<Site.SiteCreate["visibility"]>) =>
  Effect.gen(function* () {
    const world = yield* found
    const { admin, organization } = world
    const mine = as(admin)
    const spaces = yield* Spaces.Spaces
    const sites = yield* Sites.Sites
    const make = (title: string) => Effect.map(mine(spaces.create(organization, { title })), ({ id }) => id)
    const ids = [yield* make("Open"), yield* make("Beta"), yield* make("Gone")]
    const site = yield* mine(sites.create(organization, { title: "Docs", visibility, spaces: ids }))
    const schemas = yield* AdaptiveSchemas.AdaptiveSchemas
    yield* mine(
      schemas.update(organization, site.id, {
        jsonSchema: { type: "object", properties: { isBeta: { type: "boolean" } }, additionalProperties: false }
      })
    )
    yield* mine(sites.update(organization, site.id, { adaptiveContent: { enabled: true } }))
    const structures = yield* SiteStructures.SiteStructures
    const { value: structure } = yield* structures.load(site.id)
    const beta = structure.root.siteSpaces[1]?.id ?? ""
    const gone = new Set([ids[2] ?? ""])
    const { withSite } = yield* SiteAccess.SiteAccess
    yield* mine(
      withSite(organization, site.id, ({ row }) =>
        structures.edit(row, (self) =>
          Result.map(SiteStructureEdits.changeSiteSpace(self, beta, { condition: "visitor.claims.isBeta" }), (next) =>
            SiteStructureEdits.setHidden(next, gone, true)
          )
        )
      )
    )
    yield* mine(sites.publish(organization, site.id))
    return { ...world, mine, site, spaces: ids }
  })

const spacesOf = (publication: Publications.Publication) =>
  publication.seen.structure.sections.flatMap(({ siteSpaces }) => siteSpaces.map(({ path }) => path))

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`publications on ${name}`, (it) => {
    it.effect(
      "finds sites by id, and by address and hostname of the organization (rules publication-capability and publication-absence)",
      () =>
        Effect.gen(function* () {
          const publications = yield* Publications.Publications
          const { mine, organization, site, spaces } = yield* publish("public")
          const hostname = `host-${organization.slice(-8).toLowerCase()}`
          const organizations = yield* Organizations.Organizations
          yield* mine(organizations.update(organization, { hostname }))
          const locators: ReadonlyArray<PublicationFacts.SiteLocator> = [
            { _tag: "Site", site: site.id },
            { _tag: "Path", organization, basename: "docs" },
            { _tag: "Path", organization: hostname, basename: "docs" }
          ]
          for (const locator of locators) {
            const { seen } = yield* publications.open(locator, {})
            assert.strictEqual(seen.site.id, site.id)
            assert.deepStrictEqual(spacesOf(yield* publications.open(locator, {})), ["open"])
            assert.includeMembers([...seen.spaces.keys()], spaces.slice(0, 2))
          }
          const none: ReadonlyArray<PublicationFacts.SiteLocator> = [
            { _tag: "Site", site: "nothing" },
            { _tag: "Path", organization, basename: "other" },
            { _tag: "Path", organization: "other", basename: "docs" }
          ]
          for (const locator of none) {
            assert.strictEqual(yield* tagOf(publications.open(locator, {})), "PublicationNotFound")
          }
          for (const hostname of ["docs.example.com", ""]) {
            assert.strictEqual(yield* tagOf(publications.open({ _tag: "Hostname", hostname }, {})), "HostnameUnknown")
          }
          yield* mine(Effect.flatMap(Sites.Sites, (sites) => sites.unpublish(organization, site.id)))
          assert.strictEqual(
            yield* tagOf(publications.open({ _tag: "Site", site: site.id }, {})),
            "PublicationNotFound"
          )
        })
    )

    it.effect(
      "requires the key of an active link for sites shared by link (rules visitor-admission and share-link-active)",
      () =>
        Effect.gen(function* () {
          const publications = yield* Publications.Publications
          const links = yield* ShareLinks.ShareLinks
          const { mine, organization, site } = yield* publish("share-link")
          const other = yield* publish("share-link")
          const keyOf = (url: string | undefined) => /~share\/([^/]+)\//.exec(url ?? "")?.[1] ?? ""
          const made = yield* mine(links.create(organization, site.id, { name: "Press" }))
          const theirs = yield* other.mine(links.create(other.organization, other.site.id, { name: "Else" }))
          const open = (shareKey?: string) =>
            publications.open({ _tag: "Site", site: site.id }, shareKey === undefined ? {} : { shareKey })
          const key = keyOf(made.urls.published)
          assert.strictEqual((yield* open(key)).seen.audience.shareLink, made.id)
          for (const wrong of [undefined, "", `${key}x`, key.slice(1), keyOf(theirs.urls.published)]) {
            assert.strictEqual(yield* tagOf(open(wrong)), "PublicationNotFound", wrong)
          }
          yield* mine(links.update(organization, site.id, made.id, { active: false }))
          assert.strictEqual(yield* tagOf(open(key)), "PublicationNotFound")
          yield* mine(links.update(organization, site.id, made.id, { active: true }))
          assert.strictEqual(yield* tagOf(open(key)), "Success")
          yield* mine(links.remove(organization, site.id, made.id))
          assert.strictEqual(yield* tagOf(open(key)), "PublicationNotFound")
        })
    )

    it.effect(
      "shows visitors what their claims allow, until the key changes (rules visitor-token and publication-structure)",
      () =>
        Effect.gen(function* () {
          const publications = yield* Publications.Publications
          const auths = yield* PublishingAuths.PublishingAuths
          const { mine, organization, site } = yield* publish("visitor-auth")
          yield* TestClock.setTime(1_800_000_000_000)
          const { privateKey } = yield* mine(auths.get(organization, site.id))
          yield* mine(auths.update(organization, site.id, { fallbackURL: "https://example.com/login" }))
          const exp = 1_800_000_060
          const sign = (claims: Readonly<Record<string, unknown>>) => VisitorToken.sign({ exp, ...claims }, privateKey)
          const open = (token?: string) =>
            publications.open({ _tag: "Site", site: site.id }, token === undefined ? {} : { token })
          assert.deepStrictEqual(spacesOf(yield* open(sign({}))), ["open"])
          const beta = yield* open(sign({ isBeta: true }))
          assert.deepStrictEqual(spacesOf(beta), ["open", "beta"])
          assert.strictEqual(beta.seen.expiresAt, exp * 1_000)
          const needed = yield* Effect.flip(open())
          assert.deepInclude(needed, { _tag: "VisitorTokenNeeded", fallbackURL: "https://example.com/login" })
          assert.strictEqual(yield* tagOf(open(sign({ exp: 1_799_999_999 }))), "VisitorTokenRefused")
          yield* mine(auths.regenerate(organization, site.id))
          assert.strictEqual(yield* tagOf(open(sign({ isBeta: true }))), "VisitorTokenRefused")
        })
    )

    it.effect("returns them with the settings of the site and of its site-spaces (rule publication-capability)", () =>
      Effect.gen(function* () {
        const publications = yield* Publications.Publications
        const customizations = yield* Customizations.Customizations
        const { mine, organization, site } = yield* publish("unlisted")
        yield* mine(customizations.put(organization, site.id, { title: "Ours" }))
        const { seen } = yield* publications.open({ _tag: "Site", site: site.id }, {})
        const [first] = seen.structure.sections
        const id = first?.first.id ?? ""
        yield* mine(customizations.patchOfSiteSpace(organization, site.id, id, { title: "Open only" }))
        const again = (yield* publications.open({ _tag: "Site", site: site.id }, {})).seen
        assert.strictEqual(again.customization.title, "Ours")
        assert.strictEqual(again.customizationOf(id).title, "Open only")
        assert.strictEqual(again.customizationOf("other").title, "Ours")
      })
    )

    it.effect("returns a profile to members, with the settings of each site-space (rule site-profile)", () =>
      Effect.gen(function* () {
        const profiles = yield* PublishedSites.PublishedSites
        const customizations = yield* Customizations.Customizations
        const { guest, mine, organization, reader, site } = yield* publish("unlisted")
        yield* mine(customizations.put(organization, site.id, { title: "Ours" }))
        const profile = yield* as(reader)(profiles.get(organization, site.id))
        const shown = profile.structure.structure.map(({ id }) => id)
        assert.strictEqual(profile.site.published, true)
        assert.strictEqual(profile.structure.type, "siteSpaces")
        assert.lengthOf(shown, 2)
        assert.hasAllKeys(profile.customizations.siteSpaces, shown)
        yield* mine(customizations.patchOfSiteSpace(organization, site.id, shown[0] ?? "", { title: "First" }))
        const { customizations: settings } = yield* as(reader)(profiles.get(organization, site.id))
        assert.strictEqual(settings.site.title, "Ours")
        assert.deepStrictEqual(
          shown.map((id) => settings.siteSpaces[id]?.title),
          ["First", "Ours"]
        )
        assert.strictEqual(yield* tagOf(as(guest)(profiles.get(organization, site.id))), "SiteNotFound")
      })
    )

    it.effect("refuses to add live spaces to public sites (rule space-live)", () =>
      Effect.gen(function* () {
        const siteSpaces = yield* SiteSpaces.SiteSpaces
        const sections = yield* SiteSections.SiteSections
        const spaces = yield* Spaces.Spaces
        const { mine, organization, site } = yield* publish("public")
        const { id: spaceId } = yield* mine(spaces.create(organization, { title: "Live", editMode: "live" }))
        assert.strictEqual(yield* tagOf(mine(siteSpaces.create(organization, site.id, { spaceId }))), "SpacesLive")
        assert.strictEqual(yield* tagOf(mine(sections.create(organization, site.id, { spaceId }))), "SpacesLive")
        yield* mine(spaces.update(spaceId, { editMode: "locked" }))
        assert.strictEqual(yield* tagOf(mine(siteSpaces.create(organization, site.id, { spaceId }))), "Success")
      })
    )

    it.effect("uses the newest versions of the organization's specs (rule publication-specs)", () =>
      Effect.gen(function* () {
        const publications = yield* Publications.Publications
        const specs = yield* OpenApiSpecs.OpenApiSpecs
        const contents = yield* SpecContents.SpecContents
        const jobs = yield* JobControl.JobControl
        const runJobs = asSystem(jobs.run())
        const { mine, organization, site } = yield* publish("public")
        const text = (title: string) => JSON.stringify({ openapi: "3.1.0", info: { title, version: "1" }, paths: {} })
        const put = (slug: string, source: string) => mine(specs.put(organization, slug, { source: { text: source } }))
        const latest = (slug: string) =>
          Effect.map(mine(contents.latest(organization, slug)), (found) => Option.getOrThrow(found).version.id)
        const seen = Effect.map(publications.open({ _tag: "Site", site: site.id }, {}), ({ seen }) => seen)
        const before = yield* seen
        assert.deepStrictEqual([...before.specs], [])
        yield* put("pets", text("Pets"))
        yield* put("broken", "[")
        yield* runJobs
        const first = yield* seen
        assert.deepStrictEqual([...first.specs], [["pets", yield* latest("pets")]])
        yield* put("birds", text("Birds"))
        const elsewhere = yield* publish("public")
        yield* elsewhere.mine(specs.put(elsewhere.organization, "others", { source: { text: text("Others") } }))
        assert.strictEqual((yield* seen).version, first.version)
        yield* runJobs
        const second = yield* seen
        assert.deepStrictEqual(
          second.specs,
          new Map([
            ["pets", yield* latest("pets")],
            ["birds", yield* latest("birds")]
          ])
        )
        yield* put("pets", text("More pets"))
        yield* runJobs
        const third = yield* seen
        assert.strictEqual(third.specs.get("pets"), yield* latest("pets"))
        yield* mine(specs.remove(organization, "pets"))
        const fourth = yield* seen
        assert.deepStrictEqual([...fourth.specs.keys()], ["birds"])
        assert.strictEqual(new Set([before, first, second, third, fourth].map(({ version }) => version)).size, 5)
      })
    )
  })
}
