import { assert, layer } from "@effect/vitest"
import { type ContentRef, Customizations, Publications, SiteFrames, SitePlaces } from "@quire/core"
import { Effect } from "effect"
import { engines } from "../support/engine.ts"
import type { DescribedSite } from "./ApiSites.ts"
import { build } from "./build.ts"
import { listCallers } from "./callers.ts"

const page = (title: string) => ({ title, kind: "document", hidden: false, parts: [], parent: undefined }) as const

/** Two sections, the second for the beta. */
const docs: DescribedSite = {
  visibility: "visitor-auth",
  isAdaptive: true,
  isFlat: false,
  spaces: [
    { title: "Latest", contents: [], pages: [page("Home"), page("Old")] },
    { title: "Interface", contents: [], pages: [page("Overview")] }
  ],
  sections: ["Documents", "Interface"].map((title, at) => ({
    title,
    path: title.toLowerCase(),
    condition: at === 0 ? undefined : "beta",
    variants: [{ path: "only", space: at, condition: undefined }],
    defaultVariant: 0
  })),
  defaultSection: 0
}

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`frames on ${name}`, (it) => {
    it.effect("contains visible links only (rules frame-sections and customization-links)", () =>
      Effect.gen(function* () {
        const built = yield* build(docs)
        const customizations = yield* Customizations.Customizations
        const link = (title: string, to: ContentRef.ContentRef) => ({ title, to })
        const out = link("Out", { kind: "url", url: "https://example.com/" })
        const toInterface = link("Interface", { kind: "space", space: built.made[1]?.id ?? "" })
        const toPerson = link("A person", { kind: "user", user: "unknown" })
        yield* built.mine(
          customizations.put(built.organization, built.site, {
            title: "Handbook",
            header: {
              links: [
                { ...toInterface, links: [] },
                { title: "More", to: null, links: [toInterface, toPerson] },
                { ...out, style: "button-primary", links: [], condition: "visitor.claims.beta" }
              ]
            },
            footer: {
              groups: [
                { title: "Seen", links: [out, toPerson] },
                { title: "Unseen", links: [toInterface] }
              ]
            },
            announcement: { enabled: true, message: "New", style: "info", link: toInterface }
          })
        )
        const callers = yield* listCallers(built, yield* build(docs))
        const frameOf = Effect.fnUntraced(function* (isOfBeta: boolean) {
          const publications = yield* Publications.Publications
          const caller = callers.find(
            ({ key, token, visitor }) => key === "none" && token === "believed" && visitor?.beta === isOfBeta
          )
          const publication = yield* publications.open({ _tag: "Site", site: built.site }, caller?.request ?? {})
          const [place] = SitePlaces.list(publication)
          assert.isDefined(place)
          return yield* Effect.flatMap(SiteFrames.SiteFrames, (frames) => frames.read(publication, place))
        })
        const outLink = { title: "Out", url: "https://example.com/" }
        const beta = yield* frameOf(true)
        const toSection = { title: "Interface", path: "interface" }
        assert.strictEqual(beta.title, "Handbook")
        assert.deepStrictEqual(
          beta.tabs.map(({ isCurrent, title }) => [title, isCurrent]),
          [
            ["Documents", true],
            ["Interface", false]
          ]
        )
        assert.deepStrictEqual(beta.header, [
          { ...toSection, style: "link", links: [] },
          { title: "More", style: "link", links: [toSection] },
          { ...outLink, style: "button-primary", links: [] }
        ])
        assert.deepStrictEqual(beta.footer, [
          { title: "Seen", links: [outLink] },
          { title: "Unseen", links: [toSection] }
        ])
        assert.deepStrictEqual(beta.announcement, { message: "New", style: "info", link: toSection })
        const others = yield* frameOf(false)
        assert.deepStrictEqual(others.tabs, [])
        assert.deepStrictEqual(others.header, [])
        assert.deepStrictEqual(others.footer, [{ title: "Seen", links: [outLink] }])
        assert.deepStrictEqual(others.announcement, { message: "New", style: "info" })
        assert.isUndefined(others.preview)
      })
    )
  })
}
