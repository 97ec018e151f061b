import { assert, describe, it } from "@effect/vitest"
import { type CanonicalJson, PageView, type SpaceId } from "@quire/core"
import { Page } from "@quire/core/internal"

const common = { title: "T", parent: null, createdAt: 0, updatedAt: 86_400_000 }
const stamps = { createdAt: "1970-01-01T00:00:00.000Z", updatedAt: "1970-01-02T00:00:00.000Z" }
const placed = { slug: "t", slugByHand: true, hidden: true, noIndex: true, noRobotsIndex: true }
const shown = { slug: "t", path: "a/t", pages: [], hidden: true, noIndex: true, noRobotsIndex: true }
const marks = { emoji: "1f600", icon: "star" }
const target = { kind: "url", url: "https://a.test" } as const
const hash = "A".repeat(43)

const urls: PageView.PageUrls = {
  app: "https://docs.test",
  space: "s1",
  hrefOf: (ref) => (ref.kind === "url" ? ref.url : undefined)
} as PageView.PageUrls & { readonly space: SpaceId }

const viewOf = (fields: { readonly [field: string]: CanonicalJson.Json }, path?: string) => {
  const page = Page.fromFields("p", { ...common, ...fields })
  return { page, view: PageView.view({ page, path, pages: [] }, urls) }
}

const document = { type: "document", kind: "sheet", id: "p", title: "T", ...stamps, ...shown } as const
const own = { app: "https://docs.test/s/s1/p/p" }

describe("the view of a page", () => {
  it("has exactly the page's fields for a text page", () => {
    const bare = viewOf({ type: "document", ...placed }, "a/t")
    assert.deepStrictEqual<unknown>(bare.view, {
      ...document,
      layout: bare.page.type === "document" ? bare.page.layout : undefined,
      urls: own
    })
    const cover = { ref: { kind: "url", url: "https://a.test/a.png" }, yPos: 3 }
    const whole = viewOf(
      { type: "document", ...placed, ...marks, description: "D", document: hash, cover, layout: { width: "wide" } },
      "a/t"
    )
    assert.deepStrictEqual<unknown>(whole.view, {
      ...document,
      ...marks,
      description: "D",
      documentId: hash,
      cover,
      layout: whole.page.type === "document" ? whole.page.layout : undefined,
      urls: own
    })
  })

  it("contains the child pages of a group as each is shown alone", () => {
    const group = viewOf({ type: "group", ...placed, ...marks }, "a/t").page
    const below = viewOf({ type: "document", ...placed }, "a/t/t")
    const view = PageView.view(
      { page: group, path: "a/t", pages: [{ page: below.page, path: "a/t/t", pages: [] }] },
      urls
    )
    assert.deepStrictEqual<unknown>(view, {
      type: "group",
      kind: "group",
      id: "p",
      title: "T",
      ...stamps,
      ...marks,
      ...shown,
      pages: [below.view]
    })
  })

  it("contains the address of a link's target when it is known", () => {
    const shared = { type: "link", kind: "link", id: "p", title: "T", ...stamps }
    assert.deepStrictEqual<unknown>(viewOf({ type: "link", target, hidden: true }).view, {
      ...shared,
      target,
      href: "https://a.test",
      hidden: true
    })
    const lost = { kind: "page", page: "q" }
    assert.deepStrictEqual<unknown>(viewOf({ type: "link", target: lost, ...marks }).view, {
      ...shared,
      ...marks,
      target: lost,
      hidden: false
    })
  })

  it("names the source and the seed of a computed page", () => {
    const shared = { type: "computed", id: "p", title: "T", ...stamps, computed: { type: "x" } }
    assert.deepStrictEqual<unknown>(viewOf({ type: "computed", computed: { type: "x" } }).view, shared)
    assert.deepStrictEqual<unknown>(viewOf({ type: "computed", computed: { type: "x" }, computedSeed: "s" }).view, {
      ...shared,
      computedSeed: "s"
    })
  })
})
