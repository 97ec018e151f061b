import { ReturnPath } from "@quire/core"
import { Clock, Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { memory } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { forged } from "./forged.ts"
import { hostilePaths } from "./hostilePaths.ts"
import * as Idp from "./idp.ts"
import * as Hall from "./samlServer.ts"

const form = (fields: Readonly<Record<string, string>>) => ({
  text: new URLSearchParams(fields).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded" }
})

describe("forged responses of identity providers, on memory", () => {
  let api: Server.Opened<Server.Whole>
  let hall: Hall.Hall

  beforeAll(async () => {
    api = await Server.open(memory)
    hall = await api.run(Hall.open())
  })
  afterAll(() => api.close())

  it(`rejects ${Object.keys(forged).length} forgeries (rules saml-assertion and saml-bounds)`, async () => {
    assert.isAtLeast(Object.keys(forged).length, 40)
    const accepted: Array<string> = []
    for (const [what, forge] of Object.entries(forged)) {
      const result = await api.run(
        Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.result(Hall.send(hall, forge(hall, now))))
      )
      if (result._tag === "Success") accepted.push(what)
      else assert.strictEqual(result.failure._tag, "AssertionRefused", what)
    }
    assert.deepStrictEqual(accepted, [])
  })

  it("accepts a response until the last millisecond of its validity (rule saml-assertion)", async () => {
    const now = await api.run(Clock.currentTimeMillis)
    const minute = 60_000
    const edges: ReadonlyArray<readonly [Idp.Wishes, Idp.Wishes]> = [
      [{ until: now - minute + 1 }, { until: now - minute }],
      [{ from: now + minute }, { from: now + minute + 1 }],
      [{ subjectUntil: now - minute + 1 }, { subjectUntil: now - minute }],
      [{ issuedAt: now + minute }, { issuedAt: now + minute + 1 }],
      [{ issuedAt: now - 61 * minute + 1 }, { issuedAt: now - 61 * minute }]
    ]
    const clock = await api.run(Clock.Clock)
    const still: Clock.Clock = Object.assign(Object.create(clock), { currentTimeMillis: Effect.succeed(now) })
    const send = (wishes: Idp.Wishes) =>
      api.run(
        Effect.provideService(
          Effect.result(Hall.send(hall, Idp.honest(hall.service, hall.keys, now, wishes))),
          Clock.Clock,
          still
        )
      )
    for (const [good, late] of edges) {
      assert.strictEqual((await send(good))._tag, "Success", JSON.stringify(good))
      assert.strictEqual((await send(late))._tag, "Failure", JSON.stringify(late))
    }
  })

  it("redirects to this server, whatever target the response names (rule return-path)", async () => {
    assert.isAtLeast(hostilePaths.length, 40)
    const kept = hostilePaths.filter((path) => ReturnPath.read(path, "http://quire.test") !== "")
    assert.deepStrictEqual(kept, ["/.evil.test"])
    const at = `/v1/saml/${hall.provider.id}`
    const headers = { ...form({}).headers, origin: "http://quire.test" }
    const finish = async (RelayState: string, cookie = "", inResponseTo?: string) => {
      const now = await api.run(Clock.currentTimeMillis)
      const SAMLResponse = Idp.honest(hall.service, hall.keys, now, { inResponseTo })
      const answer = await api.send("POST", `${at}/acs`, form({ SAMLResponse, RelayState }))
      const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code") ?? ""
      const entered = await api.send("POST", "/sign-in", { ...form({ code }), headers: { ...headers, cookie } })
      return entered.headers.get("location")
    }
    const asked = "https://evil.test/x"
    assert.strictEqual(await finish(asked), "http://quire.test/sign-in")
    const begun = await api.send("GET", `${at}/start?return=${encodeURIComponent(asked)}`)
    const idp = begun.headers.get("location") ?? ""
    assert.strictEqual(new URL(idp).host, "idp.test")
    assert.notInclude(decodeURIComponent(idp), "evil")
    const [cookie = ""] = (begun.headers.get("set-cookie") ?? "").split(";")
    assert.strictEqual(await finish(asked, cookie, Hall.requestIn(idp)), "http://quire.test/sign-in")
    assert.strictEqual(await finish("/v1/user?x=1"), "http://quire.test/v1/user?x=1")
  })

  it("returns the same error for every rejection", async () => {
    const acs = `/v1/saml/${hall.provider.id}/acs`
    const refused = await api.send("POST", acs, form({ SAMLResponse: "x" }))
    assert.deepStrictEqual(
      [refused.status, refused.headers.get("location"), refused.text],
      [303, "http://quire.test/sign-in?refused=assertion", ""]
    )
    assert.strictEqual((await api.send("POST", acs)).headers.get("location"), refused.headers.get("location"))
    for (const id of ["a99999999999999999999999999", "é", "a.b"]) {
      const at = `/v1/saml/${encodeURIComponent(id)}`
      const answers = [
        await api.send("POST", `${at}/acs`, form({ SAMLResponse: "x" })),
        await api.send("GET", `${at}/start`),
        await api.send("GET", `${at}/metadata`)
      ]
      for (const { status } of answers) assert.strictEqual(status, 404, id)
    }
  })

  it("signs in by the exchange of the sign-in page", async () => {
    const now = await api.run(Clock.currentTimeMillis)
    const nameId = `page@${hall.domain}`
    const SAMLResponse = Idp.honest(hall.service, hall.keys, now, { nameId })
    const answer = await api.send("POST", `/v1/saml/${hall.provider.id}/acs`, form({ SAMLResponse }))
    const code = new URL(answer.headers.get("location") ?? "").searchParams.get("code")
    const { json } = await api.send("POST", "/v1/sign-in", { body: { code } })
    const token = String(json["token"])
    const own = await api.send("GET", `/v1/orgs/${hall.organization}`, { token })
    assert.strictEqual(own.status, 200, own.text)
    assert.strictEqual((await api.send("POST", "/v1/user/tokens", { token, body: { label: "x" } })).status, 403)
    assert.strictEqual((await api.send("POST", "/v1/sign-in", { body: { code } })).status, 400)
    const metadata = await api.send("GET", `/v1/saml/${hall.provider.id}/metadata`)
    assert.include(metadata.text, `entityID="${hall.service.entityID}"`)
    assert.include(metadata.text, `Location="${hall.service.acsURL}"`)
  })
})
