import { SiteStructure, SiteStructures } from "@quire/core/internal"
import { Effect } from "effect"
import { nothing } from "../nothing.ts"
import type { Make, Scenario } from "../scenarios.ts"
import { site as makeSite } from "../sites.ts"
import type { World } from "../world.ts"

const administering = { by: "admin", refused: { who: "creator", status: 403 } } as const
const viewing = { by: "reader", refused: { who: "guest", status: 404 } } as const

/** A new site with the path of its first site-space, and a destination there. */
export const sited = async (world: World, isPublished = false) => {
  const { organizationId, siteId } = await makeSite(world, isPublished)
  const siteSpaceId = await world.api.run(
    Effect.flatMap(SiteStructures.SiteStructures, (structures) =>
      Effect.map(structures.load(siteId), ({ value }) => String(SiteStructure.listSiteSpaces(value)[0]?.siteSpace.id))
    )
  )
  return {
    path: { organizationId, siteId },
    siteSpaceId,
    url: `/v1/orgs/${organizationId}/sites/${siteId}`,
    destination: { kind: "site-space", siteSpaceId }
  }
}

const ofSite =
  (body?: unknown, query?: string): Make =>
  async (world) => ({ path: (await sited(world)).path, body, ...(query === undefined ? {} : { query }) })

const ofSiteSpace =
  (body?: unknown, own?: unknown): Make =>
  async (world) => {
    const { path, siteSpaceId, url } = await sited(world)
    if (own !== undefined) {
      await world.send("admin", "PATCH", `${url}/site-spaces/${siteSpaceId}/customization`, { body: own })
    }
    return { path: { ...path, siteSpaceId }, body }
  }

/** A new redirect of a new site. */
export const redirect = async (world: World, source = "/old") => {
  const { destination, path, url } = await sited(world)
  const { json } = await world.send("admin", "POST", `${url}/redirects`, { body: { source, destination } })
  return { path: { ...path, siteRedirectId: String(json.id) }, site: path, destination, url }
}

const ofRedirect =
  (body?: unknown): Make =>
  async (world) => ({ path: (await redirect(world)).path, body })

/** A new share link of a new site. */
export const shareLink = async (world: World) => {
  const { path, url } = await sited(world, true)
  const { json } = await world.send("admin", "POST", `${url}/share-links`, { body: { name: "Partners" } })
  return { ...path, shareLinkId: String(json.id) }
}

const ofShareLink =
  (body?: unknown): Make =>
  async (world) => ({ path: await shareLink(world), body })

const customization: Readonly<Record<string, Scenario>> = {
  getSiteCustomizationById: { ...viewing, calls: { 200: ofSite() } },
  updateSiteCustomizationById: {
    ...administering,
    event: "siteCustomizations.update",
    calls: { 200: ofSite({ title: "Handbook", styling: { theme: "bold" } }) },
    idle: [{ status: 200, call: ofSite({}) }]
  },
  getSiteSpaceCustomizationById: { ...viewing, calls: { 200: ofSiteSpace() } },
  overrideSiteSpaceCustomizationById: {
    ...administering,
    event: "siteCustomizations.update",
    calls: { 200: ofSiteSpace({ title: "Guide", pdf: { enabled: false } }) },
    idle: [
      { status: 200, call: ofSiteSpace({ title: null }) },
      { status: 200, call: ofSiteSpace({ title: "Guide" }, { title: "Guide" }) }
    ]
  },
  deleteSiteSpaceCustomizationById: {
    ...administering,
    event: "siteCustomizations.update",
    calls: { 204: ofSiteSpace(), 205: ofSiteSpace(undefined, { title: "Guide" }) }
  }
}

const redirects: Readonly<Record<string, Scenario>> = {
  listSiteRedirects: {
    ...viewing,
    calls: { 200: async (world) => ({ path: (await redirect(world)).site }) },
    items: async (world, count) => {
      const { destination, path, url } = await sited(world)
      const body = { redirects: Array.from({ length: count }, (_, at) => ({ source: `/${at}`, destination })) }
      await world.send("admin", "PUT", `${url}/redirects`, { body })
      return [{ path }]
    }
  },
  createSiteRedirect: {
    ...administering,
    event: "siteRedirects.create",
    calls: {
      201: async (world) => {
        const { destination, path } = await sited(world)
        return { path, body: { source: "/Old%20guide/", destination } }
      }
    },
    idle: [
      { status: 400, call: ofSite({ source: "/a", destination: { kind: "site-space", siteSpaceId: nothing } }) },
      { status: 400, call: ofSite({ source: "/a", destination: { kind: "site-section", siteSectionId: nothing } }) },
      {
        status: 409,
        call: async (world) => {
          const { destination, site } = await redirect(world, "/taken")
          return { path: site, body: { source: "/TAKEN/", destination } }
        }
      }
    ]
  },
  bulkUpsertSiteRedirects: {
    ...administering,
    event: "siteRedirects.update",
    calls: {
      200: async (world) => {
        const { destination, site } = await redirect(world, "/old")
        return { path: site, body: { redirects: ["/old", "/new"].map((source) => ({ source, destination })) } }
      }
    },
    idle: [
      {
        status: 200,
        call: async (world) => {
          const { destination, site } = await redirect(world, "/old")
          return { path: site, body: { redirects: [{ source: "/Old", destination }] } }
        }
      },
      {
        status: 400,
        call: ofSite({ redirects: [{ source: "/a", destination: { kind: "site-space", siteSpaceId: nothing } }] })
      }
    ]
  },
  getSiteRedirectById: { ...viewing, calls: { 200: ofRedirect() } },
  updateSiteRedirectById: {
    ...administering,
    event: "siteRedirects.update",
    calls: { 200: ofRedirect({ source: "/older" }) },
    idle: [
      { status: 200, call: ofRedirect({ source: "/OLD/" }) },
      { status: 400, call: ofRedirect({ destination: { kind: "site-space", siteSpaceId: nothing } }) },
      {
        status: 409,
        call: async (world) => {
          const { destination, path, url } = await redirect(world)
          await world.send("admin", "POST", `${url}/redirects`, { body: { source: "/taken", destination } })
          return { path, body: { source: "/taken" } }
        }
      }
    ]
  },
  deleteSiteRedirectById: {
    ...administering,
    event: "siteRedirects.delete",
    calls: {
      204: async (world) => ({ path: { ...(await sited(world)).path, siteRedirectId: nothing } }),
      205: ofRedirect()
    }
  },
  getSiteRedirectBySource: {
    ...viewing,
    calls: { 200: async (world) => ({ path: (await redirect(world)).site, query: "source=/OLD/" }) }
  }
}

const readers: Readonly<Record<string, Scenario>> = {
  listSiteShareLinks: {
    ...viewing,
    calls: { 200: ofShareLink() },
    items: async (world, count) => {
      const { path, url } = await sited(world)
      for (let at = 0; at < count; at++) {
        await world.send("admin", "POST", `${url}/share-links`, { body: { name: `Link ${at}` } })
      }
      return [{ path }]
    }
  },
  createSiteShareLink: {
    ...administering,
    event: "shareLinks.create",
    calls: { 201: ofSite({ name: "Partners" }) }
  },
  getSiteShareLinkById: { ...viewing, calls: { 200: ofShareLink() } },
  updateSiteShareLinkById: {
    ...administering,
    event: "shareLinks.update",
    calls: { 200: ofShareLink({ active: false }) },
    idle: [{ status: 200, call: ofShareLink({ name: "Partners", active: true }) }]
  },
  deleteSiteShareLinkById: {
    ...administering,
    event: "shareLinks.delete",
    calls: {
      204: async (world) => ({ path: { ...(await sited(world)).path, shareLinkId: nothing } }),
      205: ofShareLink()
    }
  },
  getSitePublishingAuthById: { ...administering, calls: { 200: ofSite() } },
  updateSitePublishingAuthById: {
    ...administering,
    event: "publishingAuths.update",
    calls: { 200: ofSite({ backend: "custom", fallbackURL: "https://acme.test/sign-in" }) },
    idle: [{ status: 200, call: ofSite({ backend: "custom", fallbackURL: null }) }]
  },
  regenerateSitePublishingAuthById: {
    ...administering,
    event: "publishingAuths.update",
    calls: { 200: ofSite() }
  }
}

export const siteSettings: Readonly<Record<string, Scenario>> = { ...customization, ...redirects, ...readers }
