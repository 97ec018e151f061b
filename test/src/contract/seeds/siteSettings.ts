import { redirect, shareLink, sited } from "../scenarios/siteSettings.ts"
import type { Aimed } from "../seeds.ts"
import type { World } from "../world.ts"

const colors = { light: "#fff", dark: "#000000" }
const link = { title: "Status", to: { kind: "url", url: "https://acme.test/status" } }
const settings = {
  title: "Handbook",
  styling: { theme: "bold", primaryColor: colors, font: "Lato", sidebar: { list: "pill" } },
  internationalization: { locale: "de" },
  favicon: { emoji: "1f680" },
  header: { links: [{ title: "More", to: null, links: [link], condition: "visitor.claims.beta" }] },
  footer: { groups: [{ title: "About", links: [link] }], copyright: "Acme" },
  announcement: { enabled: true, message: "News", style: "info", link },
  ai: { mode: "none", pageLinkSummaries: { enabled: false } },
  privacyPolicy: { url: "https://acme.test/privacy" }
}
const wrong = {
  title: ["", "x", "x".repeat(129)],
  styling: [{ theme: "loud" }, { primaryColor: { light: "red", dark: "#000" } }, { font: "Comic" }, { other: 1 }],
  favicon: [{ emoji: "x" }, { icon: {} }],
  header: [{ links: [{ title: "a", to: null, links: [], condition: "let" }] }],
  privacyPolicy: [{ url: "javascript:alert(1)" }, { url: "x" }]
}
/** Addresses of links, which may be relative. */
const targets = ["header.links.0.links.0.to.url", "footer.groups.0.links.0.to.url", "announcement.link.to.url"]

/** For each endpoint below a site that takes a body: targets and bodies that it accepts. */
export const siteSettings: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  updateSiteCustomizationById: async (world) => [
    {
      path: (await sited(world)).path,
      body: settings,
      nullable: ["header.links.0.to"],
      prose: ["header.links.0.condition", ...targets],
      nonsense: wrong
    }
  ],
  overrideSiteSpaceCustomizationById: async (world) => {
    const { path, siteSpaceId } = await sited(world)
    return [
      {
        path: { ...path, siteSpaceId },
        body: { title: "Guide", favicon: {}, announcement: settings.announcement },
        nullable: ["title", "favicon", "announcement"],
        prose: targets,
        nonsense: { title: wrong.title, favicon: wrong.favicon }
      }
    ]
  },
  createSiteRedirect: async (world) => {
    const { destination, path } = await sited(world)
    return [
      {
        path,
        body: { source: "/old", destination },
        nonsense: {
          source: ["", "old", "/", "/~x", "/a?b", "/a#b", "/%zz", "/../a", `/${"x".repeat(512)}`],
          destination: [{}, { kind: "url", url: "https://acme.test" }, { kind: "site-space" }]
        }
      }
    ]
  },
  bulkUpsertSiteRedirects: async (world) => {
    const { destination, path } = await sited(world)
    const entry = { source: "/old", destination }
    return [{ path, body: { redirects: [entry] }, nonsense: { redirects: [[], [entry, entry], [{}]] } }]
  },
  updateSiteRedirectById: async (world) => {
    const { destination, path } = await redirect(world)
    return [
      { path, body: { source: "/older", destination }, nonsense: { source: ["", "old", "/"], destination: [{}] } }
    ]
  },
  createSiteShareLink: async (world) => [
    { path: (await sited(world)).path, body: { name: "Partners" }, nonsense: { name: ["x".repeat(51), "a\nb"] } }
  ],
  updateSiteShareLinkById: async (world) => [
    { path: await shareLink(world), body: { name: "Partners", active: false }, nonsense: { name: ["x".repeat(51)] } }
  ],
  updateSitePublishingAuthById: async (world) => [
    {
      path: (await sited(world)).path,
      body: { backend: "integration", fallbackURL: "https://acme.test/sign-in" },
      nullable: ["fallbackURL"],
      nonsense: { backend: ["", "Custom"], fallbackURL: ["", "x", "javascript:alert(1)"] }
    }
  ]
}
