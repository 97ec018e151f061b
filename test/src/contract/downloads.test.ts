import { JobControl } from "@quire/core"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { asSystem, engines } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import * as Source from "./source.ts"
import * as World from "./world.ts"

describe.each(engines)("downloads from %s", (_, engine) => {
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
  const address = async (name: string) => {
    const space = `/v1/spaces/${await world.space()}`
    await world.send("admin", "PATCH", space, { body: { editMode: "live" } })
    const changes = [{ operation: "insert_files", files: [{ name, base64: "YQ==" }] }]
    await world.send("admin", "POST", `${space}/content`, { body: { changes } })
    const { text } = await world.send("admin", "GET", `${space}/content/files`)
    return new URL(JSON.parse(text).items[0].downloadURL).pathname
  }

  it("are saved under the name of their address, as far as it may be one", async () => {
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

  it("of PDFs wait until they are made (rule pdf-address)", async () => {
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
