import { createHash } from "node:crypto"
import { runInNewContext } from "node:vm"
import { MemoryMailer } from "@quire/adapters"
import { MailDelivery } from "@quire/core"
import { Effect, type Layer } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { asSystem, memory } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { code } from "./scenarios/invites.ts"
import * as Source from "./source.ts"
import * as World from "./world.ts"

/** What the page's script finds of a page. */
class Part {
  readonly id: string
  hidden: boolean
  disabled = false
  textContent = ""
  value = ""
  private pressed: Array<() => unknown> = []
  constructor(id: string, hidden = false) {
    this.id = id
    this.hidden = hidden
  }
  addEventListener(_: string, listener: () => unknown) {
    this.pressed.push(listener)
  }
  select() {}
  press() {
    for (const listener of this.pressed) listener()
  }
}

/** The page as its script sees it, at an address of the server. */
const opened = async (server: string, query: string) => {
  const address = `${server}/sign-in${query}`
  const html = await (await fetch(address)).text()
  const [, source = ""] = /<script src="([^"]+)"/.exec(html) ?? []
  const script = source === "" ? "" : await (await fetch(new URL(source, address))).text()
  const parts = new Map(
    Array.from(html.matchAll(/ id="(\w+)"([^>]*)/g), ([, id = "", rest = ""]) => [
      id,
      new Part(id, / hidden\b/.test(rest))
    ])
  )
  const steps = Array.from(html.matchAll(/<section id="(\w+)" data-step/g), ([, id = ""]) => parts.get(id)!)
  const requests: Array<Promise<Response>> = []
  const shown = { url: address }
  runInNewContext(script, {
    document: {
      getElementById: (id: string) => parts.get(id),
      querySelectorAll: (asked: string) => (asked === "[data-step]" ? steps : [])
    },
    location: { search: new URL(address).search, pathname: "/sign-in" },
    history: { replaceState: (_: unknown, __: unknown, url: string) => void (shown.url = url) },
    URLSearchParams,
    fetch: (path: string, { body, headers, method }: Readonly<Record<"body" | "headers" | "method", never>>) => {
      const request = fetch(new URL(path, address), { body, headers, method })
      requests.push(request)
      return request
    }
  })
  return {
    part: (id: string) => parts.get(id)!,
    step: () => steps.filter(({ hidden }) => !hidden).map(({ id }) => id),
    shown,
    press: async () => {
      const before = requests.length
      parts.get("confirm")!.press()
      await Promise.all(requests.slice(before))
      await new Promise((resolve) => setImmediate(resolve))
      while (steps.every(({ hidden, id }) => hidden || id === "start"))
        await new Promise((resolve) => setImmediate(resolve))
    },
    asked: () => requests.length
  }
}

describe("the page of one-time links", () => {
  let api: Server.Opened<Layer.Success<typeof memory>>
  let world: World.World
  let source: Source.Source
  let url: string

  beforeAll(async () => {
    source = await Source.open()
    api = await Server.open(memory)
    world = await World.make(api, source.url)
    url = await world.api.listen()
  })
  afterAll(async () => {
    await world.api.close()
    await source.close()
    assert.deepStrictEqual(world.api.failures, [])
  })

  it("forbids caching and framing, and allows only its own script", async () => {
    const { headers, status } = await fetch(`${url}/sign-in?code=x`)
    assert.strictEqual(status, 200)
    assert.deepStrictEqual(
      [headers.get("cache-control"), headers.get("referrer-policy"), headers.get("content-type")],
      ["no-store", "strict-origin", "text/html; charset=utf-8"]
    )
    const policy = headers.get("content-security-policy") ?? ""
    for (const part of [
      "default-src 'none'",
      `script-src ${new URL(url).host}/sign-in/script.js `,
      "frame-ancestors 'none'"
    ])
      assert.include(policy, part)
    assert.notInclude(policy, "unsafe")
    const text = await (await fetch(`${url}/sign-in?code=${"<script>alert(1)</script>"}`)).text()
    assert.notInclude(text, "alert(1)")
    assert.notMatch(text, /<script(?! src=)|style="|onclick/)
    const [, style = ""] = /<style>([^<]*)<\/style>/.exec(text) ?? []
    assert.include(policy, `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`)
  })

  it("uses the code of an email when a token is requested, and shows the token once", async () => {
    const email = `lettered@${world.domain}`
    const { json } = await world.send("admin", "POST", `/v1/orgs/${world.organization}/invites`, {
      body: { emails: [email] }
    })
    const emails = await api.run(
      Effect.gen(function* () {
        yield* Effect.flatMap(MailDelivery.MailDelivery, (mailDelivery) => asSystem(mailDelivery.deliver()))
        return yield* Effect.flatMap(MemoryMailer.MemoryMailer, (mailer) => mailer.emails)
      })
    )
    const [, query = ""] =
      /http:\/\/quire\.test\/sign-in(\?code=\w+)/.exec(emails.find(({ to }) => to === email)?.text ?? "") ?? []
    const page = await opened(url, query)
    assert.deepStrictEqual([page.step(), page.asked()], [["start"], 0])
    await page.press()
    assert.deepStrictEqual(
      [page.step(), page.shown.url, page.part("name").textContent],
      [["done"], "/sign-in", "lettered"]
    )
    const token = page.part("token").value
    const me = await world.api.send("GET", "/v1/user", { token })
    assert.deepStrictEqual(
      [me.status, me.json.id, me.json["email"]],
      [200, (json["users"] as ReadonlyArray<string>)[0], email]
    )
    const again = await opened(url, query)
    await again.press()
    assert.deepStrictEqual([again.step(), again.part("token").value], [["failed"], ""])
  })

  /** Submits the form of the page, as a browser does. */
  const submit = (fields: Readonly<Record<string, string>>, from = "http://quire.test") =>
    fetch(`${url}/sign-in`, { method: "POST", headers: { origin: from }, body: new URLSearchParams(fields) })

  it("returns the same response to an email request whether or not an account has the address (rule sign-in-email)", async () => {
    const [known, unknown] = [`reader@${world.domain}`, `unknown-person@${world.domain}`]
    const answers = await Promise.all(
      [known, unknown].map(async (email) => {
        const answer = await submit({ email, return: "/docs" })
        return [answer.status, (await answer.text()).replace(email, "EMAIL")]
      })
    )
    assert.deepStrictEqual(answers[0], answers[1])
    assert.strictEqual(answers[0]?.[0], 200)
    const invalid = await submit({ email: "<b>unknown" })
    assert.deepStrictEqual([invalid.status, (await invalid.text()).includes("<b>")], [400, false])
    assert.strictEqual((await submit({ email: known }, "http://evil.test")).status, 403)
  })

  it("receives redirects from the root of a server without a base path", async () => {
    const { headers, status } = await fetch(url, { redirect: "manual" })
    assert.deepStrictEqual([status, headers.get("location")], [303, "http://quire.test/sign-in"])
  })

  it("asks for an email without a valid code, and refuses a used code with its error", async () => {
    assert.deepStrictEqual((await opened(url, "")).step(), ["emailForm"])
    assert.deepStrictEqual((await opened(url, "?code=<script>")).step(), ["emailForm"])
    assert.deepStrictEqual((await opened(url, "?refused=assertion")).step(), ["failed", "emailForm"])
    const body = { code: await code(world) }
    assert.strictEqual((await world.api.send("POST", "/v1/sign-in", { body })).status, 200)
    const { json, status } = await world.api.send("POST", "/v1/sign-in", { body })
    assert.deepStrictEqual(
      [status, json.error.reason, json.error.details?.[0]?.path],
      [400, "SignInCodeInvalid", "code"]
    )
  })
})
