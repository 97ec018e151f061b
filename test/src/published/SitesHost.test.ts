import { Addresses } from "@quire/core"
import { Layer } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { capabilities, memoryWith } from "../support/engine.ts"
import * as Stage from "./stage.ts"

const sites = "http://sites.example"
const addressed = Layer.merge(capabilities, Addresses.Addresses.layer("http://quire.test/", undefined, `${sites}/`))

describe("published sites on a separate hostname (rule sites-host)", () => {
  let stage: Stage.Stage
  let site: Stage.Served
  beforeAll(async () => {
    stage = await Stage.open(memoryWith(addressed))
    site = await Stage.site(stage)
  })
  afterAll(() => stage.close())

  const at = (host: string, path: string, method = "GET") => stage.ask(path, { method, headers: { host } })

  it("serves sites there", async () => {
    assert.strictEqual(site.published, `${sites}${site.mount}`)
    const page = await at("sites.example", `${site.mount}guide/install`)
    assert.strictEqual(page.status, 200)
    assert.include(page.text, `<link rel="canonical" href="${site.published}guide/install"`)
  })

  it("redirects sites and integration content from the hostname of the API", async () => {
    for (const path of [`${site.mount}guide/install?q=1`, "/integrations/x/fetch/a", "//sites/a/b/"]) {
      for (const method of ["GET", "HEAD", "POST"]) {
        const answer = await at("quire.test", path, method)
        const location = `${sites}${path.replace("//", "/")}`
        assert.deepStrictEqual([answer.status, answer.headers["location"]], [308, location], `${method} ${path}`)
      }
    }
  })

  it("serves nothing of the API", async () => {
    for (const path of [
      "/v1/user",
      "/v1/sign-in",
      "/sign-in",
      "/docs",
      "/openapi.json",
      "/files/a/b/c/d",
      "/",
      "/app"
    ]) {
      const answer = await at("sites.example", path)
      assert.deepStrictEqual([answer.status, answer.text.includes("RouteNotFound")], [404, true], path)
    }
    assert.strictEqual((await at("sites.example", "/sign-in", "POST")).status, 404)
    assert.strictEqual((await at("sites.example", "/integrations/x/fetch")).status, 404)
    for (const path of ["/healthz", "/readyz"]) assert.strictEqual((await at("sites.example", path)).status, 200, path)
    assert.strictEqual((await at("quire.test", "/v1/user")).status, 401)
  })
})
