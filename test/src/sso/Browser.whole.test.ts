import { Addresses, Members, SamlProviders } from "@quire/core"
import { Effect, Layer } from "effect"
import type { Browser, BrowserContext, Request, Response } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import { inBrowser, launch } from "../reading/browser.ts"
import { as, asSystem, capabilities, memoryWith } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { encrypt } from "./encrypted.ts"
import { identify, keys, serve } from "./realProvider.ts"
import * as Hall from "./samlServer.ts"

/** What one step of a sign-in carried: texts that are long are cut. */
interface Step {
  readonly method: string
  readonly at: string
  readonly cookies: ReadonlyArray<string>
  readonly form: ReadonlyArray<string>
  readonly status: number
  readonly location: string
  readonly set: ReadonlyArray<string>
}

const short = (address: string) => {
  const { host, pathname, searchParams } = new URL(address, "http://quire.test")
  const asked = Array.from(
    searchParams,
    ([name, value]) => `${name}=${value.length > 24 ? `(${value.length})` : value}`
  )
  return `${host.replace(/:\d+$/, "")}${pathname.replace(/a\d{20,}/, "{id}")}${asked.length === 0 ? "" : `?${asked.join("&")}`}`
}

const namesIn = (cookies: string) => (cookies === "" ? [] : cookies.split("; ").map((pair) => pair.split("=")[0] ?? ""))

const stepOf = async (request: Request, response: Response): Promise<Step> => {
  const headers = await request.allHeaders()
  const location = (await response.headerValue("location")) ?? ""
  const all = await response.headersArray()
  return {
    method: request.method(),
    at: short(request.url()),
    cookies: namesIn(headers["cookie"] ?? ""),
    form: Array.from(new URLSearchParams(request.postData() ?? ""), ([name]) => name),
    status: response.status(),
    location: location === "" ? "" : short(location),
    set: all.filter(({ name }) => name.toLowerCase() === "set-cookie").map(({ value }) => value.split("=")[0] ?? "")
  }
}

/** Records every answer to a navigation. */
const record = (context: BrowserContext) => {
  const steps: Array<Promise<Step>> = []
  context.on("response", (response) => {
    const request = response.request()
    if (request.isNavigationRequest()) steps.push(stepOf(request, response))
  })
  return async () => Promise.all(steps.splice(0))
}

const base = "https://quire.test"
const [began, session] = ["__Host-quire-began", "__Host-quire-session"]

inBrowser("a browser that signs in at a real identity provider", () => {
  const closing: Array<() => Promise<unknown>> = []
  let api: Server.Opened<Server.Whole>
  let idp: Awaited<ReturnType<typeof serve>>
  let browser: Browser
  let hall: Hall.Hall

  beforeAll(async () => {
    api = await Server.open(memoryWith(Layer.merge(capabilities, Addresses.Addresses.layer(base))))
    const url = await api.listen()
    const front = await encrypt(url)
    closing.push(front.close)
    idp = await serve(
      ({ action, SAMLResponse }) =>
        `<!DOCTYPE html><title>Acme</title><form method="post" action="${action}"><input type="hidden" name="SAMLResponse" value="${SAMLResponse}"><button>Go on</button></form>`
    )
    browser = await launch(`--host-resolver-rules=MAP quire.test ${front.host}`)
    hall = await api.run(
      Effect.gen(function* () {
        const world = yield* Hall.open()
        const changes = { ssoURL: `${idp.at}/sso`, entityID: `${idp.at}/metadata`, certificate: keys.certificate }
        const providers = yield* SamlProviders.SamlProviders
        const provider = yield* as(world.admin)(providers.update(world.organization, world.provider.id, changes))
        return { ...world, provider }
      }).pipe(Effect.orDie)
    )
    const metadata = (await api.send("GET", `/v1/saml/${hall.provider.id}/metadata`)).text
    idp.current.answer = identify(idp.at, metadata, `grace@${hall.domain}`, true)
  })
  afterAll(async () => {
    await browser.close()
    for (const close of closing) await close()
    await idp.close()
    await api.close()
  })

  const signIn = async (context: BrowserContext, returnTo: string) => {
    const page = await context.newPage()
    const steps = record(context)
    await page.goto(`${base}/sign-in?organization=${hall.organization}&return=${encodeURIComponent(returnTo)}`)
    await page.getByRole("link", { name: "Sign in with Acme" }).click()
    await page.getByRole("button", { name: "Go on" }).click()
    await page.waitForURL((at) => at.host === "quire.test" && !at.pathname.startsWith("/v1/saml"))
    return { page, steps: await steps() }
  }

  it.each([true, false])(
    "arrives at the requested page with a session, scripts: %s (rule session-browser)",
    async (javaScriptEnabled) => {
      const context = await browser.newContext({ javaScriptEnabled, ignoreHTTPSErrors: true })
      const { page, steps } = await signIn(context, "/v1/user")
      const saml = "quire.test/v1/saml/{id}"
      assert.deepStrictEqual(
        steps.map(({ at, cookies, form, method, set, status }) => [
          method,
          at.split("?")[0],
          status,
          cookies,
          form,
          set
        ]),
        [
          ["GET", "quire.test/sign-in", 200, [], [], []],
          ["GET", `${saml}/start`, 303, [], [], [began]],
          ["GET", "127.0.0.1/sso", 200, [], [], []],
          ["POST", `${saml}/acs`, 303, [], ["SAMLResponse"], []],
          ["GET", "quire.test/sign-in", 303, [began], [], [session, began]],
          ["GET", "quire.test/v1/user", 200, [session], [], []]
        ]
      )
      assert.include(await page.content(), `grace@${hall.domain}`)
      const kept = await context.cookies()
      assert.deepStrictEqual(
        kept.map(({ domain, httpOnly, name, path, sameSite, secure: isSecure }) => [
          name,
          domain,
          path,
          httpOnly,
          isSecure,
          sameSite
        ]),
        [[session, "quire.test", "/", true, true, "Lax"]]
      )
      await page.goto(`${base}/v1/orgs/${hall.organization}`)
      assert.include(await page.content(), hall.organization)
      await page.goto(`${base}/sign-in`)
      await page.getByText("You are signed in as Grace Hopper.").waitFor()
      if (javaScriptEnabled) assert.strictEqual(await page.evaluate("document.cookie"), "")
      await page.getByRole("button", { name: "Sign out" }).click()
      await page.getByText("Enter your email address").waitFor()
      assert.deepStrictEqual(await context.cookies(), [])
      await context.close()
    }
  )

  it("loses access when the member is disabled, and cannot sign in again (rule sso-ends)", async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    const { page } = await signIn(context, "/v1/user")
    const { id } = JSON.parse((await page.locator("pre").textContent()) ?? "{}")
    await api.run(asSystem(Effect.flatMap(Members.Members, (members) => members.disable(hall.organization, id))))
    assert.strictEqual((await page.goto(`${base}/v1/user`))?.status(), 401)
    await page.getByText("Sign in to continue").waitFor()
    await page.close()
    const again = await signIn(context, "/v1/user")
    await again.page.getByText("Your organization did not sign you in.").waitFor()
    assert.deepStrictEqual(
      again.steps.slice(-2).map(({ location, set, status }) => [status, location, set]),
      [
        [303, "quire.test/sign-in?refused=assertion", []],
        [200, "", []]
      ]
    )
    await context.close()
  })
})
