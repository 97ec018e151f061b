import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Stage from "../published/stage.ts"
import { memory } from "../support/engine.ts"

/** The sources that a policy has for each kind of thing. */
const sourcesOf = (policy: string | undefined): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    (policy ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ")
      return [name, sources]
    })
  )

describe("the headers of a page", () => {
  let stage: Stage.Stage
  let site: Stage.Served
  beforeAll(async () => {
    stage = await Stage.open(memory)
    site = await Stage.site(stage)
  })
  afterAll(() => stage.close())

  const at = (path: string) => stage.ask(`${site.mount}${path}`)

  it("names the paths of its script and style, and no origin that serves user files (rule published-policy)", async () => {
    for (const path of ["", "guide/install", "~search?q=a", "nothing/here"]) {
      const { headers } = await at(path)
      const sources = sourcesOf(headers["content-security-policy"])
      for (const directive of ["script-src", "style-src"]) {
        const named = (sources.get(directive) ?? []).filter((source) => !/^'sha256-[\w+/]+=*'$/.test(source))
        assert.isNotEmpty(named, `${directive} of ${path}`)
        for (const source of named) assert.match(source, /\/~asset\/$/, `${directive} of ${path}`)
      }
      const rest = ["default-src", "base-uri", "trusted-types", "require-trusted-types-for"] as const
      assert.deepStrictEqual(
        rest.map((directive) => sources.get(directive)),
        [["'none'"], ["'none'"], ["'none'"], ["'script'"]]
      )
    }
  })

  it("has a validator that changes with the content (rule published-caching)", async () => {
    const tagOf = async (path: string) => (await at(path)).headers["etag"]
    const before = await tagOf("guide/install")
    assert.isDefined(before)
    assert.strictEqual(await tagOf("guide/install"), before)
    assert.notStrictEqual(await tagOf("guide"), before)
    await Stage.update(stage, site, { title: "Another" })
    assert.notStrictEqual(await tagOf("guide/install"), before)
  })
})
