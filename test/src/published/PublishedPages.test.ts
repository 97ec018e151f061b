import { assert, layer } from "@effect/vitest"
import {
  AdaptiveSchemas,
  Publications,
  PublishedLookups,
  PublishedPages,
  SitePreviews,
  SiteRedirects,
  SiteSections,
  SiteSpaces
} from "@quire/core"
import { SiteRedirect } from "@quire/core/internal"
import { Effect, Result } from "effect"
import { engines } from "../support/engine.ts"
import type { DescribedPage, DescribedSite, Part } from "./ApiSites.ts"
import { type Built, build, editMerged } from "./build.ts"
import { listCallers } from "./callers.ts"

const page = (title: string, parts: ReadonlyArray<Part> = [], rest: Partial<DescribedPage> = {}): DescribedPage => ({
  title,
  kind: "document",
  hidden: false,
  parts,
  parent: undefined,
  ...rest
})

const text = (word: string): Part => ({ kind: "text", word, conditions: [] })

/** Two sections: the first has two variants, the second is for the beta. */
const docs: DescribedSite = {
  visibility: "public",
  isAdaptive: true,
  isFlat: false,
  spaces: [
    {
      title: "Latest",
      contents: [{ parts: [text("included"), { kind: "text", word: "secret", conditions: ["beta"] }] }],
      pages: [
        page("Home", [
          { kind: "heading", word: "start", conditions: [] },
          { kind: "link", word: "to install", to: [0, 3], conditions: [] },
          { kind: "link", word: "to the interface", to: [2, 0], conditions: [] },
          { kind: "card", word: "", to: [2, 0], conditions: [] },
          { kind: "card", word: "", to: [1, 1], conditions: [] },
          { kind: "file", word: "logo", conditions: [] },
          { kind: "include", word: "", content: 0, conditions: [] }
        ]),
        page("Ghost", [], { hidden: true }),
        page("Guide", [], { kind: "group" }),
        page("Install", [], { parent: 2 }),
        page("Api", [], { parent: 2 }),
        page("Old")
      ]
    },
    { title: "First", contents: [], pages: [page("Home"), page("Old")] },
    { title: "Interface", contents: [], pages: [page("Overview")] }
  ],
  sections: [
    {
      title: "Documents",
      path: "documents",
      condition: undefined,
      variants: [
        { path: "latest", space: 0, condition: undefined },
        { path: "old", space: 1, condition: undefined }
      ],
      defaultVariant: 0
    },
    {
      title: "Interface",
      path: "api",
      condition: "beta",
      variants: [{ path: "only", space: 2, condition: undefined }],
      defaultVariant: 0
    }
  ],
  defaultSection: 0
}

const openTo = (built: Built, request = {}) =>
  Effect.flatMap(Publications.Publications, (publications) =>
    publications.open({ _tag: "Site", site: built.site }, request)
  )

/** What an address leads to: the title of a page, where it moved, or nothing. */
const leads = Effect.fnUntraced(function* (
  publication: Publications.Publication,
  path: string,
  form: "page" | "text" = "page"
) {
  const pages = yield* PublishedPages.PublishedPages
  const found = yield* Effect.result(pages.find(publication, path, form))
  if (Result.isFailure(found)) return "nothing"
  const { success } = found
  if (success.object === "published-page") return success.title
  return `${success.forever ? "forever" : "now"} ${success.path}`
})

const pageAt = Effect.fnUntraced(function* (publication: Publications.Publication, path: string) {
  const pages = yield* PublishedPages.PublishedPages
  const found = yield* pages.find(publication, path)
  return found.object === "published-page" ? found : yield* Effect.die(new Error(`${path} moved to ${found.path}`))
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`published pages on ${name}`, (it) => {
    it.effect("finds pages by their addresses (rules publication-resolution and publication-landing)", () =>
      Effect.gen(function* () {
        const publication = yield* openTo(yield* build(docs))
        const addresses: ReadonlyArray<readonly [path: string, leads: string]> = [
          ["", "Home"],
          ["home", "forever "],
          ["documents", "forever "],
          ["documents/latest/home", "forever "],
          ["latest", "forever "],
          ["ghost", "Ghost"],
          ["GHOST", "forever ghost"],
          ["ghost/", "forever ghost"],
          ["//ghost", "forever ghost"],
          ["%67host", "forever ghost"],
          ["guide", "now guide/install"],
          ["guide/install", "Install"],
          ["guide/api", "Api"],
          ["old", "Home"],
          ["latest/old", "Old"],
          ["documents/old", "forever old"],
          ["old/old", "Old"],
          ["old/home", "forever old"],
          ["api", "nothing"],
          ["api/overview", "nothing"],
          ["overview", "nothing"],
          ["guide/none", "nothing"],
          ["none", "nothing"],
          ["%", "nothing"],
          ["%00", "nothing"],
          ["guide%2Finstall", "nothing"],
          ["../guide", "nothing"],
          ["guide/../old", "nothing"]
        ]
        for (const [path, expected] of addresses) assert.strictEqual(yield* leads(publication, path), expected, path)
        assert.strictEqual(yield* leads(publication, "home", "text"), "Home")
        assert.strictEqual(yield* leads(publication, "", "text"), "forever home")
        assert.strictEqual(yield* leads(publication, "old/home", "text"), "Home")
      })
    )

    it.effect(
      "returns their surroundings as far as the audience sees them (rules document-references and reusable-included)",
      () =>
        Effect.gen(function* () {
          const built = yield* build(docs)
          const publication = yield* openTo(built)
          const home = yield* pageAt(publication, "")
          assert.deepInclude(home, {
            title: "Home",
            path: "",
            textPath: "home",
            canonical: built.url,
            breadcrumbs: [],
            robots: "index",
            caching: "private"
          })
          assert.strictEqual(home.section?.title, "Documents")
          assert.notProperty(home, "updatedAt")
          assert.notProperty(home, "previous")
          assert.deepInclude(home.next ?? {}, { title: "Install", path: "guide/install" })
          assert.deepStrictEqual(
            home.alternates.map(({ path, title }) => [title, path]),
            [["First", "old"]]
          )
          assert.deepStrictEqual(home.outline, [{ level: 2, title: "start", anchor: "start" }])
          const targets = Object.values(home.references).map(({ path, title }) => [
            title,
            path.replace(/~file.*/, "file")
          ])
          assert.deepStrictEqual(
            targets.toSorted(),
            [
              ["Old", "old/old"],
              ["Install", "guide/install"],
              ["logo.txt", "file"]
            ].toSorted()
          )
          const written = JSON.stringify(home.document)
          assert.include(written, "to the interface")
          assert.include(written, "included")
          for (const hidden of ["secret", built.made[2]?.pages[0] ?? "", "Overview", "reusable"]) {
            assert.notInclude(JSON.stringify(home), hidden)
          }
          const install = yield* pageAt(publication, "guide/install")
          assert.deepStrictEqual(install.breadcrumbs, [{ title: "Guide" }])
          assert.deepInclude(install.previous ?? {}, { title: "Home", path: "" })
          assert.deepInclude(install.next ?? {}, { title: "Api", path: "guide/api" })
          const old = yield* pageAt(publication, "latest/old")
          assert.deepStrictEqual(
            old.alternates.map(({ path }) => path),
            ["old/old"]
          )
        })
    )

    it.effect("lists them without hidden content (rule publication-contents)", () =>
      Effect.gen(function* () {
        const publication = yield* openTo(yield* build(docs))
        const pages = yield* PublishedPages.PublishedPages
        const [first] = publication.seen.structure.first.siteSpaces
        const entries = yield* pages.contents(publication, first?.id ?? "")
        assert.deepStrictEqual(
          entries.map(({ pages, path, textPath, title, type }) => [type, title, path, textPath, pages.length]),
          [
            ["document", "Home", "", "home", 0],
            ["group", "Guide", undefined, undefined, 2],
            ["document", "Old", "latest/old", "latest/old", 0]
          ]
        )
        assert.strictEqual((yield* Effect.flip(pages.contents(publication, "nothing")))._tag, "PublishedPageNotFound")
      })
    )

    it.effect("redirects from former addresses, and by redirects of the site (rule publication-former)", () =>
      Effect.gen(function* () {
        const built = yield* build(docs)
        const { made, mine, organization, site } = built
        const redirects = yield* SiteRedirects.SiteRedirects
        const siteSpaces = yield* SiteSpaces.SiteSpaces
        const sections = yield* SiteSections.SiteSections
        const { structure } = (yield* openTo(built)).seen
        const [latest, first] = structure.first.siteSpaces
        const space = made[0]?.id
        if (latest === undefined || first === undefined || space === undefined) return assert.fail("there are spaces")
        const [, , guide = "", install = "", api = ""] = made[0]?.pages ?? []
        const redirect = (source: string, pageId: string) =>
          mine(
            redirects.create(organization, site, {
              source,
              destination: { kind: "site-page", siteSpaceId: latest.id, pageId: SiteRedirect.PageId.make(pageId) }
            })
          )
        yield* redirect("/setup", install)
        yield* redirect("/ghost", install)
        yield* redirect("/book", guide)
        yield* redirect("/gone", api)
        yield* redirect("/guide/install", api)
        yield* editMerged(built, space, [
          { operation: "update_page", page: install, slug: "setup-guide" },
          { operation: "delete_page", page: api }
        ])
        yield* mine(siteSpaces.update(organization, site, first.id, { path: "v1" }))
        yield* mine(sections.update(organization, site, structure.first.section?.id ?? "", { path: "docs" }))
        const now = yield* openTo(built)
        const addresses: ReadonlyArray<readonly [path: string, leads: string]> = [
          ["setup", "forever guide/setup-guide"],
          ["Setup/", "forever guide/setup-guide"],
          ["book", "now guide/setup-guide"],
          ["ghost", "Ghost"],
          ["gone", "nothing"],
          ["guide/install", "forever guide/setup-guide"],
          ["guide/api", "nothing"],
          ["old/home", "forever v1"],
          ["v1/old", "Old"],
          ["documents/v1/old", "forever v1/old"],
          ["documents/old/old", "forever v1/old"],
          ["documents", "forever "]
        ]
        for (const [path, expected] of addresses) assert.strictEqual(yield* leads(now, path), expected, path)
        const lookups = yield* PublishedLookups.PublishedLookups
        const previews = yield* SitePreviews.SitePreviews
        const preview = yield* mine(previews.get(organization, site, {}))
        for (const [path, expected] of addresses) {
          const to = /^(?:forever|now) (.*)/.exec(expected)?.[1] ?? path
          const found = yield* lookups.find({ url: `${built.url}${path}` })
          assert.strictEqual("redirect" in found ? found.redirect : found.canonicalUrl, `${built.url}${to}`, path)
          const previewed = yield* lookups.find({ url: `${preview.url}${path}` })
          const led = "redirect" in previewed ? previewed.redirect.replace(preview.url, "") : path
          assert.strictEqual(led, "redirect" in found ? to : path)
        }
        const landing = yield* lookups.find({ url: `${built.url}latest/home` })
        assert.deepInclude(landing, { pathname: "/home", canonicalUrl: `${built.url}home` })
        const redirected = yield* Effect.filter(addresses, ([path]) =>
          Effect.map(lookups.find({ url: `${built.url}${path}` }), (found) => "redirect" in found)
        )
        assert.deepStrictEqual(
          redirected.map(([path]) => path),
          ["setup", "Setup/", "book", "guide/install", "old/home", "documents/v1/old", "documents/old/old", "documents"]
        )
      })
    )

    it.effect("returns other site-spaces that have a page to show (rule publication-alternates)", () =>
      Effect.gen(function* () {
        const [documents, ...others] = docs.sections
        if (documents === undefined) return assert.fail("there is a section")
        const ghost = page("Home", [], { hidden: true })
        const publication = yield* openTo(
          yield* build({
            ...docs,
            spaces: [
              ...docs.spaces,
              { title: "Empty", contents: [], pages: [] },
              { title: "Ghosts", contents: [], pages: [ghost] }
            ],
            sections: [
              {
                ...documents,
                variants: [
                  ...documents.variants,
                  { path: "empty", space: 3, condition: undefined },
                  { path: "ghosts", space: 4, condition: undefined }
                ]
              },
              ...others
            ]
          })
        )
        const alternatesOf = (path: string) =>
          Effect.map(pageAt(publication, path), ({ alternates }) => alternates.map((each) => each.path))
        assert.deepStrictEqual(yield* alternatesOf(""), ["old", "ghosts/home"])
        assert.deepStrictEqual(yield* alternatesOf("guide/install"), ["old"])
        for (const path of [...(yield* alternatesOf("")), ...(yield* alternatesOf("guide/install"))]) {
          assert.notStrictEqual(yield* leads(publication, path), "nothing", path)
        }
        for (const path of ["empty", "ghosts"]) assert.strictEqual(yield* leads(publication, path), "nothing", path)
      })
    )

    it.effect(
      "allows caching as long as nothing distinguishes readers (rules publication-caching and publication-times)",
      () =>
        Effect.gen(function* () {
          const pages = yield* PublishedPages.PublishedPages
          const cachingOf = Effect.fnUntraced(function* (site: DescribedSite, request = {}) {
            const found = yield* pages.find(yield* openTo(yield* build(site), request), "old/old")
            return found.object === "published-page" ? [found.caching, "updatedAt" in found, found.robots] : found.path
          })
          const plain = { ...docs, isAdaptive: false }
          assert.deepStrictEqual(yield* cachingOf(plain), ["public", true, "index"])
          assert.deepStrictEqual(yield* cachingOf({ ...plain, visibility: "unlisted" }), ["public", true, "noindex"])
          assert.deepStrictEqual(yield* cachingOf(docs), ["private", false, "index"])
          const closed = yield* build({ ...plain, visibility: "visitor-auth" })
          for (const { key, request, token } of yield* listCallers(closed, yield* build(plain))) {
            if (token !== "believed" || (key !== "none" && key !== "active")) continue
            assert.strictEqual((yield* openTo(closed, request)).seen.caching, "private", key)
          }
          const linked = yield* build({ ...plain, visibility: "share-link" })
          for (const { key, request, token } of yield* listCallers(linked, closed)) {
            if (key !== "active" || token !== "none") continue
            assert.strictEqual((yield* openTo(linked, request)).seen.caching, "private")
          }
          const built = yield* build({ ...docs, visibility: "visitor-auth" })
          const callers = yield* listCallers(built, yield* build({ ...plain, visibility: "share-link" }))
          const admitted = callers.filter(({ key, token }) => key === "none" && token === "believed")
          assert.lengthOf(admitted, 12)
          for (const { request } of admitted) {
            const { seen } = yield* openTo(built, request)
            assert.strictEqual(seen.caching, "private")
          }
          yield* built.mine(
            Effect.flatMap(AdaptiveSchemas.AdaptiveSchemas, (schemas) =>
              schemas.update(built.organization, built.site, {
                jsonSchema: { type: "object", properties: { plan: { type: "string" } }, additionalProperties: false }
              })
            )
          )
          for (const { request } of admitted) {
            const { seen } = yield* openTo(built, request)
            assert.strictEqual(seen.caching, "none")
          }
        })
    )
  })
}
