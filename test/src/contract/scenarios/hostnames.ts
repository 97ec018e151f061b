import { CustomHostname, DnsResolver } from "@quire/core"
import { baseUrl, dnsTexts } from "../../support/engine.ts"
import { nothing } from "../nothing.ts"
import { newNumber } from "../numbers.ts"
import type { Make, Scenario } from "../scenarios.ts"
import { site as makeSite } from "../sites.ts"
import type { World } from "../world.ts"

const administering = { by: "admin", refused: { who: "creator", status: 403 } } as const
const viewing = { by: "reader", refused: { who: "guest", status: 404 } } as const

/** A hostname that is not registered. */
export const unknown = { hostname: "nothing.example.com" }

const newHostname = ({ domain }: World) => `docs-${newNumber()}.${domain}`

const at = (hostname: string) => `/v1/custom-hostnames/${hostname}`

/** A hostname that is to be registered for a site, a new one if none is named. */
export const wanted = async (world: World, siteId?: string) => {
  const site = siteId ?? (await makeSite(world)).siteId
  const hostname = newHostname(world)
  return { hostname, path: { hostname, siteId: site }, body: { target: { type: "site", site } } }
}

/** A hostname that was registered for a new site. */
const registered = async (world: World) => {
  const { body, hostname, path } = await wanted(world)
  const { json } = await world.send("admin", "POST", at(hostname), { body })
  const { name, value } = json["verification"] as { readonly name: string; readonly value: string }
  return { hostname, path, prove: (...texts: ReadonlyArray<string>) => void dnsTexts.set(name, [...texts, value]) }
}

const ofRegistered: Make = async (world) => ({ path: (await registered(world)).path })

const ofProven: Make = async (world) => {
  const { path, prove } = await registered(world)
  prove()
  return { path }
}

const ofVerified: Make = async (world) => {
  const { hostname, path, prove } = await registered(world)
  prove("v=spf1 -all")
  await world.send("admin", "PATCH", at(hostname))
  return { path }
}

/** A hostname that was registered, and more texts than are read. */
const ofUnreadable: Make = async (world) => {
  const { path, prove } = await registered(world)
  prove(...Array.from({ length: DnsResolver.limits.texts }, (_, number) => `text ${number}`))
  return { path }
}

/** A site with as many hostnames as it may have. */
const ofFull: Make = async (world) => {
  const { siteId } = await makeSite(world)
  for (let count = 0; count < CustomHostname.limits.hostnamesPerSite; count++) {
    const { body, hostname } = await wanted(world, siteId)
    await world.send("admin", "POST", at(hostname), { body })
  }
  return wanted(world, siteId)
}

const ofName =
  (hostname: string): Make =>
  async (world) => {
    const { body, path } = await wanted(world)
    return { path: { ...path, hostname }, body }
  }

/** A hostname of the organization itself. */
const named: Make = async (world) => {
  const subdomain = `sub-${world.organization.slice(-20).toLowerCase()}`
  await world.send("admin", "PATCH", `/v1/orgs/${world.organization}`, { body: { hostname: subdomain } })
  return { path: { subdomain } }
}

export const hostnames: Readonly<Record<string, Scenario>> = {
  getCustomHostname: { ...viewing, unknown, calls: { 200: ofVerified } },
  setupCustomHostname: {
    ...administering,
    event: "customHostnames.create",
    free: ["hostname"],
    strangers: 400,
    calls: { 201: wanted },
    idle: [
      { status: 400, call: ofName("localhost") },
      { status: 400, call: ofName(new URL(baseUrl).hostname) },
      {
        status: 400,
        call: async (world) => ({ ...(await wanted(world)), body: { target: { type: "site", site: nothing } } })
      },
      {
        status: 409,
        call: async (world) => {
          const { hostname } = await registered(world)
          return ofName(hostname.toUpperCase())(world)
        }
      },
      { status: 422, call: ofFull }
    ]
  },
  dnsRevalidateCustomHostname: {
    ...administering,
    unknown,
    event: "customHostnames.verify",
    calls: { 204: ofProven },
    idle: [
      { status: 204, call: ofVerified },
      { status: 412, call: ofRegistered },
      { status: 422, call: ofUnreadable }
    ]
  },
  removeCustomHostname: {
    ...administering,
    unknown,
    event: "customHostnames.delete",
    calls: { 204: async (world) => ({ path: { ...(await wanted(world)).path, ...unknown } }), 205: ofVerified }
  },
  getSubdomain: { by: "guest", refused: { who: "stranger", status: 404 }, calls: { 200: named } }
}
