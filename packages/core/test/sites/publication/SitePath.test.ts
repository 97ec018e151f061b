import { assert, describe, it } from "@effect/vitest"
import { OrganizationId, SiteId, SiteSectionId, SiteSpaceId, SpaceId } from "@quire/core"
import { SitePath, type SiteStructure, VisibleStructure } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import * as fc from "fast-check"

/** Few words, so that pages, sections and site-spaces clash. */
const words = ["a", "b", "c", "d"] as const
const word = fc.constantFrom(...words)
const condition = fc.constantFrom(null, null, null, "true", "false")
const passes: VisibleStructure.Passes = (text) => text !== "false"

const named = fc.record({ path: word, formerPaths: fc.uniqueArray(word, { maxLength: 2 }), condition })

let count = 0

const variants = fc
  .record({
    names: fc.uniqueArray(fc.tuple(named, fc.boolean()), {
      minLength: 1,
      maxLength: 3,
      selector: ([{ path }]) => path
    }),
    at: fc.nat(2)
  })
  .map(({ at, names }): SiteStructure.SiteVariants => {
    const siteSpaces = names.map(([fields, isHidden]) => {
      const id = SiteSpaceId.make(`v${count++}`)
      return { id, space: SpaceId.make(`space-${id}`), isHidden, ...fields }
    })
    return { siteSpaces, defaultSiteSpace: siteSpaces[at % siteSpaces.length]?.id ?? null }
  })

const site = { id: SiteId.make("site"), organization: OrganizationId.make("org") }
const none = { siteSpaces: [], defaultSiteSpace: null }

const sectioned = fc
  .record({
    sections: fc.uniqueArray(fc.tuple(named, variants), {
      minLength: 1,
      maxLength: 4,
      selector: ([{ path }]) => path
    }),
    at: fc.nat(3)
  })
  .map(({ at, sections }): SiteStructure.SiteStructure => {
    const items = sections.map(([fields, own]) => ({
      kind: "section" as const,
      id: SiteSectionId.make(`s${count++}`),
      title: "S",
      description: null,
      icon: null,
      ...fields,
      ...own
    }))
    return { ...site, root: none, items, defaultSection: items[at % items.length]?.id ?? null }
  })
const flat = variants.map((root): SiteStructure.SiteStructure => ({ ...site, root, items: [], defaultSection: null }))
const structures = fc.oneof(flat, sectioned, sectioned)

const pages = fc.array(word, { maxLength: 3 })

const locations = (structure: VisibleStructure.VisibleStructure, rest: SitePath.Segments) =>
  structure.sections.flatMap((section) => section.siteSpaces.map((siteSpace) => ({ section, siteSpace, rest })))

describe("the address of a page on a site", () => {
  it("leads back to its page, whatever collides (rules publication-canonical and publication-address)", () => {
    const met = { clash: 0, plain: 0 }
    return Rounds.holds(
      fc.property(structures, pages, (structure, rest) => {
        const visible = VisibleStructure.make(structure, passes)
        fc.pre(visible !== undefined)
        for (const location of locations(visible, rest)) {
          const segments = SitePath.canonical(visible, location)
          assert.deepStrictEqual(SitePath.locate(visible, segments), location)
          const isFirst = location.section === visible.first && location.siteSpace === location.section.first
          if (isFirst && segments.length > rest.length) met.clash += 1
          else met.plain += 1
        }
      }),
      Rounds.rounds(500, 100_000, 2_000)
    ).then(() => assert.isAbove(Math.min(met.clash, met.plain), 20, JSON.stringify(met)))
  })

  it("has the shortest form that leads back to its page (rule publication-canonical)", () =>
    Rounds.holds(
      fc.property(structures, pages, (structure, rest) => {
        const visible = VisibleStructure.make(structure, passes)
        fc.pre(visible !== undefined)
        for (const location of locations(visible, rest)) {
          const segments = SitePath.canonical(visible, location)
          const shorter = [rest, segments.slice(1)].filter(({ length }) => length < segments.length)
          for (const each of shorter) assert.notDeepEqual(SitePath.locate(visible, each), location)
        }
      }),
      Rounds.rounds(200, 20_000)
    ))

  it("excludes failed conditions and deleted spaces, and starts with the default or the first (rules publication-structure and publication-default)", () =>
    Rounds.holds(
      fc.property(structures, (structure) => {
        const visible = VisibleStructure.make(structure, passes)
        const families = structure.items.flatMap((item) => (item.kind === "section" ? [item] : []))
        const shown = (own: SiteStructure.SiteVariants) =>
          own.siteSpaces.filter((each) => !each.isHidden && each.condition !== "false").map(({ id }) => id)
        const expected = [
          ...shown(structure.root),
          ...families.flatMap((section) => (section.condition === "false" ? [] : shown(section)))
        ]
        const found = visible?.sections.flatMap(({ siteSpaces }) => siteSpaces.map(({ id }) => id)) ?? []
        assert.deepStrictEqual(found, expected)
        const [first] = visible?.sections ?? []
        const preferred = visible?.sections.find(({ section }) => section?.id === structure.defaultSection)
        assert.strictEqual(visible?.first, preferred ?? first)
      }),
      Rounds.rounds(200, 20_000)
    ))

  it("leads to the page after its path changed (rule publication-former)", () => {
    const fields = { condition: null, isHidden: false, formerPaths: [] }
    const variant = (id: string, path: string, formerPaths: ReadonlyArray<string> = []) => ({
      ...fields,
      id: SiteSpaceId.make(id),
      space: SpaceId.make(id),
      path,
      formerPaths
    })
    const section = (id: string, path: string, formerPaths: ReadonlyArray<string>) => ({
      kind: "section" as const,
      id: SiteSectionId.make(id),
      title: id,
      description: null,
      icon: null,
      condition: null,
      path,
      formerPaths,
      siteSpaces: [variant(`${id}1`, "v2"), variant(`${id}2`, "v1", ["old"])],
      defaultSiteSpace: SiteSpaceId.make(`${id}1`)
    })
    const structure: SiteStructure.SiteStructure = {
      ...site,
      root: none,
      items: [section("s", "guide", []), section("t", "api", ["reference"])],
      defaultSection: SiteSectionId.make("s")
    }
    const visible = VisibleStructure.make(structure, passes)
    const canonical = (...segments: ReadonlyArray<string>) =>
      visible === undefined
        ? []
        : SitePath.listFormer(visible, segments).map((location) => SitePath.canonical(visible, location).join("/"))
    assert.deepStrictEqual(canonical("reference", "page"), ["api/page"])
    assert.deepStrictEqual(canonical("reference", "old", "page"), ["api/old/page", "api/v1/page"])
    assert.deepStrictEqual(canonical("old", "page"), ["v1/page"])
    assert.deepStrictEqual(canonical("api", "old", "page"), ["api/v1/page"])
    assert.deepStrictEqual(canonical("nowhere"), [])
    assert.deepStrictEqual(canonical(), [])
  })
})
