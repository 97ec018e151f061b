import { nothing } from "../nothing.ts"
import type { Aimed } from "../seeds.ts"
import { type Sectioned, sectioned } from "../sites.ts"
import type { World } from "../world.ts"

const ids = () => ["", "a b", "é", "x".repeat(65), nothing]
const icons = ["x".repeat(51), "a\nb", "a\u0000"]
const paths = ["", "x".repeat(101), "a b", "a/b", "~a", "a.b", "-a", "a--b"]
const conditions = ["", "x".repeat(1025), "(", "while (true) {}", "a = b", "visitor.claims.", "a\u0000"]

/** Positions that no body can have, next to a valid one. */
const positions = (type: string, key: string, id: string) => {
  const good = { type, [key]: id }
  return {
    position: [{}, { before: good, after: good }],
    "position.before.type": ["", "page", "space"],
    [`position.before.${key}`]: ids()
  }
}

const on =
  (
    aimed: (made: Sectioned, world: World) => Omit<Aimed, "path"> & { readonly of?: Readonly<Record<string, string>> }
  ) =>
  async (world: World): Promise<ReadonlyArray<Aimed>> => {
    const made = await sectioned(world)
    const { of, ...rest } = aimed(made, world)
    return [{ ...rest, path: { ...made.path, ...of } }]
  }

export const siteStructure: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  addSectionToSite: async (world) => {
    const { path } = await sectioned(world)
    return [
      {
        path,
        body: { spaceId: await world.space(), title: "Guides", icon: "book" },
        nullable: ["title", "icon"],
        nonsense: { spaceId: ids(), title: ["", "x", "x".repeat(65), "a\nb", "a\u0000"], icon: icons }
      }
    ]
  },
  updateSiteSectionById: on(({ first, two }) => ({
    of: { siteSectionId: first },
    body: {
      title: "Guides",
      path: "guides",
      defaultSiteSpace: two,
      condition: "true",
      icon: "book",
      description: "How to begin"
    },
    nullable: ["condition", "icon", "description"],
    prose: ["condition"],
    nonsense: {
      title: ["", "x", "x".repeat(129), "a\nb", "a\u0000"],
      path: paths,
      defaultSiteSpace: ids(),
      condition: conditions,
      icon: icons,
      description: ["x".repeat(257), "a\u0000"]
    }
  })),
  moveSiteSection: on(({ first, last }) => ({
    of: { siteSectionId: last },
    body: { position: { before: { type: "site-section", siteSection: first } } },
    nonsense: positions("site-section", "siteSection", first)
  })),
  addSectionGroupToSite: on(({ first }) => ({
    body: { title: "First", icon: "book", sections: [first] },
    nullable: ["icon"],
    nonsense: {
      title: ["", " ", "x".repeat(101), "a\nb"],
      icon: icons,
      sections: [[""], [nothing], [first, first], first]
    }
  })),
  updateSiteSectionGroupById: on(({ group }) => ({
    of: { siteSectionGroupId: group },
    body: { title: "Others", icon: "book" },
    nullable: ["icon"],
    nonsense: { title: ["", " ", "x".repeat(101), "a\nb"], icon: icons }
  })),
  addSectionToGroup: on(({ first, group }) => ({
    of: { siteSectionGroupId: group },
    body: { sectionId: first },
    nonsense: { sectionId: ids() }
  })),
  moveSiteSectionGroup: on(({ first, group }) => ({
    of: { siteSectionGroupId: group },
    body: { position: { before: { type: "site-section", id: first } } },
    nonsense: positions("site-section", "id", first)
  })),
  addSpaceToSite: async (world) => {
    const { path, second } = await sectioned(world)
    return [
      {
        path,
        body: { spaceId: await world.space(), sectionId: second },
        nonsense: { spaceId: ids(), sectionId: ids() }
      }
    ]
  },
  updateSiteSpaceById: async (world) => {
    const { one, path } = await sectioned(world)
    return [
      {
        path: { ...path, siteSpaceId: one },
        body: { path: "first", condition: "true", spaceId: await world.space() },
        nullable: ["condition"],
        prose: ["condition"],
        nonsense: { path: paths, condition: conditions, spaceId: ids() }
      }
    ]
  },
  moveSiteSpace: on(({ one, two }) => ({
    of: { siteSpaceId: two },
    body: { position: { before: { type: "site-space", siteSpace: one } } },
    nonsense: positions("site-space", "siteSpace", one)
  })),
  searchSiteContent: async (world) => {
    const { one, path, two } = await sectioned(world)
    const query = "welcome"
    /** Those of nothing on the site are left out. */
    const malformed = ids().slice(0, -1)
    const wrong = { query: ["", " ", "x".repeat(513)] }
    return [
      {
        path,
        body: { query, scope: { mode: "default", includedSiteSpaces: [one] } },
        prose: ["query"],
        nonsense: { ...wrong, "scope.mode": ["", "every"], "scope.includedSiteSpaces.0": malformed }
      },
      {
        path,
        body: { query, scope: { mode: "specific", siteSpaceIds: [one, two] } },
        prose: ["query"],
        nonsense: { ...wrong, "scope.siteSpaceIds": [[]], "scope.siteSpaceIds.0": malformed }
      }
    ]
  },
  sortSiteStructure: on(({ first, last }) => ({
    body: { item: { type: "site-section", id: last }, position: { before: { type: "site-section", id: first } } },
    nonsense: {
      ...positions("site-section", "id", first),
      "item.type": ["", "page"],
      "item.id": ids()
    }
  }))
}
