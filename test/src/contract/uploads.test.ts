import { createHash } from "node:crypto"
import { Upload } from "@quire/core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Server from "../support/server.ts"
import * as World from "./world.ts"

const bytesType = "application/octet-stream"

describe("requests with the bytes of an upload", () => {
  let world: World.World
  let close: () => Promise<void>
  let path: string

  beforeAll(async () => {
    const { api, close: closing } = await Server.openTwins()
    close = closing
    world = await World.make(api, "http://127.0.0.1:1")
    path = `/v1/spaces/${world.docs.space}/uploads`
  })
  afterAll(() => close())

  const create = (text: string, headers: Readonly<Record<string, string>> = {}, query = "name=a.txt") =>
    world.send("editor", "POST", `${path}?${query}`, { text, headers: { "content-type": bytesType, ...headers } })

  const append = (id: string, text: string, headers: Readonly<Record<string, string>>) =>
    world.send("editor", "PATCH", `${path}/${id}`, {
      text,
      headers: { "content-type": "application/offset+octet-stream", ...headers }
    })

  it("must have the content type of the endpoint, and no compression (rule upload-offset)", async () => {
    for (const type of ["application/json", "text/plain", "application/offset+octet-stream"]) {
      assert.strictEqual((await create("a", { "content-type": type })).status, 415)
    }
    assert.strictEqual((await create("a", { "content-encoding": "gzip" })).status, 415)
    assert.strictEqual((await create("a", { "content-type": `${bytesType}; x=y` })).status, 201)
  })

  it("must have the size of a chunk at most (rule upload-expiry)", async () => {
    const chunk = "x".repeat(Upload.limits.chunkBytes)
    assert.strictEqual((await create(chunk)).status, 201)
    assert.strictEqual((await create(`${chunk}x`)).status, 413)
    const wrong = await create("ab", {}, "name=a.txt&size=1")
    assert.deepStrictEqual([wrong.status, wrong.json.error.details?.[0]?.path], [400, "bytes"])
  })

  it("name the offset, and have the digest that they name (rule upload-offset)", async () => {
    const { json } = await create("a", {}, "name=a.txt&size=3")
    for (const headers of [{}, { "upload-offset": "x" }, { "upload-offset": "-1" }]) {
      const refused = await append(json.id, "b", headers)
      assert.deepStrictEqual([refused.status, refused.json.error.details?.[0]?.path], [400, "upload-offset"])
    }
    const digest = (text: string) => `sha-256=:${createHash("sha256").update(text).digest("base64")}:`
    const offset = { "upload-offset": "1" }
    assert.strictEqual((await append(json.id, "b", { ...offset, "content-digest": digest("c") })).status, 400)
    const appended = await append(json.id, "b", { ...offset, "content-digest": `sha-512=:x:, ${digest("b")}` })
    assert.deepStrictEqual([appended.status, appended.headers.get("upload-offset")], [204, "2"])
    const late = await append(json.id, "c", offset)
    assert.deepStrictEqual([late.status, late.json.error.details?.[0]?.rule], [409, "must be 2"])
  })
})
