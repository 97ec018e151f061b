import { Installations, Integrations, PublishingAuths, SiteInstallations } from "@quire/core"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { engines } from "../support/engine.ts"
import * as Stage from "./stage.ts"

/** A script that signs visitors in at once, but where their path says that something else happens. */
const script = `
const text = (value) => new TextEncoder().encode(value)
const base64url = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
const sign = async (claims, secret) => {
  const body = [{ alg: "HS256", typ: "JWT" }, claims].map((part) => base64url(text(JSON.stringify(part)))).join(".")
  const key = await crypto.subtle.importKey("raw", text(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
  return body + "." + base64url(await crypto.subtle.sign("HMAC", key, text(body)))
}
addEventListener("fetch", (event) => event.respondWith((async () => {
  const form = await event.request.formData()
  const asked = JSON.parse(form.get("event"))
  const { secrets, signingSecrets } = JSON.parse(form.get("environment"))
  if (asked.type !== "fetch_visitor_authentication") return new Response("done")
  if (asked.location === "/throws") throw new Error("canary")
  if (asked.location === "/fails") return new Response("no", { status: 500 })
  if (asked.location === "/form") return new Response(Object.keys(asked).sort().join(" "), {
    headers: { "content-type": "text/html", "set-cookie": "a=b", "cache-control": "public, max-age=60" }
  })
  const exp = Math.floor(Date.now() / 1000) + 600
  const token = await sign({ exp }, signingSecrets.siteInstallation)
  return Response.redirect(secrets.SITE + asked.location.slice(1) + "?jwt_token=" + token, 302)
})()))`

const fallbackURL = "https://id.example.com/in"

describe.each(engines(import.meta.url))("visitors signed in by an integration on %s", (_, engine) => {
  let stage: Stage.Stage
  beforeAll(async () => {
    stage = await Stage.open(engine)
  })
  afterAll(() => stage.close())

  /** A site for visitors with a token whose backend is an integration that is installed there. */
  const visited = async (scopes: ReadonlyArray<"site:visitor:auth"> = ["site:visitor:auth"]) => {
    const site = await Stage.site(stage)
    const { organization, mount, site: id } = site
    const admin = Stage.asAdmin(stage, site)
    await Stage.update(stage, site, { visibility: "visitor-auth" })
    const name = `doorman-${organization.toLowerCase()}`
    const publication = { organization, title: "Doorman", description: "Lets in.", script, scopes }
    const secrets = { SITE: `${stage.url}${mount}` }
    const { installation } = await admin(
      Effect.gen(function* () {
        yield* (yield* Integrations.Integrations).publish(name, { ...publication, secrets })
        const made = yield* (yield* Installations.Installations).create(name, { organization })
        yield* (yield* SiteInstallations.SiteInstallations).create(name, made.id, { site: id }, {})
        const auths = yield* PublishingAuths.PublishingAuths
        yield* auths.update(organization, id, { backend: "integration", fallbackURL })
        return { installation: made.id }
      })
    )
    const publish = (now: typeof scopes) =>
      admin(
        Effect.flatMap(Integrations.Integrations, (all) =>
          all.publish(name, { ...publication, scopes: now, secrets: {} })
        )
      )
    const agree = (now: typeof scopes) =>
      admin(Effect.flatMap(Installations.Installations, (all) => all.update(name, installation, { scopes: now })))
    const at = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      stage.ask(`${mount}${path}`, { headers })
    const remove = () =>
      admin(Effect.flatMap(SiteInstallations.SiteInstallations, (sites) => sites.remove(name, installation, id)))
    return { site, admin, at, remove, publish, agree }
  }

  it("returns a token that the site accepts (rule visitor-integration)", async () => {
    const { at, site } = await visited()
    const sent = await at("guide/install?q=1")
    assert.strictEqual(sent.status, 302)
    assert.strictEqual(sent.headers["cache-control"], "no-store")
    const back = new URL(sent.headers["location"] ?? "")
    assert.strictEqual(back.pathname, `${site.mount}guide/install`)
    const settled = await stage.ask(`${back.pathname}${back.search}`)
    assert.strictEqual(settled.status, 303)
    const [cookie = ""] = (settled.headers["set-cookie"] ?? "").split(";")
    assert.strictEqual((await at("guide/install", { cookie })).status, 200)
    const program = await at("guide/install.md")
    assert.strictEqual(program.status, 401)
  })

  it("treats the response of the script as untrusted (rules visitor-integration and integration-endpoint-answer)", async () => {
    const { at } = await visited()
    const form = await at("form", { cookie: "mine=1", "x-mine": "1" })
    assert.deepStrictEqual([form.status, form.text], [200, "eventId installationId location siteId type"])
    assert.isUndefined(form.headers["set-cookie"])
    assert.strictEqual(form.headers["cache-control"], "no-store")
    assert.match(form.headers["content-security-policy"] ?? "", /^sandbox allow-scripts/u)
    assert.strictEqual(form.headers["x-content-type-options"], "nosniff")
  })

  it("redirects to the fallback if no integration responds (rule visitor-integration)", async () => {
    const { at, remove } = await visited()
    const location = async (path: string) => (await at(path)).headers["location"]
    assert.strictEqual(await location("throws"), `${fallbackURL}?location=%2Fthrows`)
    assert.strictEqual(await location("fails"), `${fallbackURL}?location=%2Ffails`)
    await remove()
    assert.strictEqual(await location("guide"), `${fallbackURL}?location=%2Fguide`)
    const without = await visited([])
    const sent = await without.at("guide")
    assert.strictEqual(sent.headers["location"], `${fallbackURL}?location=%2Fguide`)
  })

  it("redirects to a script that newly declares the scope once an administrator approves it (rule installation-scopes)", async () => {
    const { agree, at, publish, site } = await visited([])
    const host = async () => new URL((await at("guide")).headers["location"] ?? "", "http://here").pathname
    await publish(["site:visitor:auth"])
    assert.strictEqual(await host(), "/in")
    await agree(["site:visitor:auth"])
    assert.strictEqual(await host(), `${site.mount}guide`)
    await publish([])
    assert.strictEqual(await host(), "/in")
  })

  it("stops using the script when the backend changes (rule visitor-integration)", async () => {
    const { admin, at, site } = await visited()
    await admin(
      Effect.flatMap(PublishingAuths.PublishingAuths, (auths) =>
        auths.update(site.organization, site.site, { backend: "custom" })
      )
    )
    assert.strictEqual((await at("guide")).headers["location"], `${fallbackURL}?location=%2Fguide`)
  })
})
