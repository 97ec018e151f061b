import { SiteScripts } from "@quire/core"
import { Effect } from "effect"
import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { type Embedding, embedding } from "../support/embeddedScripts.ts"
import { memory } from "../support/engine.ts"
import { inBrowser, launch, open } from "./browser.ts"

const host = "docs.example.com"

/** Has the page load a script from an address, and tells whether its policy lets it. */
const attempt = (address: string) => `new Promise((done) => {
  const link = Object.assign(document.createElement("link"), { rel: "preload", as: "script", href: ${JSON.stringify(address)} })
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => done(effectiveDirective), { once: true })
  link.onload = () => done("loaded")
  document.head.append(link)
})`

/** An address that no policy allows: events come in order, so its violation says that there was none before. */
const refused = "https://refused.example.com/"

/** Asks an address, and tells which directive of the page's policy refuses it. */
const connect = (address: string) => `new Promise((done) => {
  let directive = "allowed"
  document.addEventListener("securitypolicyviolation", function listen({ blockedURI, effectiveDirective }) {
    if (blockedURI !== ${JSON.stringify(refused)}) return directive = effectiveDirective
    document.removeEventListener("securitypolicyviolation", listen)
    done(directive)
  })
  fetch(${JSON.stringify(address)}).catch(() => fetch(${JSON.stringify(refused)})).catch(() => undefined)
})`

const assign = `(() => {
  try { document.createElement("script").src = "/x.js"; return "assigned" } catch (error) { return error.name }
})()`

inBrowser("scripts of integrations in a browser", () => {
  let stage: Stage.Stage
  let site: Stage.Served
  let listed: Embedding
  let other: Embedding
  let browser: Browser
  beforeAll(async () => {
    stage = await Stage.open(memory)
    site = await Stage.site(stage)
    await Stage.giveHostname(stage, site, host)
    listed = await stage.api.run(embedding(site, { contentSecurityPolicy: "connect-src https://told.example.com" }))
    other = await stage.api.run(embedding(site))
    const at = new URL(stage.url).host
    browser = await launch(`--host-resolver-rules=MAP quire.test ${at}, MAP ${host} ${at}`)
  })
  afterAll(async () => {
    await browser.close()
    await stage.close()
  })

  const choose = (integrations: ReadonlyArray<string>) =>
    Stage.asAdmin(
      stage,
      site
    )(Effect.flatMap(SiteScripts.SiteScripts, (scripts) => scripts.put(site.organization, site.site, { integrations })))

  const ran = "JSON.stringify((globalThis.embedded ?? []).map(({ installationId }) => installationId))"

  it("runs listed scripts and no others (rule site-scripts-run)", async () => {
    const bare = await open(browser, `http://${host}/guide/install`)
    assert.strictEqual(await bare.page.evaluate(ran), "[]")
    await bare.close()
    await choose([listed.name])
    const { close, complaints, page } = await open(browser, `http://${host}/guide/install`)
    await page.waitForFunction("globalThis.embedded !== undefined")
    assert.strictEqual(await page.evaluate(ran), JSON.stringify([listed.installation]))
    assert.deepStrictEqual(complaints, [])
    await close()
    const mounted = await open(browser, `http://quire.test${site.mount}guide/install`)
    assert.strictEqual(await mounted.page.evaluate(ran), "[]")
    await mounted.close()
  })

  it("refuses another path of the same origin, markup and other hosts (rule site-scripts-run)", async () => {
    await choose([listed.name])
    const { close, page } = await open(browser, `http://${host}/guide/install`)
    const address = String(await page.evaluate("document.querySelector('script[async]').src"))
    const unlisted = address.replace(listed.name, other.name)
    const tried = []
    for (const each of [address, unlisted, `${address}/x`, "http://quire.test/integrations/x/fetch/x"]) {
      tried.push(await page.evaluate(attempt(each)))
    }
    assert.deepStrictEqual(tried, ["loaded", "script-src-elem", "script-src-elem", "script-src-elem"])
    assert.strictEqual(await page.evaluate(assign), "TypeError")
    const connected = []
    for (const each of ["https://told.example.com/", "https://other.example.com/", "http://quire.test/v1/user"]) {
      connected.push(await page.evaluate(connect(each)))
    }
    assert.deepStrictEqual(connected, ["allowed", "connect-src", "connect-src"])
    await close()
  })
})
