import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Commands, call, curl, lines } from "./Commands.ts"

let commands: Commands
beforeAll(async () => {
  commands = await Commands.open()
})
afterAll(() => commands.close())

describe("the quire command in its own process", () => {
  it("serves from memory, prints the first token once, imports a page and exits with 0 on SIGTERM", async () => {
    const source = createServer((_, answer) => void answer.end("# Install\n\nRun it.\n")).listen(0, "127.0.0.1")
    await once(source, "listening")
    const memory = ["serve", "--store", "memory", "--port", "0"]
    const server = commands.start(memory, { QUIRE_FETCH_ALLOW: "127.0.0.1" })
    const base = await server.url()
    const { token, url } = curl(server.out)
    assert.isTrue(url.startsWith(`${base}/v1/orgs/`), url)
    assert.strictEqual((await call(url, token)).status, 200)
    assert.strictEqual((await call(url, `${token}x`)).status, 401)

    const { json: space } = await call(url, token, { title: "Guide", editMode: "live" })
    const address = `http://127.0.0.1:${(source.address() as AddressInfo).port}/install.md`
    const importing = { source: "markdown", url: address }
    const imported = await call(`${base}/v1/spaces/${space.id}/content/import`, token, importing)
    assert.strictEqual(imported.status, 201, JSON.stringify(imported.json))
    const pages = await call(`${base}/v1/spaces/${space.id}/content/pages`, token)
    assert.include(JSON.stringify(pages.json.pages), '"title":"Install"')

    source.close()

    const { code, err, out } = await server.stop()
    assert.strictEqual(code, 0)
    assert.notInclude(err, token)
    assert.lengthOf(
      lines(out).filter((line) => line.trim() === token),
      1
    )
  })

  it("exits with 2 and one line on stderr for an invalid option", async () => {
    const { code, err, out } = await commands.start(["serve", "--port", "http"]).end()
    assert.deepStrictEqual([code, out], [2, ""])
    assert.match(err, /^quire: --port must be an integer from 0 to 65535, not "http".*\n$/)
    assert.lengthOf(lines(err), 1)
  })

  it("prints the usage for --help, whatever other arguments there are", async () => {
    const { code, err, out } = await commands.start(["serve", "--port", "x", "--help"]).end()
    assert.deepStrictEqual([code, err], [0, ""])
    assert.match(out, /quire serve/)
  })
})
