import { AdaptiveSchemas, type PublishingAuth, PublishingAuths, type SamlProvider } from "@quire/core"
import { Effect } from "effect"
import type { Answer } from "../published/reader.ts"
import * as Stage from "../published/stage.ts"
import { makeKeys } from "./certificates.ts"
import * as Idp from "./idp.ts"
import * as Hall from "./samlServer.ts"

export const keys = makeKeys()

/** A site whose visitors a provider signs in. */
export interface Visited extends Stage.Served {
  readonly provider: SamlProvider.SamlProviderView
  readonly service: Idp.Service
}

export const schema = {
  type: "object",
  properties: {
    plan: { type: "string", enum: ["free", "team"] },
    groups: { type: "array", items: { type: "string" } }
  },
  additionalProperties: false
} as const

export const setAuth = (
  stage: Stage.Stage,
  site: Pick<Stage.Served, "admin" | "organization" | "site">,
  changes: PublishingAuth.Patch
) =>
  Stage.asAdmin(
    stage,
    site
  )(
    Effect.flatMap(PublishingAuths.PublishingAuths, (auths) =>
      auths.update(site.organization, site.site, changes)
    ).pipe(Effect.orDie)
  )

export const makeProvider = (
  stage: Stage.Stage,
  site: Stage.Served,
  more?: Partial<SamlProvider.Create>
): Promise<SamlProvider.SamlProviderView> => stage.api.run(Hall.makeProvider(site, keys.certificate, more))

export const open = async (stage: Stage.Stage, changes: PublishingAuth.Patch = {}): Promise<Visited> => {
  const site = await Stage.site(stage)
  const provider = await makeProvider(stage, site)
  await Stage.update(stage, site, { visibility: "visitor-auth", adaptiveContent: { enabled: true } })
  await Stage.asAdmin(
    stage,
    site
  )(
    Effect.flatMap(AdaptiveSchemas.AdaptiveSchemas, (schemas) =>
      schemas.update(site.organization, site.site, { jsonSchema: schema })
    ).pipe(Effect.orDie)
  )
  await setAuth(stage, site, {
    provider: provider.id,
    claims: { tier: "plan", memberOf: "groups", mail: "email" },
    ...changes
  })
  return { ...site, provider, service: Hall.serviceOf(provider, site) }
}

/** Path and query of an address of the server. */
export const pathOf = (address: string | null | undefined): string => {
  const { pathname, search } = new URL(address ?? "")
  return `${pathname}${search}`
}

/** What the start of a provider answers about a site. */
export const begin = (stage: Stage.Stage, provider: string, site: string, location = "/") =>
  stage.ask(`/v1/saml/${provider}/start?${new URLSearchParams({ site, location })}`)

/** The cookies of the browsers that began visits, by their requests. */
const browsers = new Map<string, string>()

/** The request that a browser was sent on with, whose cookie is kept. */
export const note = ({ headers }: Pick<Answer, "headers">): string => {
  const request = Hall.requestIn(headers["location"] ?? "")
  browsers.set(request, headers["set-cookie"]?.split(";")[0] ?? "")
  return request
}

/** The cookie of the browser that began a visit. */
export const cookieOf = (request: string): string => browsers.get(request) ?? ""

/** Asks for a page, is sent to the provider, and answers the id of the request. */
export const knock = async (stage: Stage.Stage, { mount }: Pick<Stage.Served, "mount">, path = "") => {
  const sent = await stage.ask(`${mount}${path}`)
  const begun = await stage.ask(pathOf(sent.headers["location"]))
  return note(begun)
}

/** Sends what the provider has the browser send; a form of another site, which brings no cookie. */
export const postForm = (stage: Stage.Stage, provider: string, SAMLResponse: string, query = "") =>
  fetch(`${stage.url}/v1/saml/${provider}/acs${query}`, {
    method: "POST",
    body: new URLSearchParams({ SAMLResponse }),
    redirect: "manual"
  })

/** The same, and goes on to the end of the visit, if one was opened, in the browser that began it. */
export const post = async (stage: Stage.Stage, provider: string, SAMLResponse: string, query = "") => {
  const accepted = await postForm(stage, provider, SAMLResponse, query)
  const location = accepted.headers.get("location") ?? ""
  if (!location.includes("/visit?")) return accepted
  const [, request = ""] = /InResponseTo="([^"]+)"/.exec(Buffer.from(SAMLResponse, "base64").toString()) ?? []
  return fetch(`${stage.url}${pathOf(location)}`, { headers: { cookie: cookieOf(request) }, redirect: "manual" })
}

/** Answers a request as an honest provider does. */
export const answer = (
  stage: Stage.Stage,
  { provider, service }: Pick<Visited, "provider" | "service">,
  inResponseTo: string | undefined,
  wishes: Idp.Wishes = {}
) => post(stage, provider.id, Idp.honest(service, keys, Date.now(), { inResponseTo, ...wishes }))

/** Signs in from a page to that page; answers where it lands, the cookie and its token. */
export const enter = async (stage: Stage.Stage, site: Visited, path: string, attributes: Idp.Wishes["attributes"]) => {
  const accepted = await answer(stage, site, await knock(stage, site, path), attributes && { attributes })
  const landing = accepted.headers.get("location") ?? ""
  const settled = await stage.ask(pathOf(landing))
  const token = new URL(landing).searchParams.get("jwt_token") ?? ""
  return {
    accepted,
    landing,
    settled,
    token,
    /** Reads with the cookie alone. */
    read: (at: string, headers: Readonly<Record<string, string>> = {}) =>
      stage.ask(`${site.mount}${at}`, { headers: { ...headers, cookie: `quire-visitor-token=${token}` } })
  }
}

export const payloadOf = (token: string): { readonly [claim: string]: unknown } =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString())
