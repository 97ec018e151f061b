import { Spaces } from "@quire/core"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { png } from "../support/docs.ts"
import { as, engines } from "../support/engine.ts"
import { comparable } from "./reader.ts"
import * as Stage from "./stage.ts"

describe.each(engines(import.meta.url))("files of published sites on %s", (_, engine) => {
  let stage: Stage.Stage
  let site: Stage.Served
  let path: string
  beforeAll(async () => {
    stage = await Stage.open(engine)
    site = await Stage.site(stage)
    const { text } = await stage.ask(`${site.mount}guide/install.md`)
    path = /~file\/[^)]+/.exec(text)?.[0] ?? ""
  })
  afterAll(() => stage.close())

  it("serves them through the mount (rule published-files)", async () => {
    const answer = await stage.ask(`${site.mount}${path}`)
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual([...answer.bytes], [...png])
    assert.strictEqual(answer.headers["content-type"], "image/png")
    assert.strictEqual(answer.headers["content-disposition"], "inline; filename*=UTF-8''logo.png")
    assert.strictEqual(answer.headers["content-security-policy"], "default-src 'none'; sandbox")
    assert.strictEqual(answer.headers["x-content-type-options"], "nosniff")
    assert.strictEqual(answer.headers["cache-control"], "public, max-age=0, must-revalidate")
    const headers = { "if-none-match": answer.headers["etag"] ?? "" }
    assert.match(headers["if-none-match"], /^"[\w-]{27}"$/)
    assert.strictEqual((await stage.ask(`${site.mount}${path}`, { headers })).status, 304)
    const head = await stage.ask(`${site.mount}${path}`, { method: "HEAD" })
    assert.deepStrictEqual([head.status, head.bytes.length], [200, 0])
  })

  it("serves ranges with the same headers (rules published-files and file-range)", async () => {
    const at = `${site.mount}${path}`
    const whole = await stage.ask(at)
    const etag = whole.headers["etag"] ?? ""
    const ask = async (headers: Readonly<Record<string, string>>, method = "GET") => {
      const answer = await stage.ask(at, { headers, method })
      return { ...answer, told: [answer.status, answer.headers["content-range"], answer.bytes.toString("latin1")] }
    }
    const text = Buffer.from(png).toString("latin1")
    const size = png.length
    const part = await ask({ range: "bytes=1-3" })
    assert.deepStrictEqual(part.told, [206, `bytes 1-3/${size}`, "PNG"])
    const { "content-length": _, "content-range": __, ...same } = comparable(part)
    const { "content-length": ___, ...expected } = comparable(whole)
    assert.deepStrictEqual(same, expected)
    assert.strictEqual(whole.headers["accept-ranges"], "bytes")
    assert.deepStrictEqual((await ask({ range: "bytes=-4" })).told, [
      206,
      `bytes ${size - 4}-${size - 1}/${size}`,
      text.slice(-4)
    ])
    assert.deepStrictEqual((await ask({ range: "bytes=1-2,4-5" })).told, [200, undefined, text])
    assert.deepStrictEqual((await ask({ range: "bytes=1-3", "if-range": etag })).told[0], 206)
    assert.deepStrictEqual((await ask({ range: "bytes=1-3", "if-range": '"other"' })).told, [200, undefined, text])
    assert.deepStrictEqual((await ask({ range: "bytes=1-3", "if-none-match": etag })).told[0], 304)
    const head = await ask({ range: "bytes=1-3" }, "HEAD")
    assert.deepStrictEqual([head.status, head.headers["content-length"]], [200, String(size)])
    const beyond = await ask({ range: `bytes=${size}-` })
    assert.deepStrictEqual(beyond.told.slice(0, 2), [416, `bytes */${size}`])
    assert.deepInclude(JSON.parse(beyond.text).error, { code: 416, reason: "RangeNotSatisfiable" })
  })

  it("requires the file key and a space of the site (rules published-files and published-absence)", async () => {
    const never = await stage.ask(`${site.mount}never-was.md`)
    const other = await Stage.site(stage)
    const [, space = "", file = "", key = "", name = ""] = path.split("/")
    const wrong = [
      `${site.mount}~file/${space}/${file}/${key}x/${name}`,
      `${site.mount}~file/${space}/${file}/${key.slice(1)}/${name}`,
      `${site.mount}~file/${space}/${file}/${"a".repeat(key.length)}/${name}`,
      `${site.mount}~file/${space}/${file}x/${key}/${name}`,
      `${site.mount}~file/${other.id}/${file}/${key}/${name}`,
      `${site.mount}~file/${space}/${file}/${key}`,
      `${site.mount}~file/${space}/${file}/${key}/`,
      `${site.mount}~file/${space}/${file}/${key}/${name}/more`,
      `${other.mount}${path}`
    ]
    for (const address of wrong) {
      const answer = await stage.ask(address)
      assert.deepStrictEqual([answer.status, answer.text], [404, never.text], address)
      assert.deepStrictEqual(comparable(answer), comparable(never), address)
    }
  })

  it("refuses a file along with its page, also in revalidation (rule published-files)", async () => {
    const gone = await Stage.site(stage)
    const { text } = await stage.ask(`${gone.mount}guide/install.md`)
    const file = `${gone.mount}${/~file\/[^)]+/.exec(text)?.[0] ?? ""}`
    const { headers } = await stage.ask(file)
    await Stage.update(stage, gone, { visibility: "visitor-auth" })
    const known = { headers: { "if-none-match": headers["etag"] ?? "" } }
    assert.strictEqual((await stage.ask(file, known)).status, 401)
    await Stage.update(stage, gone, { visibility: "unlisted" })
    assert.strictEqual((await stage.ask(file, known)).status, 304)
    assert.strictEqual((await stage.ask(file)).headers["x-robots-tag"], "noindex")
    await stage.api.run(as(gone.admin)(Effect.flatMap(Spaces.Spaces, (spaces) => spaces.remove(gone.id))))
    assert.strictEqual((await stage.ask(file, known)).status, 404)
  })
})
