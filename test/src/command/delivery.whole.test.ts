import * as fs from "node:fs/promises"
import { dirname, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Commands, call, failureOf } from "./Commands.ts"

let commands: Commands
beforeAll(async () => {
  commands = await Commands.open()
})
afterAll(() => commands.close())

const memory = ["serve", "--store", "memory", "--port", "0"]

/** Whatever looks like a token of ours. */
const token = /quire_\w{16,}/

/** A run of a server until it listens. */
const served = async (variables: Readonly<Record<string, string>>) => {
  const server = commands.start(memory, variables)
  const url = await server.url()
  return { url, stop: () => server.stop(), server }
}

const inFolder = (name: string) => join(commands.folder, name)

describe("the token of the first start (rule first-token-unseen)", () => {
  it("stays unprinted without a terminal, and the log says how to create one", async () => {
    const { stop } = await served({ QUIRE_BOOTSTRAP_TOKEN_FILE: "" })
    const { code, err, out } = await stop()
    assert.strictEqual(code, 0)
    assert.notMatch(out + err, token)
    assert.match(
      out,
      /not printed because standard output is not a terminal\. .*quire token create.*--bootstrap-token-file/
    )
  })

  it("writes the token to a file for its owner only, and the token works", async () => {
    const path = inFolder("written")
    const { stop, url } = await served({ QUIRE_BOOTSTRAP_TOKEN_FILE: path })
    const written = await fs.readFile(path, "utf8")
    assert.match(written, /^quire_\w+\n$/)
    assert.strictEqual((await fs.stat(path)).mode & 0o777, 0o600)
    assert.strictEqual((await call(`${url}/v1/orgs`, written.trim())).status, 200)
    const { err, out } = await stop()
    assert.notMatch(out + err, token)
    assert.include(out, `The token is in ${path}.`)
    assert.include(out, `Bearer $(cat ${path})`)
  })

  it("reads the token from an existing file and leaves the file unchanged", async () => {
    const path = inFolder("chosen")
    const chosen = "chosen-by-the-operator-in-a-file"
    await fs.writeFile(path, `${chosen}\n`, { mode: 0o640 })
    const { stop, url } = await served({ QUIRE_BOOTSTRAP_TOKEN_FILE: path })
    assert.strictEqual((await call(`${url}/v1/orgs`, chosen)).status, 200)
    const { err, out } = await stop()
    assert.notInclude(out + err, chosen)
    assert.deepStrictEqual(
      [await fs.readFile(path, "utf8"), (await fs.stat(path)).mode & 0o777],
      [`${chosen}\n`, 0o640]
    )
  })

  it("requires 32 characters or more in a file too", async () => {
    const path = inFolder("length")
    await fs.writeFile(path, `${"t".repeat(31)}\n`)
    const { code, err } = await commands.start(memory, { QUIRE_BOOTSTRAP_TOKEN_FILE: path }).end()
    assert.deepStrictEqual([code, failureOf(err)], [1, `the token in "${path}" must have 32 characters or more`])
    await fs.writeFile(path, `${"t".repeat(32)}\n`)
    const { stop, url } = await served({ QUIRE_BOOTSTRAP_TOKEN_FILE: path })
    assert.strictEqual((await call(`${url}/v1/orgs`, "t".repeat(32))).status, 200)
    await stop()
  })

  it("refuses to start before anything is created if its file cannot be written", async () => {
    const path = inFolder("no-such-folder/token")
    const { code, err, out } = await commands.start(memory, { QUIRE_BOOTSTRAP_TOKEN_FILE: path }).end()
    assert.deepStrictEqual([code, out], [1, ""])
    assert.match(
      failureOf(err),
      /^".*no-such-folder\/token" cannot be written: its folder does not exist or is not writable$/
    )
  })
})

describe("the sign-in link of the first start (rule first-link-unseen)", () => {
  /** Presses the button of the page that a link opens; returns where the browser is redirected to. */
  const follow = async (link: string) => {
    const { origin, searchParams } = new URL(link)
    const answer = await fetch(`${origin}/sign-in`, {
      method: "POST",
      redirect: "manual",
      headers: { origin },
      body: new URLSearchParams({ code: searchParams.get("code") ?? "" })
    })
    return { status: answer.status, cookies: answer.headers.getSetCookie().length }
  }

  const pathOf = (out: string) => /signs in the administrator once is in (\S+)\.$/m.exec(out)?.[1] ?? ""

  it("signs in once, from a file for its owner only, and is not in any output", async () => {
    const { server, stop, url } = await served({ QUIRE_BOOTSTRAP_TOKEN_FILE: "" })
    const path = pathOf(server.out)
    const link = (await fs.readFile(path, "utf8")).trim()
    assert.isTrue(link.startsWith(`${url}/sign-in?code=`), link)
    assert.strictEqual((await fs.stat(path)).mode & 0o777, 0o600)
    assert.deepStrictEqual(await follow(link), { status: 303, cookies: 1 })
    assert.deepStrictEqual(await follow(link), { status: 400, cookies: 0 })
    const { err, out } = await stop()
    assert.notInclude(out + err, link)
    await fs.rm(dirname(path), { recursive: true })
  })

  it("goes to the data folder of an embedded store at the first start only", async () => {
    const data = inFolder("linked")
    const start = ["serve", "--port", "0", "--store", "embedded", "--data", data]
    for (const expected of [join(data, "sign-in-link"), ""]) {
      const server = commands.start(start, { QUIRE_BOOTSTRAP_TOKEN_FILE: "" })
      await server.url()
      assert.strictEqual(pathOf(server.out), expected)
      await server.stop()
    }
  })

  it("names the command that creates it if the operator has set the token", async () => {
    const { stop } = await served({ QUIRE_BOOTSTRAP_TOKEN: "t".repeat(32) })
    assert.include((await stop()).out, "To sign in, create a link with: quire user link admin@localhost")
  })
})

it("reads a secret from a file like one from its variable (rule secret-files)", async () => {
  const path = inFolder("key")
  await fs.writeFile(path, `${"k".repeat(31)}\n`)
  const short = await commands.start(memory, { QUIRE_SECRET_KEY_FILE: path }).end()
  assert.deepStrictEqual([short.code, short.out], [2, ""])
  assert.match(short.err, /QUIRE_SECRET_KEY must have 32 characters/)
  await fs.writeFile(path, `${"k".repeat(32)}\n`)
  const { stop } = await served({ QUIRE_SECRET_KEY_FILE: path })
  assert.strictEqual((await stop()).code, 0)
})
