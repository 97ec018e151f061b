import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { png } from "../engine/integrations/pictures.ts"
import { engines } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { newName, publication } from "./scenarios/integrations.ts"
import * as Source from "./source.ts"
import * as World from "./world.ts"

describe.each(engines(import.meta.url))("pictures of integrations from %s (rule integration-pictures)", (_, engine) => {
  let source: Source.Source
  let world: World.World
  let url: string
  beforeAll(async () => {
    source = await Source.open()
    world = await World.make(await Server.open(engine), source.url)
    url = await world.api.listen()
  })
  afterAll(async () => {
    await world.api.close()
    await source.close()
    assert.deepStrictEqual(world.api.failures, [])
  })

  /** Publishes an integration with an icon of so many bytes; its path, and that of the icon. */
  const published = async (size: number) => {
    const at = `/v1/integrations/${newName(world)}`
    const body = { ...publication(world.organization), icon: png(size) }
    const { json, status, text } = await world.send("admin", "POST", at, { body })
    assert.strictEqual(status, 200, text)
    const { icon } = json["urls"] as unknown as { readonly icon: string }
    return { at, body, icon: new URL(icon).pathname }
  }

  it("serves them to every caller as images only, with permanent caching", async () => {
    const { icon } = await published(100)
    for (const headers of [{}, { range: "bytes=0-3" }]) {
      const answer = await fetch(url + icon, { headers })
      assert.strictEqual(answer.status, 200, "a part is answered with the whole")
      assert.strictEqual(Buffer.from(await answer.arrayBuffer()).toString("base64"), png(100))
      assert.strictEqual(answer.headers.get("content-type"), "image/png")
      assert.strictEqual(answer.headers.get("x-content-type-options"), "nosniff")
      assert.strictEqual(answer.headers.get("content-security-policy"), "default-src 'none'; sandbox")
      assert.strictEqual(answer.headers.get("cache-control"), "public, max-age=31536000, immutable")
      assert.match(answer.headers.get("content-disposition") ?? "", /^inline/)
    }
  })

  it("serves them while the integration shows them, and under no other name", async () => {
    const { at, body, icon } = await published(101)
    const status = async (path: string) => (await world.api.send("GET", path)).status
    const other = await published(102)
    const named = (path: string) => path.slice(path.lastIndexOf("/"))
    const folder = icon.slice(0, icon.lastIndexOf("/"))
    for (const path of ["/", "/x.png", "/%00.png", "/%2e%2e%2fx.png", icon.replace(/\.png$/, ""), named(other.icon)]) {
      assert.strictEqual(await status(path.startsWith(folder) ? path : folder + path), 404, path)
    }
    assert.strictEqual(await status(`/integrations/unknown/assets${named(icon)}`), 404)
    assert.strictEqual(await status(icon), 200)
    await world.send("admin", "DELETE", at)
    assert.strictEqual(await status(icon), 404, "it was unpublished")
    await world.send("admin", "POST", at, { body })
    assert.strictEqual(await status(icon), 200)
    await world.send("admin", "POST", at, { body: { ...body, icon: png(103) } })
    assert.strictEqual(await status(icon), 404, "another has taken its place")
  })

  it("serves those of private integrations to callers with the address, and hides the integration", async () => {
    const { at, icon } = await published(104)
    assert.strictEqual((await world.send("stranger", "GET", at)).status, 404)
    assert.strictEqual((await world.api.send("GET", icon)).status, 200)
  })
})
