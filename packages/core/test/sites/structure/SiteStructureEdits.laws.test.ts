import { assert, describe, it } from "@effect/vitest"
import { OrganizationId, SiteId, SiteSectionGroupId, SiteSectionId, SiteSpaceId, SpaceId } from "@quire/core"
import { SectionEdits, SectionGroupEdits, SitePaths, SiteStructure, SiteStructureEdits } from "@quire/core/internal"
import { Rounds, SiteStructureFaults } from "@quire/testing"
import { Result } from "effect"
import * as fc from "fast-check"

type Structure = SiteStructure.SiteStructure

const empty = SiteStructure.make(SiteId.make("site"), OrganizationId.make("org"))

const kinds = [
  "addSpace",
  "addSpaceTo",
  "addSection",
  "removeSpace",
  "removeSection",
  "addGroup",
  "removeGroup",
  "group",
  "ungroup",
  "moveSection",
  "moveGroup",
  "moveSpace",
  "defaultSection",
  "defaultSpace",
  "rename",
  "renameSection",
  "hide",
  "show",
  "forget"
] as const

interface Step {
  readonly kind: (typeof kinds)[number]
  readonly at: number
  readonly to: number
  readonly isAfter: boolean
}

const step = fc.record({
  kind: fc.constantFrom(...kinds),
  at: fc.nat(30),
  to: fc.nat(30),
  isAfter: fc.boolean()
})
const steps = fc.array(step, { maxLength: 40, size: "max" })

const titles = ["Guide", "API", "guide", "Über uns", "", "手册"]

const pick = <A>(list: ReadonlyArray<A>, at: number): A | undefined => list[at % Math.max(1, list.length)]

let made = 0
const nextId = () => `id${made++}`

const apply = (self: Structure, { at, isAfter, kind, to }: Step): Structure => {
  const sections = SiteStructure.listSections(self).map(({ section }) => section)
  const groups = SiteStructure.listGroups(self)
  const siteSpaces = SiteStructure.listSiteSpaces(self)
  const section = pick(sections, at)
  const group = pick(groups, at)
  const placed = pick(siteSpaces, at)
  const besides = (id: string | undefined) =>
    id === undefined ? undefined : ({ side: isAfter ? "after" : "before", id, field: "position" } as const)
  const space = SpaceId.make(`space${to}`)
  const title = pick(titles, to) ?? ""
  const siteSpace = { id: SiteSpaceId.make(nextId()), space, title }
  const results = (): Result.Result<Structure, unknown> => {
    switch (kind) {
      case "addSpace":
        return SiteStructureEdits.addSiteSpace(self, siteSpace)
      case "addSpaceTo":
        return SiteStructureEdits.addSiteSpace(self, siteSpace, section?.id ?? null)
      case "addSection": {
        const [id, wrap] = [SiteSectionId.make(nextId()), SiteSectionId.make(nextId())]
        return SectionEdits.add(self, { id, title, icon: null, siteSpace, wrapping: { id: wrap, title: "Site" } })
      }
      case "removeSpace":
        return SiteStructureEdits.removeSiteSpace(self, placed?.siteSpace.id ?? "")
      case "removeSection":
        return SectionEdits.remove(self, section?.id ?? "")
      case "addGroup": {
        const id = SiteSectionGroupId.make(nextId())
        return SectionGroupEdits.add(
          self,
          { id, title: "Group", icon: null },
          section === undefined ? [] : [section.id]
        )
      }
      case "removeGroup":
        return SectionGroupEdits.remove(self, group?.id ?? "")
      case "group":
        return SectionGroupEdits.addSection(self, pick(groups, to)?.id ?? "", section?.id ?? "")
      case "ungroup":
        return SectionGroupEdits.removeSection(self, group?.id ?? "", pick(group?.sections ?? [], to)?.id ?? "")
      case "moveSection":
        return SectionEdits.move(self, section?.id ?? "", besides(pick([...sections, undefined], to)?.id))
      case "moveGroup":
        return SectionGroupEdits.move(self, group?.id ?? "", besides(pick([...self.items, undefined], to)?.id))
      case "moveSpace":
        return SiteStructureEdits.moveSiteSpace(
          self,
          placed?.siteSpace.id ?? "",
          besides(pick([...siteSpaces, undefined], to)?.siteSpace.id)
        )
      case "defaultSection":
        return SiteStructureEdits.setDefaultSection(self, section?.id ?? "")
      case "defaultSpace":
        return SiteStructureEdits.setDefaultSiteSpace(self, placed?.section ?? null, placed?.siteSpace.id ?? "")
      case "rename":
        return SiteStructureEdits.changeSiteSpace(self, placed?.siteSpace.id ?? "", { path: `path-${to % 5}` })
      case "renameSection":
        return SectionEdits.change(self, section?.id ?? "", { path: `path-${to % 5}` })
      case "hide":
        return Result.succeed(SiteStructureEdits.setHidden(self, new Set([space]), true))
      case "show":
        return Result.succeed(SiteStructureEdits.setHidden(self, new Set([space]), false))
      case "forget":
        return Result.succeed(SiteStructureEdits.forgetSpaces(self, new Set([space])))
    }
  }
  return Result.getOrElse(results(), () => self)
}

const succeed = <E>(result: Result.Result<Structure, E>): Structure => Result.getOrThrow(result)

const add = (self: Structure, id: string, section: string | null = self.defaultSection) =>
  succeed(
    SiteStructureEdits.addSiteSpace(
      self,
      { id: SiteSpaceId.make(id), space: SpaceId.make(`s-${id}`), title: id },
      section === null ? null : SiteSectionId.make(section)
    )
  )

const addSection = (self: Structure, id: string) =>
  succeed(
    SectionEdits.add(self, {
      id: SiteSectionId.make(id),
      title: id,
      icon: null,
      siteSpace: { id: SiteSpaceId.make(`${id}-1`), space: SpaceId.make(`s-${id}`), title: id },
      wrapping: { id: SiteSectionId.make("wrapped"), title: "My site" }
    })
  )

const sectionIds = (self: Structure) => SiteStructure.listSections(self).map(({ section }) => section.id)

describe("an edit of the structure of a site", () => {
  it(
    "preserves its rules in any sequence (rules site-flat, site-defaults, site-path, site-space-once, site-groups, site-last-space, site-former-path)",
    async () => {
      const met = new Map<string, number>()
      await Rounds.holds(
        fc.property(steps, (list) => {
          list.reduce((self, each) => {
            const next = apply(self, each)
            if (next !== self) met.set(each.kind, (met.get(each.kind) ?? 0) + 1)
            assert.deepStrictEqual(SiteStructureFaults.find(next), [], each.kind)
            return next
          }, empty)
        }),
        Rounds.rounds(300, 50_000, 1_000)
      )
      for (const kind of kinds) assert.isAbove(met.get(kind) ?? 0, Rounds.meetsEveryCase() ? 5 : -1, kind)
    },
    Rounds.patience
  )

  it("loses a space only by removing it (rule site-flat)", () =>
    Rounds.holds(
      fc.property(steps, (list) => {
        list.reduce((self, each) => {
          const next = apply(self, each)
          const spacesOf = (of: Structure) => SiteStructure.listSiteSpaces(of).map(({ siteSpace }) => siteSpace.id)
          if (!["removeSpace", "removeSection", "forget"].includes(each.kind)) {
            assert.includeMembers(spacesOf(next), spacesOf(self), each.kind)
          }
          return next
        }, empty)
      }),
      Rounds.rounds(100, 5_000)
    ))

  it("wraps a flat site and unwraps the last section (rule site-flat)", () => {
    const flat = add(add(empty, "a"), "b")
    const wrapped = addSection(flat, "new")
    assert.deepStrictEqual(sectionIds(wrapped), ["wrapped", "new"])
    assert.strictEqual(wrapped.defaultSection, "wrapped")
    assert.deepStrictEqual(SiteStructure.listSections(wrapped)[0]?.section.siteSpaces, flat.root.siteSpaces)
    assert.strictEqual(SiteStructure.listSections(wrapped)[0]?.section.path, "my-site")
    const unwrapped = succeed(SectionEdits.remove(succeed(SectionEdits.remove(wrapped, "new")), "wrapped"))
    assert.deepStrictEqual(unwrapped, flat)
  })

  it("promotes the next space when a default is removed, and keeps it when the former one returns (rules site-defaults, site-deleted-space)", () => {
    const site = add(add(add(empty, "a"), "b"), "c")
    const onB = succeed(SiteStructureEdits.setDefaultSiteSpace(site, null, "b"))
    assert.strictEqual(succeed(SiteStructureEdits.removeSiteSpace(onB, "b")).root.defaultSiteSpace, "c")
    const hidden = SiteStructureEdits.setHidden(onB, new Set(["s-b"]), true)
    assert.strictEqual(hidden.root.defaultSiteSpace, "c")
    assert.strictEqual(SiteStructureEdits.setHidden(hidden, new Set(["s-b"]), false).root.defaultSiteSpace, "c")
    assert.isUndefined(SiteStructure.findSiteSpace(hidden, "b"))
    const sections = addSection(addSection(addSection(empty, "x"), "y"), "z")
    const onZ = succeed(SiteStructureEdits.setDefaultSection(sections, "z"))
    assert.strictEqual(succeed(SectionEdits.remove(onZ, "z")).defaultSection, "x")
  })

  it("removes a section with its last site space (rule site-last-space)", () => {
    const site = addSection(addSection(empty, "x"), "y")
    assert.deepStrictEqual(sectionIds(succeed(SiteStructureEdits.removeSiteSpace(site, "x-1"))), ["y"])
  })

  it("puts sections at the requested positions (rules site-order and site-groups)", () => {
    const site = ["a", "b", "c", "d"].reduce(addSection, empty)
    const group = { id: SiteSectionGroupId.make("g"), title: "G", icon: null }
    const grouped = succeed(SectionGroupEdits.add(site, group, ["c", "a"]))
    assert.deepStrictEqual(sectionIds(grouped), ["b", "d", "c", "a"])
    const into = succeed(SectionEdits.move(grouped, "d", { side: "before", id: "a", field: "position" }))
    assert.deepStrictEqual(sectionIds(into), ["b", "c", "d", "a"])
    assert.strictEqual(SiteStructure.findSection(into, "d")?.group, "g")
    const first = succeed(SectionGroupEdits.move(into, "g", { side: "before", id: "b", field: "position" }))
    assert.deepStrictEqual(sectionIds(first), ["c", "d", "a", "b"])
    assert.deepStrictEqual(sectionIds(succeed(SectionGroupEdits.remove(first, "g"))), ["c", "d", "a", "b"])
    const refused = SectionGroupEdits.move(into, "g", { side: "after", id: "c", field: "position.after.id" })
    assert.isTrue(Result.isFailure(refused))
    const idle = SectionEdits.move(into, "a", { side: "after", id: "d", field: "position" })
    assert.strictEqual(Result.isFailure(idle) && idle.failure._tag, "NothingChanged")
    const nowhere = { side: "after", id: "nosuch", field: "position" } as const
    const itself = SectionEdits.move(into, "a", { side: "after", id: "a", field: "position" })
    assert.strictEqual(Result.isFailure(itself) && itself.failure._tag, "MoveInvalid")
    const [lost, lostGroup] = [SectionEdits.move(into, "a", nowhere), SectionGroupEdits.move(into, "g", nowhere)]
    assert.strictEqual(Result.isFailure(lost) && lost.failure._tag, "ReferenceNotFound")
    assert.strictEqual(Result.isFailure(lostGroup) && lostGroup.failure._tag, "ReferenceNotFound")
  })

  it("moves a site space next to one of another section into that section (rule site-order)", () => {
    const put = (self: Structure, id: string, section: string, space = `s-${id}`) => {
      const siteSpace = { id: SiteSpaceId.make(id), space: SpaceId.make(space), title: id }
      return succeed(SiteStructureEdits.addSiteSpace(self, siteSpace, SiteSectionId.make(section)))
    }
    const move = (self: Structure, id: string, neighbor: string) =>
      SiteStructureEdits.moveSiteSpace(self, id, { side: "before", id: neighbor, field: "position" })
    const site = put(addSection(addSection(empty, "x"), "y"), "b", "y")
    const listed = SiteStructure.listSiteSpaces(succeed(move(site, "b", "x-1")))
    assert.deepStrictEqual(
      listed.map(({ isDefault, section, siteSpace }) => [siteSpace.id, section, isDefault].join()),
      ["b,x,false", "x-1,x,true", "y-1,y,true"]
    )
    const emptied = succeed(move(site, "x-1", "b"))
    assert.deepStrictEqual([sectionIds(emptied), emptied.defaultSection], [["y"], "y"])
    const twice = move(put(site, "c", "x", "s-b"), "b", "x-1")
    assert.strictEqual(Result.isFailure(twice) && twice.failure._tag, "SpaceAlreadyThere")
    const named = move(succeed(SiteStructureEdits.changeSiteSpace(put(site, "c", "x"), "c", { path: "b" })), "b", "x-1")
    assert.strictEqual(Result.isFailure(named) && named.failure._tag, "SitePathTaken")
  })

  it("keeps former paths as long as nothing else has them (rules site-path and site-former-path)", () => {
    const site = add(add(empty, "a"), "b")
    const renamed = succeed(SiteStructureEdits.changeSiteSpace(site, "a", { path: "z" }))
    assert.deepStrictEqual(renamed.root.siteSpaces[0]?.formerPaths, ["a"])
    const back = succeed(SiteStructureEdits.changeSiteSpace(renamed, "a", { path: "a" }))
    assert.deepStrictEqual(back.root.siteSpaces[0]?.formerPaths, ["z"])
    const taken = SiteStructureEdits.changeSiteSpace(site, "a", { path: "B" })
    assert.strictEqual(Result.isFailure(taken) && taken.failure._tag, "SitePathTaken")
    const often = Array.from({ length: 25 }, (_, at) => `p${at}`).reduce(
      (self, path) => succeed(SiteStructureEdits.changeSiteSpace(self, "a", { path })),
      site
    )
    assert.strictEqual(often.root.siteSpaces[0]?.formerPaths.length, 20)
    assert.strictEqual(often.root.siteSpaces[0]?.formerPaths[0], "p23")
  })

  it("limits the number of site spaces, sections and groups (rule site-size)", () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`)
    const full = ids(500).reduce((self, id) => add(self, id), empty)
    const more = SiteStructureEdits.addSiteSpace(full, {
      id: SiteSpaceId.make("more"),
      space: SpaceId.make("more"),
      title: "more"
    })
    assert.strictEqual(Result.isFailure(more) && more.failure._tag, "SiteTooLarge")
    const sectioned = ids(200).reduce(addSection, empty)
    const section = SectionEdits.add(sectioned, {
      id: SiteSectionId.make("more"),
      title: "more",
      icon: null,
      siteSpace: { id: SiteSpaceId.make("m"), space: SpaceId.make("m"), title: "m" },
      wrapping: { id: SiteSectionId.make("w"), title: "w" }
    })
    assert.strictEqual(Result.isFailure(section) && section.failure._tag, "SiteTooLarge")
    const group = (self: Structure, id: string) =>
      SectionGroupEdits.add(self, { id: SiteSectionGroupId.make(id), title: id, icon: null }, [])
    const grouped = ids(100).reduce((self, id) => succeed(group(self, id)), empty)
    const another = group(grouped, "more")
    assert.strictEqual(Result.isFailure(another) && another.failure._tag, "SiteTooLarge")
  })

  it("derives paths from titles in any script (rule site-path)", () => {
    const siblings = [{ path: "guide", formerPaths: [] }]
    const table: ReadonlyArray<readonly [title: string, path: string]> = [
      ["Guide", "guide-2"],
      ["手册", "手册"],
      ["", "space"],
      ["~share", "share"],
      ["API v2.0", "api-v2-0"]
    ]
    for (const [title, path] of table) assert.strictEqual(SitePaths.makePath(title, siblings, "space"), path, title)
    for (const path of ["", "a b", "a/b", "~a", "a.b", "-a", "a-", "a--b", "x".repeat(101)]) {
      assert.isFalse(SitePaths.isPath(path), path)
    }
    for (const path of ["a", "API", "a-b", "手册", "x".repeat(100)]) assert.isTrue(SitePaths.isPath(path), path)
  })
})
