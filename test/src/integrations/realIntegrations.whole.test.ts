import { createHmac } from "node:crypto"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { listen } from "../support/mounted.ts"
import { bundle } from "./bundled.ts"
import * as Stage from "./stage.ts"

const context = (space: string) => ({ type: "document", theme: "dark", spaceId: space, editable: true })

const sign = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("hex")

describe("integrations on the published runtime", () => {
  let stage: Stage.Stage
  let space = ""

  beforeAll(async () => {
    stage = await Stage.open()
    space = (await stage.ask("POST", `/orgs/${stage.organization}/spaces`, { title: "Docs" })).id
  })
  afterAll(async () => {
    await stage.close()
    assert.deepStrictEqual(stage.failures, [])
  })

  /** What was written in the newest run of an integration, for what a failure says. */
  const traces = async (name: string) => {
    const { items: [newest] = [] } = await stage.ask("GET", `/integrations/${name}/events`)
    return (await stage.ask("GET", `/integrations/${name}/events/${Reflect.get(Object(newest), "id")}`)).text
  }

  it("renders a block, unfurls a link into one, runs its action and renders settings (rule integration-render)", async () => {
    const { installation, name, path } = await stage.install("poll.jsx", {
      blocks: [{ id: "poll", title: "Poll", urlUnfurl: ["https://polls.example/**"] }],
      configurations: { account: { componentId: "settings" } }
    })
    await stage.ask("POST", `${path}/spaces`, { space })
    const draw = (more: object) => stage.ask("POST", `/integrations/${name}/render`, { props: {}, ...more })
    const url = "https://polls.example/Tea%3F?a=yes&a=no"
    const unfurled = await draw({
      componentId: "poll",
      context: context(space),
      action: { action: "@link.unfurl", url }
    })
    assert.deepStrictEqual(unfurled["props"], { question: "Tea?", answers: ["yes", "no"] })
    const props = { question: "Tea?", answers: ["yes", "no"] }
    const drawn = await draw({ componentId: "poll", props, context: context(space) })
    assert.deepStrictEqual(drawn["state"], { votes: { yes: 0, no: 0 } })
    assert.deepInclude(JSON.stringify(drawn["element"]), '"title":"Tea?"')
    assert.deepInclude(JSON.stringify(drawn["element"]), "Choose one")
    const action = { action: "vote", answer: "yes" }
    const voted = await draw({ componentId: "poll", props, context: context(space), state: drawn["state"], action })
    assert.deepStrictEqual(voted["state"], { votes: { yes: 1, no: 0 } })
    const closing = { componentId: "poll", props, state: voted["state"], action: { action: "close" } }
    const closed = await draw({ ...closing, context: context(space) })
    assert.deepInclude(closed, { type: "complete", returnValue: { yes: 1, no: 0 } })

    const settings = { type: "configuration_account", theme: "light", organizationId: stage.organization }
    const form = await draw({ componentId: "settings", context: settings })
    assert.include(JSON.stringify(form["element"]), '"type":"textinput"')
    const state = { hint: "Pick wisely" }
    await draw({ componentId: "settings", context: settings, state, action: { action: "save" } })
    const saved = await stage.ask("GET", `/integrations/${name}/installations/${installation}`)
    assert.deepStrictEqual(saved["configuration"], { hint: "Pick wisely" })
    const again = await draw({ componentId: "poll", props, context: context(space) })
    assert.include(JSON.stringify(again["element"]), "Pick wisely")
  })

  it("routes requests, calls the API and verifies signatures (rule integration-endpoint)", async () => {
    const { path } = await stage.install("inbox.js", {
      scopes: ["space:metadata:read"],
      secrets: { SIGNING: "sh-secret" }
    })
    await stage.ask("POST", `${path}/spaces`, { space })
    const endpoint = `${stage.url}${path}/spaces/${space}/fetch`
    const hello = await stage.call(`${endpoint}/hello/w%C3%B6rld?a=1&a=2`)
    assert.strictEqual(hello.status, 200, await traces("inbox"))
    assert.deepStrictEqual(await hello.json(), { hello: "w%C3%B6rld", query: { a: ["1", "2"] } })
    const seen = await stage.call(`${endpoint}/spaces`, { headers: { "user-agent": "caller" } })
    assert.deepStrictEqual([seen.status, await seen.json()], [200, { title: "Docs", agent: "caller" }])
    const post = (body: string, signature: string) =>
      stage.call(`${endpoint}/webhook`, { method: "POST", body, headers: { "x-signature": signature } })
    const challenge = JSON.stringify({ challenge: "prove-it" })
    const proven = await post(challenge, sign("sh-secret", challenge))
    assert.deepStrictEqual([proven.status, await proven.text()], [200, "prove-it"])
    const forged = await post(challenge, sign("another", challenge))
    assert.deepStrictEqual([forged.status, await forged.json()], [401, { error: "the signature is wrong" }])
    const task = JSON.stringify({ task: "count" })
    assert.strictEqual((await post(task, sign("sh-secret", task))).status, 202)
    const lost = await stage.call(`${endpoint}/elsewhere`, { method: "DELETE" })
    assert.deepStrictEqual([lost.status, await lost.text()], [404, "nothing here"])
  })

  it("writes the configuration during setup (rules integration-told and integration-delivered)", async () => {
    const { installation, name, path } = await stage.install("mirror.js", {
      scopes: ["space:metadata:read"],
      configurations: {
        account: { properties: { setUp: { type: "string" } } },
        space: { properties: { title: { type: "string" } } }
      }
    })
    await stage.ask("POST", `${path}/spaces`, { space })
    await stage.tell()
    const read = await stage.ask("GET", path)
    assert.deepStrictEqual(
      [read["configuration"], read["externalIds"]],
      [{ setUp: `active for ${stage.organization}` }, [`mirror-${installation}`]],
      await traces(name)
    )
    const there = await stage.ask("GET", `${path}/spaces/${space}`)
    assert.deepStrictEqual(there["configuration"], { title: "Docs" })
    const { items = [] } = await stage.ask("GET", `/integrations/${name}/events`)
    assert.isAtLeast(items.length, 2)
  })

  it("connects to a service by OAuth and refreshes its token (rules script-fetch and integration-endpoint)", async () => {
    const told: Array<string> = []
    const provider = await listen((request, response) => {
      let body = ""
      request.setEncoding("utf8").on("data", (part) => {
        body += part
      })
      request.on("end", () => {
        const sent = new URLSearchParams(body)
        told.push(`${request.url} ${sent.get("grant_type") ?? request.headers.authorization}`)
        const isFirst = sent.get("grant_type") === "authorization_code"
        const granted = {
          access_token: isFirst ? "first" : "second",
          refresh_token: "again",
          expires_in: isFirst ? 1 : 3_600,
          team: "team-1"
        }
        const isGood = sent.get("client_secret") === "hush" && sent.get("code") === "c0de"
        if (request.url === "/token") response.writeHead(isGood || !isFirst ? 200 : 400).end(JSON.stringify(granted))
        else response.end(request.headers.authorization)
      })
    })
    const secrets = { CLIENT_ID: "client", CLIENT_SECRET: "hush", PROVIDER: provider.url }
    const button = { type: "button", callback_url: "/oauth", button_text: "Authorize" }
    const { name, path } = await stage.install("connect.js", {
      secrets,
      configurations: { account: { properties: { oauth_credentials: button }, required: ["oauth_credentials"] } }
    })
    assert.strictEqual((await stage.ask("GET", path))["status"], "pending")
    const endpoint = `${stage.url}${path}/fetch`
    const sent = await stage.call(`${endpoint}/oauth`)
    assert.strictEqual(sent.status, 302, await traces(name))
    const location = new URL(sent.headers.get("location") ?? "")
    assert.deepStrictEqual([location.origin, location.pathname], [provider.url, "/authorize"])
    assert.strictEqual(location.searchParams.get("redirect_uri"), `${endpoint}/oauth`)
    assert.include(location.search, "scope=read%20write")
    const state = location.searchParams.get("state") ?? ""
    const back = await stage.call(`${endpoint}/oauth?code=c0de&state=${encodeURIComponent(state)}`)
    assert.strictEqual(back.status, 200, await traces(name))
    assert.match(back.headers.get("content-security-policy") ?? "", /sandbox/)
    const connected = await stage.ask("GET", path)
    assert.deepStrictEqual([connected["status"], connected["externalIds"]], ["active", ["team-1"]])
    const whoami = await stage.call(`${endpoint}/whoami`)
    assert.deepStrictEqual([whoami.status, await whoami.text()], [200, "Bearer second"], await traces(name))
    assert.deepStrictEqual(told, ["/token authorization_code", "/token refresh_token", "/whoami Bearer second"])
    await provider.close()
  })

  /** An event that the engine does not send, to a program that runs alone. */
  const answerTo = async (file: string, event: object, environment: object) => {
    const { answer, failure } = await stage.run({
      key: file,
      program: await bundle(file),
      event: { eventId: "e1", ...event },
      environment: { integration: { name: "x", version: 1 }, apiTokens: {}, apiEndpoint: stage.url, ...environment },
      apiEndpoint: stage.url
    })
    return [answer?.status, failure?.message ?? new TextDecoder().decode(answer?.body)]
  }

  it("returns scripts for published sites (rule script-request)", async () => {
    const event = { type: "fetch_published_script" }
    const [status, script] = await answerTo("counter.js", event, {
      siteInstallation: { configuration: { tracking: "G-1" } }
    })
    assert.deepStrictEqual(
      [status, script],
      [200, '(function () { window.counted = (window.counted || []).concat("G-1") })()']
    )
    assert.deepStrictEqual(await answerTo("counter.js", event, {}), [200, "/** no-op */"])
  })

  it("creates pages and refuses unknown input (rule script-request)", async () => {
    const input = { sourceId: "releases", dependencies: {} }
    const [, revision] = await answerTo(
      "changelog.js",
      { type: "content_compute_revision", ...input, props: { product: "Quire" } },
      {}
    )
    assert.include(String(revision), '"title":"Quire 2.0"')
    const page = { type: "content_compute_document", ...input, props: { version: "1.1" } }
    assert.include(String((await answerTo("changelog.js", page, {}))[1]), "New in 1.1")
    const gone = { ...page, props: { version: "9" } }
    assert.deepStrictEqual(await answerTo("changelog.js", gone, {}), [404, '{"error":"there is no such release"}'])
    assert.deepStrictEqual(await answerTo("changelog.js", { type: "task", task: { type: "count" } }, {}), [200, "OK"])
    const unknown = { type: "installation_setup", installationId: "i", status: "active" }
    assert.strictEqual((await answerTo("changelog.js", unknown, {}))[0], 406)
  })
})
