import { ApiTokens } from "@quire/core"
import { Rounds } from "@quire/testing"
import { Effect } from "effect"
import * as fc from "fast-check"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { endpoints, target } from "../contract/endpoints.ts"
import { mutants } from "../contract/mutants.ts"
import { certificate } from "../contract/scenarios/samlProviders.ts"
import * as Sessions from "../contract/scenarios/sessions.ts"
import type { Call } from "../contract/scenarios.ts"
import { seeds } from "../contract/seeds.ts"
import { asSystem } from "../support/engine.ts"
import type { Answer, Content } from "../support/server.ts"
import type * as Cast from "./principals.ts"
import { everyFieldName, parts } from "./schemas.ts"
import * as Stage from "./stage.ts"

const timeout = 1_800_000

/** Who may read a canary: anybody in the organization, those who may see its people, those who may read its content. */
type Audience = "member" | "people" | "content" | "admin"

const letters = (number: number) =>
  Array.from({ length: 6 }, (_, at) => String.fromCodePoint(97 + (Math.floor((number * 7919) / 26 ** at) % 26))).join(
    ""
  )

interface Nest {
  readonly canaries: ReadonlyMap<string, Audience>
  /** Ids of what the canaries are in, by path parameter. */
  readonly ids: Readonly<Record<string, string>>
  /** A space that the guest may edit. */
  readonly guestSpace: string
}

const list = (json: Content, field: string) => json[field] as ReadonlyArray<string>

/** Fills the organization of a stage with words that occur nowhere else. */
const filled = async ({ cast, world }: Stage.Stage): Promise<Nest> => {
  const canaries = new Map<string, Audience>()
  const canary = (audience: Audience) => {
    const word = `zq${letters(canaries.size + 1)}`
    canaries.set(word, audience)
    return word
  }
  const send = async (method: string, path: string, body?: unknown, token = cast.admin.token) => {
    const answer = await world.api.send(method, path, { token, body })
    assert.isBelow(answer.status, 300, `${method} ${path}: ${answer.text} ${world.api.failures.at(-1) ?? ""}`)
    return answer.json
  }
  const inside = canary("content")
  const org = `/v1/orgs/${world.organization}`
  await send("PATCH", org, {
    hostname: canary("member"),
    logo: `https://logos.test/${canary("member")}.png`,
    emailDomains: [`${canary("member")}.test`],
    inviteLinks: true
  })
  const collection = await send("POST", `${org}/collections`, { title: canary("content") })
  await send("PATCH", `/v1/collections/${collection.id}`, { description: canary("content") })
  const space = await send("POST", `${org}/spaces`, {
    title: canary("content"),
    parent: collection.id,
    editMode: "live"
  })
  const at = `/v1/spaces/${space.id}`
  await send("PATCH", at, { icon: `https://icons.test/${canary("content")}.png` })
  const text = (words = canary("content")) => ({
    markdown: `# ${canary("content")}\n\n${words} and ${canary("content")}.`
  })
  const edited = await send("POST", `${at}/content`, {
    changes: [
      {
        operation: "insert_page",
        title: inside,
        description: canary("content"),
        document: text(),
        slug: canary("content")
      },
      { operation: "insert_reusable_content", title: canary("content") },
      { operation: "insert_files", files: [{ name: `${canary("content")}.txt`, base64: btoa("hello") }] },
      {
        operation: "insert_page",
        type: "link",
        title: canary("content"),
        target: { kind: "url", url: `https://${canary("content")}.test/` }
      }
    ]
  })
  const [page] = (await send("GET", `${at}/content/pages`))["pages"] as ReadonlyArray<
    Content & { path: string; documentId: string }
  >
  const request = await send("POST", `${at}/change-requests`, { subject: canary("content") }, cast.creator.token)
  const asked = `${at}/change-requests/${request.id}`
  await send("POST", `${asked}/content`, {
    changes: [{ operation: "insert_page", title: canary("content"), document: text() }]
  })
  const say = async (where: string) => {
    const comment = await send("POST", `${where}/comments`, { body: { markdown: canary("content") }, page: page?.id })
    const reply = await send("POST", `${where}/comments/${comment.id}/replies`, {
      body: { markdown: canary("content") }
    })
    return { commentId: comment.id, commentReplyId: reply.id }
  }
  await say(at)
  const comment = await say(asked)
  const review = await send("POST", `${asked}/reviews`, {
    status: "approved",
    comment: { markdown: canary("content") }
  })
  const rule = (audience: Audience) => ({
    kind: "expression",
    expression: `changeRequest.subject !== '${canary(audience)}'`,
    message: canary(audience)
  })
  await send("PUT", `${at}/merge-rules`, { mode: "custom", rules: [rule("content")] })
  await send("PUT", `${org}/merge-rules`, { rules: [rule("member")] })
  await send("PUT", `${org}/search/synonyms`, { groups: [[canary("member"), canary("member")]] })
  const named = {
    name: `f-${canary("member")}`,
    type: "select:single",
    title: canary("member"),
    description: canary("member"),
    placeholder: canary("member"),
    options: [canary("member")]
  }
  const fieldName = String((await send("POST", `${org}/custom-fields`, named))["name"])
  const noted = { name: `n-${canary("member")}`, type: "text" }
  await send("POST", `${org}/custom-fields`, noted)
  await send("PATCH", `${at}/custom-fields`, {
    values: { [noted.name]: { value: canary("content") } }
  })
  const described = await send("POST", `${org}/openapi`, {
    slug: canary("people"),
    source: { url: `https://${canary("people")}.test/openapi.json` }
  })
  const provider = await send("POST", `${org}/saml`, {
    label: "Acme",
    ssoURL: `https://${canary("admin")}.test/sso`,
    entityID: canary("admin"),
    certificate
  })
  const clientSecret = "zq".repeat(22)
  canaries.set(clientSecret, "admin")
  await send("POST", `${org}/saml`, {
    type: "oidc",
    label: "Acme",
    issuer: `https://${canary("admin")}.test`,
    clientId: canary("admin"),
    clientSecret
  })
  const webhook = await send("POST", `${org}/webhooks`, {
    url: `https://hooks.test/${canary("admin")}`,
    description: canary("admin")
  })
  canaries.set(String(webhook["secret"]), "admin")
  const translated = await send("POST", `${org}/translations`, {
    title: canary("people"),
    source: { space: space.id, language: "en" }
  })
  const into = await send("POST", `${org}/spaces`, { title: canary("content"), parent: collection.id })
  await send("PUT", `${org}/translations/${translated.id}/languages/fr`, {
    instructions: canary("people"),
    space: into.id
  })
  await send("PUT", `${org}/translations-glossary`, {
    operations: [{ type: "insert", translations: { en: canary("people") } }]
  })
  const [term] = (await send("GET", `${org}/translations-glossary`)).items as ReadonlyArray<{ readonly id: string }>
  const address = `invitee@${canary("people")}.test`
  const invited = await send("POST", `${org}/invites`, { emails: [address], role: "read" })
  const userId = list(invited, "users")[0] ?? ""
  await send(
    "PATCH",
    `/v1/users/${cast.bystander}`,
    { displayName: canary("member"), photoURL: `https://p.test/${canary("member")}.png` },
    await tokenOf(world, cast.bystander)
  )
  const team = await send("PUT", `${org}/teams`, { title: canary("people"), members: [cast.bystander] })
  await send("POST", `${at}/permissions`, { teams: [team.id], users: [userId], role: "edit" })
  const link = await send("POST", `${org}/link-invites`, { role: "read" })
  canaries.set(link.id, "admin")
  const contentLink = await send("POST", `${org}/link-invites`, { level: "read", space: space.id })
  canaries.set(contentLink.id, "admin")
  const made = await send("POST", "/v1/user/tokens", { label: canary("admin") })
  canaries.set(String(made["token"]), "admin")
  const browser = await Sessions.made(world, "admin", `${canary("admin")} 1.0`)
  const integrationSecret = "zi".repeat(22)
  canaries.set(integrationSecret, "admin")
  const integrationName = `tool-${world.organization}`
  await send("POST", `/v1/integrations/${integrationName}`, {
    organization: world.organization,
    title: canary("people"),
    description: canary("people"),
    script: `export default ${integrationSecret}`,
    scopes: [],
    secrets: { KEY: integrationSecret },
    configurations: { account: { properties: { key: { type: "string", title: canary("people") } } } },
    blocks: [{ id: "block", title: canary("people") }]
  })
  const installations = `/v1/integrations/${integrationName}/installations`
  const installed = await send("POST", installations, { organization: world.organization })
  await send("PATCH", `${installations}/${installed.id}`, {
    configuration: { key: canary("people") },
    externalIds: [canary("people")],
    space_selection: "all"
  })
  const guestSpace = await world.space({ editMode: "live" })
  await send("POST", `/v1/spaces/${guestSpace}/permissions`, { users: [cast.guest.id], role: "create" })
  const files = (await send("GET", `${at}/content/files`)).items as ReadonlyArray<{ readonly id: string }>
  return {
    canaries,
    guestSpace,
    ids: {
      organizationId: world.organization,
      collectionId: collection.id,
      spaceId: space.id,
      pageId: page?.id ?? "",
      pagePath: page?.path ?? "",
      documentId: page?.documentId ?? "",
      fileId: files[0]?.id ?? "",
      reusableContentId: list(edited, "insertedReusableContents")[0] ?? "",
      revisionId: String(edited.revision),
      changeRequestId: request.id,
      ...comment,
      reviewId: review.id,
      teamId: team.id,
      fieldName,
      specSlug: String(described["slug"]),
      samlProviderId: provider.id,
      webhookId: webhook.id,
      translationSettingsId: translated.id,
      language: "fr",
      glossaryEntryId: term?.id ?? "",
      tokenId: made.id,
      ...browser,
      integrationName,
      installationId: installed.id,
      emailDomain: world.domain,
      userId: cast.bystander
    }
  }
}

const tokenOf = async (world: Stage.Stage["world"], user: Cast.Cast["bystander"]) => {
  const made = Effect.flatMap(ApiTokens.ApiTokens, (tokens) => tokens.create(user, { label: "bystander" }))
  return (await world.api.run(Effect.orDie(asSystem(made)))).token
}

const decoded = (text: string): string => {
  try {
    return atob(text.replaceAll("-", "+").replaceAll("_", "/"))
  } catch {
    return ""
  }
}

/** An answer with its headers, and everything in it that is base64url, read. */
const whole = ({ headers, text }: Answer): string => {
  const said = [text, ...Array.from(headers, ([name, value]) => `${name}: ${value}`)].join("\n")
  return [said, ...(said.match(/[\w-]{16,}/g) ?? []).map(decoded)].join("\n").toLowerCase()
}

const blind: Readonly<Record<Audience, boolean>> = { member: true, people: true, content: true, admin: true }

/** What each of those who try may not see. The guest is in the organization. */
const outsiders: Readonly<Partial<Record<Cast.Principal, Readonly<Record<Audience, boolean>>>>> = {
  foreigner: blind,
  stranger: blind,
  disabled: blind,
  anonymous: blind,
  revoked: blind,
  contentToken: blind,
  guest: { ...blind, member: false }
}

const names = Object.keys(outsiders) as ReadonlyArray<Cast.Principal>

/** A reader of a published site knows its address, and the hostname of the organization in it. */
const published = /\/sites\/[^/"]+\//g

/** Names of query parameters that hold words or ids. */
const queries = [
  "query",
  "search",
  "title",
  "owner",
  "contributor",
  "creator",
  "targetPage",
  "space",
  "collection",
  "user"
]

describe.each(Stage.stores)("data of an organization on %s, requested by callers outside of it", (store, open) => {
  let stage: Stage.Stage
  let nest: Nest
  let looked = 0
  const lines: Array<string> = []
  let isListening = false

  beforeAll(async () => {
    stage = await open((line) => {
      if (isListening) lines.push(line)
    })
    nest = await filled(stage)
    isListening = true
  }, timeout)
  afterAll(async () => {
    await stage.close()
    assert.deepStrictEqual(stage.world.api.failures, [])
    console.log(
      `canaries on ${store}: ${nest.canaries.size} canaries, ${looked} answers, ${lines.length} lines of the log`
    )
  })

  const leaks = (text: string, hidden: Readonly<Record<Audience, boolean>>) =>
    [...nest.canaries].flatMap(([word, audience]) =>
      hidden[audience] && text.includes(word.toLowerCase()) ? [word] : []
    )

  const wrong: Array<string> = []

  /** The address of a stream of events without time to wait for further ones; any other address as it is. */
  const withEnd = (path: string) => path.replace(/(\/content\/events)(?:\?.*)?$/, "$1?seconds=0")

  /** Sends something as everybody who may not know, or some of them. */
  const tryAs = async (who: ReadonlyArray<Cast.Principal>, method: string, given: string, text?: string) => {
    const path = withEnd(given)
    for (const name of who) {
      const hidden = outsiders[name]
      if (hidden === undefined) continue
      looked += 1
      const { token } = stage.cast[name]
      const answer = await stage.world.api.send(method, path, { token, ...(text === undefined ? {} : { text }) })
      const { count, items, next } = answer.json
      if (items !== undefined && next === undefined && count > items.length && !path.includes("limit=0")) {
        wrong.push(`${name} ${method} ${path}: counts ${count} and shows ${items.length}`)
      }
      const found = leaks(whole(answer).replaceAll(published, ""), hidden)
      if (found.length > 0)
        wrong.push(`${name} ${method} ${path}: ${found} in ${answer.status} ${answer.text.slice(0, 200)}`)
    }
  }

  const nestPath = (parameters: ReadonlyArray<string>) =>
    Object.fromEntries(parameters.map((parameter) => [parameter, nest.ids[parameter] ?? "x".repeat(43)]))

  const bodyText = (call: Call) => (call.body === undefined ? undefined : JSON.stringify(call.body))

  it("appears in full to its administrator", { timeout }, async () => {
    const seen = new Set<string>()
    const { cast, world } = stage
    const look = async (path: string) => {
      const text = whole(await world.api.send("GET", withEnd(path), { token: cast.admin.token }))
      for (const word of nest.canaries.keys()) if (text.includes(word.toLowerCase())) seen.add(word)
    }
    for (const endpoint of endpoints.filter(({ method }) => method === "GET")) {
      const path = target(endpoint, { path: nestPath(endpoint.parameters) })
      for (const query of ["", "?format=document", "?format=markdown", "?status=draft"]) await look(`${path}${query}`)
    }
    const at = `/v1/spaces/${nest.ids["spaceId"]}`
    const asked = `${at}/change-requests/${nest.ids["changeRequestId"]}/content`
    const { json } = await world.send("admin", "GET", `${asked}/pages`)
    for (const { id } of json.pages as ReadonlyArray<{ readonly id: string }>)
      await look(`${asked}/page/${id}?format=markdown`)
    /** Links and tokens are shown once, and some of them in lists; the secret of a provider never. */
    const missing = [...nest.canaries.keys()].filter((word) => !seen.has(word) && word.length < 40)
    assert.deepStrictEqual(missing, [])
  })

  it("stays hidden in every read operation", { timeout }, async () => {
    for (const endpoint of endpoints) {
      const made = await stage.prepared(endpoint, "inherit")
      const path = nestPath(endpoint.parameters)
      await tryAs(names, endpoint.method, target(endpoint, { ...made, path }), bodyText(made))
      if (endpoint.method !== "GET") continue
      for (const query of ["limit=0", "limit=1000", "format=document", "format=nonsense", "page=nonsense"]) {
        await tryAs(names, "GET", target(endpoint, { path, query }))
      }
    }
    assert.deepStrictEqual(wrong.splice(0), [])
  })

  it("stays hidden from callers who request it by name", { timeout }, async () => {
    const words = [...nest.canaries.keys()].filter((word) => word.length < 20)
    for (const endpoint of endpoints.filter(({ method }) => method === "GET")) {
      const { query: asked } = parts.get(endpoint.name) ?? {}
      const known = asked === undefined ? new Set<string>() : everyFieldName(asked)
      const taken = queries.filter((name) => known.has(name))
      if (taken.length === 0) continue
      const own: ReadonlyArray<readonly [Cast.Principal, Readonly<Record<string, string>>]> = [
        [
          "foreigner",
          { ...nest.ids, organizationId: stage.elsewhere.organization, spaceId: stage.elsewhere.docs.space }
        ],
        ["guest", { ...nest.ids, spaceId: nest.guestSpace }]
      ]
      for (const name of taken) {
        for (const word of [...words, ...Object.values(nest.ids)]) {
          const query = `${name}=${encodeURIComponent(word)}`
          for (const [who, ids] of own) {
            const path = Object.fromEntries(endpoint.parameters.map((each) => [each, ids[each] ?? "x"]))
            await tryAs([who], "GET", target(endpoint, { path, query }))
          }
        }
      }
    }
    assert.deepStrictEqual(wrong.splice(0), [])
  })

  /** How many bodies of each kind of nonsense are sent to an endpoint. */
  const faults = Rounds.rounds(2, 6)

  it("stays hidden from callers who send invalid input", { timeout }, async () => {
    for (const [name, seed] of Object.entries(seeds)) {
      const endpoint = Stage.endpointOf(name)
      const path = nestPath(endpoint.parameters)
      for (const aimed of await seed(stage.world)) {
        const { any, certain } = mutants(aimed)
        const texts = [...certain.slice(0, faults), ...fc.sample(any, { numRuns: faults, seed: 1 })].map(
          ({ text }) => text
        )
        for (const text of texts)
          await tryAs(["foreigner", "stranger", "guest"], endpoint.method, target(endpoint, { path }), text)
      }
    }
    assert.deepStrictEqual(wrong.splice(0), [])
  })

  it("stays hidden from callers who reference it in their own content", { timeout }, async () => {
    const { ids } = nest
    const targets = [
      { kind: "space", space: ids["spaceId"] },
      { kind: "collection", collection: ids["collectionId"] },
      { kind: "page", page: ids["pageId"], space: ids["spaceId"] },
      { kind: "file", file: ids["fileId"], space: ids["spaceId"] },
      { kind: "user", user: ids["userId"] },
      { kind: "reusable-content", reusableContent: ids["reusableContentId"], space: ids["spaceId"] }
    ]
    const spaces: ReadonlyArray<readonly [Cast.Principal, string]> = [
      ["foreigner", await stage.elsewhere.live()],
      ["guest", nest.guestSpace]
    ]
    let accepted = 0
    for (const [who, spaceId] of spaces) {
      const { token } = stage.cast[who]
      for (const ref of targets) {
        const changes = [{ operation: "insert_page", type: "link", title: "Link", target: ref }]
        const { status } = await stage.world.api.send("POST", `/v1/spaces/${spaceId}/content`, {
          token,
          body: { changes }
        })
        if (status < 300) accepted += 1
        const document = {
          object: "document",
          data: {},
          nodes: [
            {
              object: "block",
              type: "paragraph",
              data: {},
              nodes: [
                {
                  object: "inline",
                  type: "link",
                  data: { ref },
                  nodes: [{ object: "text", leaves: [{ object: "leaf", text: "there", marks: [] }] }]
                }
              ]
            }
          ]
        }
        const written = [{ operation: "insert_page", title: "Text", document: { document } }]
        const answer = await stage.world.api.send("POST", `/v1/spaces/${spaceId}/content`, {
          token,
          body: { changes: written }
        })
        if (answer.status < 300) accepted += 1
      }
      for (const endpoint of endpoints.filter(
        ({ method, parameters }) => method === "GET" && parameters[0] === "spaceId" && !parameters.includes("pagePath")
      )) {
        const { json } = await stage.world.api.send("GET", `/v1/spaces/${spaceId}/content/pages`, { token })
        for (const { id } of json.pages as ReadonlyArray<{ readonly id: string }>) {
          const path = { ...nestPath(endpoint.parameters), spaceId, pageId: id }
          for (const query of ["", "format=document", "format=markdown"]) {
            await tryAs([who], "GET", target(endpoint, { path, query }))
          }
          if (!endpoint.parameters.includes("pageId")) break
        }
      }
    }
    assert.isAbove(accepted, 6)
    assert.deepStrictEqual(wrong.splice(0), [])
  })

  it("stays out of the log", () => {
    assert.isAbove(lines.length, 0)
    const told = lines.flatMap((line) => (leaks(line.toLowerCase(), blind).length > 0 ? [line.slice(0, 400)] : []))
    assert.deepStrictEqual(told, [])
  })
})
