import { Clock, Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { engines } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { forged } from "./forged.ts"
import * as Hall from "./hall.ts"
import * as Idp from "./idp.ts"

const relayStates = [
  "https://evil.test",
  "//evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "https:evil.test",
  "https:/evil.test",
  "http://quire.test@evil.test",
  "http://quire.test.evil.test",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "blob:https://evil.test/x",
  "file:///etc/passwd",
  "/sign-in/../../evil",
  "/%2f%2fevil.test",
  "/%5cevil.test",
  "%2f%2fevil.test",
  "///evil.test",
  "////evil.test",
  "/.evil.test",
  ".evil.test",
  "@evil.test",
  ":80@evil.test",
  "?x=https://evil.test",
  "#https://evil.test",
  "\thttps://evil.test",
  " https://evil.test",
  "\r\nlocation: https://evil.test",
  "%0d%0alocation: https://evil.test",
  "https://evil.test%00.quire.test",
  "https://quire.test%2eevil.test",
  "https://еvil.test",
  "https://[::1]/",
  "https://127.0.0.1/",
  "//evil.test/%2e%2e",
  "/redirect?to=//evil.test",
  "code=stolen",
  "&code=stolen",
  "x".repeat(100_000),
  "http://quire.test/sign-in?code=stolen"
]

const form = (fields: Readonly<Record<string, string>>) => ({
  text: new URLSearchParams(fields).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded" }
})

for (const [store, engine] of engines) {
  describe(`what identity providers are said to have sent, on ${store}`, () => {
    let api: Server.Opened<Server.Whole>
    let hall: Hall.Hall

    beforeAll(async () => {
      api = await Server.open(engine)
      hall = await api.run(Hall.open())
    })
    afterAll(() => api.close())

    it(`is refused ${Object.keys(forged).length} times (rules saml-assertion and saml-bounds)`, async () => {
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

    it("is good in the last millisecond of its time, and not after it (rule saml-assertion)", async () => {
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

    it("leads to the page that signs in, wherever else it asks to go (rule saml-once)", async () => {
      assert.isAtLeast(relayStates.length, 40)
      const acs = `/v1/saml/${hall.provider.id}/acs`
      for (const RelayState of relayStates) {
        const now = await api.run(Clock.currentTimeMillis)
        const SAMLResponse = Idp.honest(hall.service, hall.keys, now)
        const answer = await api.send("POST", acs, form({ SAMLResponse, RelayState }))
        assert.strictEqual(answer.status, 303, answer.text)
        assert.match(answer.headers.get("location") ?? "", /^http:\/\/quire\.test\/sign-in\?code=\w+$/)
        const begun = await api.send(
          "GET",
          `/v1/saml/${hall.provider.id}/start?return=${encodeURIComponent(RelayState.slice(0, 500))}`
        )
        assert.strictEqual(new URL(begun.headers.get("location") ?? "").host, "idp.test")
      }
    })

    it("is told apart by nobody who sends it", async () => {
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

    it("is signed in with by the page's own exchange", async () => {
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
}
