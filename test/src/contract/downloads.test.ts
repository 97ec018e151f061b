import { JobControl } from "@quire/core"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { asSystem, engines } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import * as Source from "./source.ts"
import * as World from "./world.ts"

describe.each(engines(import.meta.url))("downloads from %s", (_, engine) => {
  let source: Source.Source
  let world: World.World
  beforeAll(async () => {
    source = await Source.open()
    world = await World.make(await Server.open(engine), source.url)
  })
  afterAll(async () => {
    await world.api.close()
    await source.close()
  })

  /** Where the only file of a new space is. */
  const address = async (name: string, content = "a") => {
    const space = `/v1/spaces/${await world.space()}`
    await world.send("admin", "PATCH", space, { body: { editMode: "live" } })
    const changes = [{ operation: "insert_files", files: [{ name, base64: btoa(content) }] }]
    await world.send("admin", "POST", `${space}/content`, { body: { changes } })
    const { text } = await world.send("admin", "GET", `${space}/content/files`)
    return new URL(JSON.parse(text).items[0].downloadURL).pathname
  }

  it("uses the file name of its address if that is a valid name", async () => {
    const path = await address("Größe 1.txt")
    const disposition = async (at: string) => {
      const { headers, status } = await world.api.send("GET", at)
      return [status, headers.get("content-disposition")]
    }
    assert.deepStrictEqual(await disposition(path), [200, "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.txt"])
    const folder = path.slice(0, path.lastIndexOf("/"))
    assert.deepStrictEqual(await disposition(`${folder}/%2e%2e%2fevil%E2%80%AEgpj.exe`), [
      200,
      "attachment; filename*=UTF-8''.._evilgpj.exe"
    ])
    assert.deepStrictEqual(await disposition(`${folder.slice(0, -1)}x/a.txt`), [404, null])
  })

  it("returns the whole file or the requested range (rule file-range)", async () => {
    const path = await address("a.txt", "0123456789")
    const ask = async (headers: Readonly<Record<string, string>> = {}) => {
      const { headers: told, status, text } = await world.api.send("GET", path, { headers })
      return [status, told.get("content-length"), told.get("content-range"), text]
    }
    assert.deepStrictEqual(await ask(), [200, "10", null, "0123456789"])
    assert.deepStrictEqual(await ask({ range: "bytes=2-4" }), [206, "3", "bytes 2-4/10", "234"])
    assert.deepStrictEqual(await ask({ range: "bytes=7-99" }), [206, "3", "bytes 7-9/10", "789"])
    assert.deepStrictEqual((await ask({ range: "bytes=10-" })).slice(0, 3), [
      416,
      String(
        JSON.stringify({
          error: {
            code: 416,
            reason: "RangeNotSatisfiable",
            message: "the requested range is outside the file, which has 10 bytes"
          }
        }).length
      ),
      "bytes */10"
    ])
    const { headers } = await world.api.send("GET", path)
    const known = await world.api.send("GET", path, { headers: { "if-none-match": headers.get("etag") ?? "" } })
    assert.deepStrictEqual([known.status, known.headers.get("accept-ranges")], [304, "bytes"])
    assert.deepStrictEqual(
      [headers.get("content-security-policy"), headers.get("cache-control"), headers.get("x-content-type-options")],
      ["default-src 'none'; sandbox", "private, max-age=3600", "nosniff"]
    )
    const empty = await address("empty.txt", "")
    assert.deepStrictEqual(
      [(await world.api.send("GET", empty)).status, (await world.api.send("GET", empty)).text],
      [200, ""]
    )
  })

  it("returns a PDF once it is created (rule pdf-address)", async () => {
    const { json } = await world.send("admin", "GET", `/v1/spaces/${await world.space()}/pdf`)
    const path = new URL(String(json["url"])).pathname
    const waiting = await world.api.send("GET", path)
    assert.deepStrictEqual([waiting.status, waiting.headers.get("retry-after")], [202, "1"])
    await world.api.run(asSystem(Effect.flatMap(JobControl.JobControl, (control) => Effect.orDie(control.run()))))
    const { headers, status, text } = await world.api.send("GET", path)
    assert.deepStrictEqual([status, headers.get("content-type"), text.slice(0, 5)], [200, "application/pdf", "%PDF-"])
    assert.match(headers.get("content-disposition") ?? "", /^attachment/)
    assert.strictEqual((await world.api.send("GET", path.replace("/pdf/", "/pdf/x"))).status, 404)
  })
})
