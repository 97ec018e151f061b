import { GrowingDescriptions } from "@quire/testing"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type ApiSite, apiSite, everythingOf, models, operation, webhook } from "../reading/apiSite.ts"
import { pets } from "../reading/petsDescription.ts"
import { engines } from "../support/engine.ts"
import * as Stage from "./stage.ts"

const words = { gone: "no longer part of the API description" }

const many = (count: number) => ({
  openapi: "3.1.0",
  info: { title: "Many", version: "1" },
  paths: Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `/things/${at}`,
      { get: { summary: `Thing ${at}`, responses: { 200: { description: `Thing ${at} is there` } } } }
    ])
  )
})

describe.each(engines(import.meta.url))("operations of pages on %s (rule published-operations)", (_, engine) => {
  const state: { stage?: Stage.Stage; site?: ApiSite } = {}
  const opened = () => {
    const { site, stage } = state
    return site === undefined || stage === undefined ? assert.fail("nothing to read") : { site, stage }
  }
  const ask = async (path: string) => {
    const { site, stage } = opened()
    const answer = await stage.ask(`${site.mount}${path}`)
    assert.strictEqual(answer.status, 200, path)
    return answer
  }
  beforeAll(async () => {
    state.stage = await Stage.open(engine)
    const all = many(450)
    const growing = { ...many(1), ...GrowingDescriptions.smallest() }
    state.site = await apiSite(state.stage, { pets, many: all, passing: many(1), growing }, [
      { slug: "first", nodes: [] },
      { slug: "list", nodes: [operation("pets", "get", "/pets")] },
      { slug: "all", nodes: everythingOf("pets", pets) },
      { slug: "many", nodes: everythingOf("many", all) },
      { slug: "growing", nodes: everythingOf("growing", growing) },
      { slug: "passing", nodes: everythingOf("passing", many(1)) },
      { slug: "gone", nodes: [operation("pets", "get", "/gone"), webhook("none", "post", "x"), models("pets", ["No"])] }
    ])
  })
  afterAll(() => state.stage?.close())

  it("renders them with their schemas, and returns them as data", async () => {
    const { text } = await ask("list")
    for (const part of ["List pets", "How many at most.", "What it is called.", "application/problem+json", "curl"]) {
      assert.include(text, part)
    }
    assert.notInclude(text, words.gone)
    const { specs } = JSON.parse((await ask("list.json")).text)
    assert.deepStrictEqual(
      specs.map((spec: { readonly slug: string; readonly operations: ReadonlyArray<unknown> }) => [
        spec.slug,
        spec.operations.length
      ]),
      [["pets", 1]]
    )
    assert.sameMembers(
      specs[0].schemas.map(({ name }: { readonly name: string }) => name),
      ["Pet", "Owner", "Person", "Problem"]
    )
    assert.isUndefined(JSON.parse((await ask("gone.json")).text).specs?.[0]?.operations[0])
  })

  it("writes them into the text of the page", async () => {
    const { text } = await ask("all.md")
    for (const line of [
      "`GET https://{region}.example.com/v1/pets`",
      "**Query parameters**",
      "* `limit` (integer, required): How many at most. Default: `20`. Range: `1 – 100`",
      "* **200** Pets",
      "A pet was adopted",
      "## Pet"
    ]) {
      assert.include(text, line)
    }
    assert.notInclude(text, "{% openapi")
  })

  it("shows a note if the operation no longer exists", async () => {
    const { text } = await ask("gone")
    assert.strictEqual(text.split(words.gone).length, 4)
    assert.include((await ask("gone.md")).text, words.gone)
  })

  it("shows excess operations as lines and names each one", async () => {
    const { text } = await ask("many")
    assert.strictEqual(text.split('<section class="api').length - 1, 400)
    assert.strictEqual(text.split("card-api").length - 1, 50)
    for (const at of [0, 399, 400, 449]) assert.include(text, `/things/${at}<`)
  })

  it("stays small if variables of a server refer to each other (rule description-growth)", async () => {
    for (const path of ["growing", "growing.md", "growing.json"]) {
      const { text } = await ask(path)
      assert.include(text, "{a}")
      assert.isAtMost(text.length, 50_000, path)
    }
  })

  it("follows the description, without cached output of another one", async () => {
    const { site, stage } = opened()
    const before = await ask("passing")
    const path = `${site.mount}passing`
    const known = { headers: { "if-none-match": before.headers["etag"] ?? "" } }
    assert.strictEqual((await stage.ask(path, known)).status, 304)
    await site.put("passing", { ...many(1), servers: [{ url: "https://changed.example.com" }] })
    const after = await stage.ask(path, known)
    assert.deepStrictEqual([after.status, after.text.includes("changed.example.com")], [200, true])
    await site.remove("passing")
    assert.include((await ask("passing")).text, words.gone)
  })
})
