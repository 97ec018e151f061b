import type { Seed } from "./mutants.ts"
import { nothing } from "./nothing.ts"
import { access } from "./seeds/access.ts"
import { changeRequests } from "./seeds/changeRequests.ts"
import { comments } from "./seeds/comments.ts"
import { components } from "./seeds/components.ts"
import { computations } from "./seeds/computations.ts"
import { customFields } from "./seeds/customFields.ts"
import { developments } from "./seeds/developments.ts"
import { grants } from "./seeds/grants.ts"
import { hostnames } from "./seeds/hostnames.ts"
import { imports } from "./seeds/imports.ts"
import { installations } from "./seeds/installations.ts"
import { integrations } from "./seeds/integrations.ts"
import { invites } from "./seeds/invites.ts"
import { lookups } from "./seeds/lookups.ts"
import { members } from "./seeds/members.ts"
import { openApiSpecs } from "./seeds/openApiSpecs.ts"
import { reviews } from "./seeds/reviews.ts"
import { samlProviders } from "./seeds/samlProviders.ts"
import { siteScripts } from "./seeds/siteScripts.ts"
import { siteSettings } from "./seeds/siteSettings.ts"
import { siteStructure } from "./seeds/siteStructure.ts"
import { sites } from "./seeds/sites.ts"
import { teams } from "./seeds/teams.ts"
import { tokens } from "./seeds/tokens.ts"
import { translations } from "./seeds/translations.ts"
import { webhooks } from "./seeds/webhooks.ts"
import type { World } from "./world.ts"

export interface Aimed extends Seed {
  readonly path?: Readonly<Record<string, string>>
}

const ids = ["", "a b", "é", "x".repeat(65), nothing]
const levels = ["", "owner", "Inherit", "null", "none"]
const webAddresses = [
  "",
  "x",
  "//docs.test/x",
  "ftp://docs.test/x",
  "javascript:alert(1)",
  "data:text/plain,x",
  "http://"
]
const emojis = ["", "x", "🚀🚀", "zz", "1f680-", "110000", "x".repeat(101)]

const neighbour = async (world: World, kind: "space" | "collection") => {
  const parent = await world.collection()
  const sibling =
    kind === "space"
      ? await world.space({ parent: parent as never })
      : await world.collection({ parent: parent as never })
  return { parent, sibling }
}

const moveOf = async (world: World, kind: "space" | "collection", side: "before" | "after"): Promise<Seed> => {
  const { parent, sibling } = await neighbour(world, kind)
  const other = kind === "space" ? "collection" : "space"
  return {
    body: { parent, position: { [side]: { type: kind, [kind]: sibling } } },
    nullable: ["parent"],
    nonsense: {
      parent: ids,
      position: [{}, { before: { type: kind, [kind]: sibling }, after: { type: kind, [kind]: sibling } }],
      [`position.${side}.type`]: ["", other, "page"],
      [`position.${side}.${kind}`]: ids
    }
  }
}

const transferTo = (world: World): Seed => ({ body: { organization: world.other }, nonsense: { organization: ids } })

const importOf = (world: World, source: string, file: string): Seed => ({
  body: { url: `${world.sourceUrl}/${file}`, source },
  nonsense: { url: webAddresses, source: ["", "zip ", "notion", "quip", "exe"] }
})

/** For each endpoint with a body: targets and bodies that it accepts. */
export const seeds: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  createSpace: async (world) => [
    {
      path: { organizationId: world.organization },
      body: { title: "T", emoji: "🚀", parent: await world.collection(), editMode: "live", private: true },
      nonsense: { emoji: emojis, parent: ids, editMode: ["", "LIVE", "open"], template: ["x"], computedSource: [{}] }
    }
  ],
  updateSpace: async (world) => [
    {
      path: { spaceId: await world.space() },
      body: { title: "T", emoji: "🚀", editMode: "live", defaultLevel: "read" },
      nullable: ["emoji", "icon", "defaultLevel"],
      nonsense: {
        emoji: emojis,
        editMode: ["", "LIVE"],
        defaultLevel: levels,
        icon: [...webAddresses, "https://docs.test"]
      }
    },
    {
      path: { spaceId: await world.space() },
      body: { icon: "https://docs.test/icon.png" },
      nullable: ["emoji", "icon", "defaultLevel"],
      ignored: ["title", "editMode"],
      nonsense: { icon: webAddresses }
    }
  ],
  moveSpace: async (world) => [
    { path: { spaceId: await world.space() }, ...(await moveOf(world, "space", "before")) },
    { path: { spaceId: await world.space() }, ...(await moveOf(world, "collection", "after")) }
  ],
  transferSpace: async (world) => [{ path: { spaceId: await world.space() }, ...transferTo(world) }],
  createCollection: async (world) => [
    {
      path: { organizationId: world.organization },
      body: { title: "T", parent: await world.collection() },
      nonsense: { parent: ids }
    }
  ],
  updateCollection: async (world) => [
    {
      path: { collectionId: await world.collection() },
      body: { title: "T", description: "d", defaultLevel: "edit" },
      nullable: ["defaultLevel"],
      nonsense: { defaultLevel: levels }
    }
  ],
  moveCollection: async (world) => [
    { path: { collectionId: await world.collection() }, ...(await moveOf(world, "space", "after")) },
    { path: { collectionId: await world.collection() }, ...(await moveOf(world, "collection", "before")) }
  ],
  transferCollection: async (world) => [{ path: { collectionId: await world.collection() }, ...transferTo(world) }],
  createOrganization: async () => [
    {
      body: { title: "Acme", emailDomains: ["acme.test", "docs.acme.test"], type: "business", useCase: "notes" },
      nonsense: {
        title: ["", "a", " a "],
        emailDomains: [["gmail.com"], ["a b"], ["acme"], [""], ["-.test"], ["acme.test", "x@acme.test"]],
        type: ["", "Business"],
        useCase: ["", "x"]
      }
    }
  ],
  updateOrganization: async (world) => [
    {
      path: { organizationId: world.organization },
      body: {
        title: "Acme",
        emailDomains: ["acme.test"],
        hostname: `host-${world.organization.slice(-16)}`,
        defaultRole: "read",
        logo: "https://acme.test/logo.png",
        sso: false,
        ai: true,
        inviteLinks: false
      },
      nullable: ["defaultRole", "defaultContent", "logo"],
      nonsense: {
        title: ["", "a"],
        emailDomains: [["gmail.com"], ["acme"]],
        hostname: ["", "ab", "-ab", "ab-", "Abc", "a_b", "a.b", "x".repeat(33)],
        defaultRole: ["", "guest", "inherit", "owner"],
        defaultContent: [{}, { type: "site" }, { type: "site", site: nothing }, { type: "space", site: "x" }],
        logo: webAddresses
      }
    }
  ],
  putSearchSynonyms: async ({ organization }) => [
    {
      path: { organizationId: organization },
      body: {
        groups: [
          ["sso", "single sign-on"],
          ["k8s", "kubernetes"]
        ]
      },
      nonsense: {
        groups: ["x", [["one"]], [["gnu", "gnat", "Gnu"]]],
        "groups.0": [[], ["one"], ["one", "two", "one"]],
        "groups.0.0": ["", " ", "!", "k8s", "Single sign on", "x".repeat(65), "a b c d e f g h i", "a\nb"]
      }
    }
  ],
  importContent: async (world) => [{ path: { spaceId: await world.space() }, ...importOf(world, "zip", "docs.zip") }],
  importContentIntoPage: async (world) => {
    const { page, space } = await world.book()
    return [{ path: { spaceId: space, pageId: page }, ...importOf(world, "markdown", "guide.md") }]
  },
  updateUser: async (world) => [
    {
      path: { userId: world.people.admin.id },
      body: { displayName: "Admin", photoURL: "https://acme.test/me.png" },
      nullable: ["photoURL"],
      nonsense: { displayName: ["", "  "], photoURL: webAddresses }
    }
  ],

  ...changeRequests,
  ...imports,
  ...comments,
  ...computations,
  ...customFields,
  ...lookups,
  ...members,
  ...integrations,
  ...developments,
  ...openApiSpecs,
  ...samlProviders,
  ...webhooks,
  ...translations,
  ...grants,
  ...components,
  ...installations,
  ...invites,
  ...reviews,
  ...access,
  ...tokens,
  ...sites,
  ...siteScripts,
  ...siteSettings,
  ...siteStructure,
  ...hostnames,
  ...teams
}
