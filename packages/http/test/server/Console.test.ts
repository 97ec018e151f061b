import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Quire from "../../src/host/Quire.ts"
import { temporaryFolder } from "../support/temporaryFolder.ts"

const page = '<!doctype html><html><head><base href="/app/"><script type="module" src="./assets/main-1.js"></script>'

const files: { readonly [path: string]: string } = {
  "index.html": page,
  "LICENSES.txt": "MIT",
  "assets/main-1.js": `export const text = "${"a".repeat(600)}"`,
  "assets/main-1.css": "body{color:red}",
  "assets/font-1.woff2": "wOF2",
  "assets/unknown-1.bin": "bytes"
}

const writeConsole = (folder: string) =>
  Effect.promise(async () => {
    await mkdir(join(folder, "assets"))
    for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
  })

type Options = Partial<Quire.Options>

/** An engine that serves a console, unless the options name another folder. */
const openEngine = (given: Options = {}) =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    yield* writeConsole(folder)
    const options = { store: { kind: "memory" }, baseUrl: "http://quire.test", upkeep: "off" } as const
    return yield* Effect.acquireRelease(
      Effect.tryPromise({
        try: () => Quire.open({ ...options, consoleFolder: folder, ...given }),
        catch: (error) => (error instanceof Error ? error.message : String(error))
      }),
      (quire) => Effect.promise(() => quire.close())
    )
  })

const send = (quire: Quire.Quire, url: string, init: RequestInit = {}) =>
  Effect.promise(async () => {
    const response = await quire.handler(new Request(url, { redirect: "manual", ...init }))
    const { headers, status } = response
    return { status, headers, text: await response.text() }
  })

const fromPage = { "sec-fetch-site": "same-origin", "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" }

/** Signs in with the form of a one-time link; returns the redirect and the session's cookie. */
const signIn = (quire: Quire.Quire) =>
  Effect.gen(function* () {
    const { code } = yield* Effect.promise(async () => {
      const { id } = await quire.system.users.ensure({ email: "ada@quire.test", displayName: "Ada" })
      return quire.system.signIn.start(id)
    })
    const body = new URLSearchParams({ code })
    const { headers } = yield* send(quire, "http://quire.test/sign-in", { method: "POST", body, headers: fromPage })
    return { location: headers.get("location"), cookie: headers.getSetCookie().map((cookie) => cookie.split(";")[0]) }
  })

describe("the console of a server", () => {
  it.effect.each(["/app", "/app/", "/app/s/unknown/p/unknown", "/app/c/x?y=1", "/app/index.html"])(
    "returns its page at %s (rule console-served)",
    (path) =>
      Effect.gen(function* () {
        const answer = yield* send(yield* openEngine(), `http://quire.test${path}`)
        assert.deepStrictEqual([answer.status, answer.text], [200, page])
        assert.strictEqual(answer.headers.get("cache-control"), "no-cache")
        assert.strictEqual(answer.headers.get("content-type"), "text/html; charset=utf-8")
      })
  )

  it.effect("returns its files with their types, and those of assets as immutable (rule console-served)", () =>
    Effect.gen(function* () {
      const quire = yield* openEngine()
      const typeAndCaching = (path: string) =>
        Effect.map(send(quire, `http://quire.test/app/${path}`), ({ headers, status, text }) => {
          assert.deepStrictEqual([status, text], [200, files[path]])
          return [headers.get("content-type"), headers.get("cache-control")]
        })
      const immutable = "public, max-age=31536000, immutable"
      assert.deepStrictEqual(yield* typeAndCaching("assets/main-1.js"), ["text/javascript; charset=utf-8", immutable])
      assert.deepStrictEqual(yield* typeAndCaching("assets/main-1.css"), ["text/css; charset=utf-8", immutable])
      assert.deepStrictEqual(yield* typeAndCaching("assets/font-1.woff2"), ["font/woff2", immutable])
      assert.deepStrictEqual(yield* typeAndCaching("assets/unknown-1.bin"), ["application/octet-stream", immutable])
      assert.deepStrictEqual(yield* typeAndCaching("LICENSES.txt"), ["text/plain; charset=utf-8", "no-cache"])
    })
  )

  it.effect("compresses its scripts if the browser accepts it", () =>
    Effect.gen(function* () {
      const headers = { "accept-encoding": "br" }
      const answer = yield* send(yield* openEngine(), "http://quire.test/app/assets/main-1.js", { headers })
      assert.strictEqual(answer.headers.get("content-encoding"), "br")
    })
  )

  it.effect("returns 404 for a missing asset, so that it is not run as a page (rule console-served)", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* send(yield* openEngine(), "http://quire.test/app/assets/main-2.js")).status, 404)
    })
  )

  it.effect("allows its own scripts alone and requires trusted types (rule console-policy)", () =>
    Effect.gen(function* () {
      const { headers } = yield* send(yield* openEngine(), "http://quire.test/app/")
      const policy = (headers.get("content-security-policy") ?? "").split("; ")
      assert.include(policy, "default-src 'none'")
      assert.include(policy, "script-src quire.test/app/assets/ http://quire.test/app/assets/")
      assert.include(policy, "connect-src quire.test/v1/ http://quire.test/v1/")
      assert.include(policy, "frame-ancestors 'none'")
      assert.include(policy, "require-trusted-types-for 'script'")
      assert.include(policy, "trusted-types quire-editor")
    })
  )

  it.effect("has its path below that of the base URL, which a host may remove (rule mount-prefix)", () =>
    Effect.gen(function* () {
      const quire = yield* openEngine({ baseUrl: "http://quire.test/docs/engine" })
      for (const path of ["/docs/engine/app/s/x", "/app/s/x"]) {
        const { text } = yield* send(quire, `http://quire.test${path}`)
        assert.include(text, '<base href="/docs/engine/app/">')
      }
    })
  )

  it.effect("follows the path of the application's URL", () =>
    Effect.gen(function* () {
      const quire = yield* openEngine({ appUrl: "http://quire.test/write" })
      const { text } = yield* send(quire, "http://quire.test/write/s/x")
      assert.include(text, '<base href="/write/">')
      assert.strictEqual((yield* send(quire, "http://quire.test/app/")).status, 404)
      assert.strictEqual((yield* send(quire, "http://quire.test/")).headers.get("location"), "http://quire.test/write/")
    })
  )

  it.effect("receives browsers that sign in or open the root (rule console-served)", () =>
    Effect.gen(function* () {
      const quire = yield* openEngine()
      const home = "http://quire.test/app/"
      assert.strictEqual((yield* send(quire, "http://quire.test/")).headers.get("location"), home)
      const { cookie, location } = yield* signIn(quire)
      assert.strictEqual(location, home)
      const headers = { ...fromPage, cookie: cookie.join("; ") }
      const opened = (query: string) =>
        Effect.map(send(quire, `http://quire.test/sign-in${query}`, { headers }), (answer) => [
          answer.status,
          answer.headers.get("location")
        ])
      assert.deepStrictEqual(yield* opened(""), [303, home])
      assert.deepStrictEqual(yield* opened("?return=/app/s/x"), [303, "http://quire.test/app/s/x"])
      assert.deepStrictEqual(yield* opened("?return=//evil.test/"), [303, home])
    })
  )

  it.effect("stays unserved without a folder", () =>
    Effect.gen(function* () {
      const quire = yield* openEngine({ consoleFolder: undefined })
      assert.strictEqual((yield* send(quire, "http://quire.test/app/")).status, 404)
      assert.strictEqual(
        (yield* send(quire, "http://quire.test/")).headers.get("location"),
        "http://quire.test/sign-in"
      )
      assert.strictEqual((yield* signIn(quire)).location, "http://quire.test/sign-in")
    })
  )

  const place = "must be below the base URL, at a path that the server does not use, if the server serves the console"
  it.effect.each<readonly [Options, string]>([
    [{ consoleFolder: "/no/such/folder" }, "consoleFolder must be the folder of a built console"],
    [{ consoleFolder: import.meta.dirname }, "consoleFolder must be the folder of a built console"],
    [{ appUrl: "http://app.quire.test" }, `appUrl ${place}`],
    [{ appUrl: "http://quire.test" }, `appUrl ${place}`],
    [{ appUrl: "http://quire.test/v1" }, `appUrl ${place}`],
    [{ appUrl: "http://quire.test/app", baseUrl: "http://quire.test/docs" }, `appUrl ${place}`]
  ])("refuses to open with %j", ([options, message]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* Effect.flip(openEngine(options)), message)
    })
  )
})
