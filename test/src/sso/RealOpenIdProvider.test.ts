import { createServer, type Server as NodeServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { Provider } from "oidc-provider"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { memory } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { found } from "../support/world.ts"
import * as Hall from "./openidServer.ts"

const clientSecret = "a secret of the provider"

/** A browser that keeps cookies by their origin, follows redirects and sends the forms of the provider. */
const makeBrowser = () => {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (url: string) => {
    const { host } = new URL(url)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    return jar
  }
  const visit = async (url: string, form?: Readonly<Record<string, string>>) => {
    const jar = jarOf(url)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { cookie },
      ...(form === undefined ? {} : { method: "POST", body: new URLSearchParams(form) })
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === "") jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }
  return { visit, jarOf }
}

/** A provider as others wrote it, at which everybody is Grace. */
const listen = async (
  redirect: string,
  email: string,
  tellsInToken: boolean
): Promise<{ readonly issuer: string; readonly server: NodeServer }> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: Hall.clientId, client_secret: clientSecret, redirect_uris: [redirect] }],
    cookies: { keys: ["signs cookies"] },
    conformIdTokenClaims: !tellsInToken,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name", "family_name"] },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, email, email_verified: true, given_name: "Grace", family_name: "Hopper" })
    })
  })
  server.on("request", provider.callback())
  return { issuer, server }
}

describe("a third-party OpenID provider", () => {
  let api: Server.Opened<Server.Whole>
  let url: string
  const servers: Array<NodeServer> = []

  beforeAll(async () => {
    api = await Server.open(memory)
    url = await api.listen()
  })
  afterAll(async () => {
    for (const server of servers) await new Promise((resolve) => server.close(resolve))
    await api.close()
  })

  it.each([
    ["in the ID token", true],
    ["by userinfo alone", false]
  ])(
    "signs in people whose address it returns %s (rules oidc-token, oidc-request and oidc-userinfo)",
    async (_, tells) => {
      const hall = await api.run(
        Effect.gen(function* () {
          const world = yield* found
          const provider = yield* Hall.makeProvider(world, "http://127.0.0.1:1", { clientSecret })
          return { ...world, provider }
        })
      )
      const email = `grace@${hall.domain}`
      const { issuer, server } = await listen(hall.provider.service.acsURL, email, tells)
      servers.push(server)
      await api.run(Hall.moveTo(hall, { issuer, clientSecret }))
      const browser = makeBrowser()
      const local = (address: string) => `${url}${new URL(address).pathname}${new URL(address).search}`

      const begun = await browser.visit(`${local(hall.provider.service.startURL)}?return=/v1/user`)
      assert.strictEqual(begun.status, 303)
      assert.deepStrictEqual([...browser.jarOf(url).keys()], ["quire-began"])
      let at = begun.headers.get("location") ?? ""
      const carried: Array<string> = []
      for (let hop = 0; hop < 12 && !at.startsWith(hall.provider.service.acsURL); hop++) {
        const page = await browser.visit(at)
        const text = await page.text()
        const [, action] = /<form [^>]*action="([^"]+)"/.exec(text) ?? []
        const [, prompt = ""] = /name="prompt" value="([^"]+)"/.exec(text) ?? []
        const next =
          action === undefined
            ? page
            : await browser.visit(new URL(action, at).href, { prompt, login: "grace", password: "x" })
        at = new URL(next.headers.get("location") ?? "", at).href
        const { pathname, searchParams } = new URL(at)
        carried.push(`${pathname.replace(/[\w-]{20,}/, "…")} ${[...searchParams.keys()].join(" ")}`.trim())
      }
      assert.deepStrictEqual([...new URL(at).searchParams.keys()].sort(), ["code", "iss", "state"], carried.join(", "))

      const stranger = await makeBrowser().visit(local(at))
      assert.include(stranger.headers.get("location"), "refused=assertion")
      const accepted = await browser.visit(local(at))
      assert.strictEqual(accepted.headers.get("cache-control"), "no-store")
      const landing = local(accepted.headers.get("location") ?? "")
      await makeBrowser().visit(landing)
      const landed = await browser.visit(landing)
      assert.include(landed.headers.get("location"), "/v1/user")
      assert.deepStrictEqual([...browser.jarOf(url).keys()], ["quire-session"])
      const cookie = `quire-session=${browser.jarOf(url).get("quire-session")}`
      const read = (path: string) => fetch(`${url}${path}`, { headers: { cookie, "sec-fetch-site": "same-origin" } })
      const user = JSON.parse(await (await read("/v1/user")).text())
      assert.deepStrictEqual([user.email, user.displayName], [email, "Grace Hopper"])
      assert.strictEqual((await read(`/v1/orgs/${hall.organization}`)).status, 200)
      assert.include((await browser.visit(local(at))).headers.get("location"), "refused=assertion")
    }
  )
})
