import * as fs from "node:fs/promises"
import { basename, join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { clear, root, workshop } from "../support/program.ts"
import { Command, Commands, call, curl } from "./Commands.ts"

let commands: Commands
beforeAll(async () => {
  commands = await Commands.open()
})
afterAll(() => commands.close())

/** Makes a process write down every file that it loads. */
const watching = async (folder: string) => {
  const [log, hooks, register] = ["loaded.txt", "hooks.mjs", "register.mjs"].map((name) => join(folder, name))
  assert(log !== undefined && hooks !== undefined && register !== undefined)
  await fs.writeFile(
    hooks,
    `import { appendFileSync } from "node:fs"
export const load = (url, context, next) => {
  appendFileSync(${JSON.stringify(log)}, url + "\\n")
  return next(url, context)
}`
  )
  await fs.writeFile(
    register,
    `import { register } from "node:module"
register(${JSON.stringify(pathToFileURL(hooks).href)})`
  )
  return { option: `--import=${register}`, loaded: async () => (await fs.readFile(log, "utf8")).trim().split("\n") }
}

const packageOf = (source: string) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]

describe("the modules that a start loads", () => {
  const later = ["file-type", "fflate", "image-size", "mime", "nodemailer", "undici", "yauzl"]

  it("excludes what only some requests and commands need", async () => {
    const { loaded, option } = await watching(commands.folder)
    const server = commands.start(["serve", "--store", "memory", "--port", "0"], { NODE_OPTIONS: option })
    const base = await server.url()
    const { token, url } = curl(server.out)
    const space = await call(url, token, { title: "A space", editMode: "live" })
    assert.strictEqual(space.status, 201)
    const packages = async () => {
      const files = new Set((await loaded()).map((file) => basename(file)))
      const outputs = Object.entries(commands.program.outputs).filter(([file]) => files.has(basename(file)))
      const sources = outputs.flatMap(([, { inputs }]) => Object.keys(inputs))
      return new Set(sources.map((source) => packageOf(source) ?? source))
    }
    const atStart = await packages()
    assert.isTrue(atStart.has("effect") && atStart.has("packages/core/src/Engine.ts"))
    assert.deepStrictEqual(
      [...later, "fast-check"].filter((name) => atStart.has(name)),
      []
    )
    assert.deepStrictEqual(
      [...atStart].filter((name) => /\/testing\/|\/documentation\/(OpenApi|Reference)/.test(name)),
      []
    )
    const source = { source: "website", url: "http://127.0.0.1/" }
    assert.strictEqual((await call(`${base}/v1/spaces/${space.json.id}/content/import`, token, source)).status, 422)
    assert.isTrue((await packages()).has("undici"))
    assert.strictEqual((await server.stop()).code, 0)
  })
})

it("serves what was written before the process was killed, after a restart on its folder", async () => {
  const words = ["serve", "--data", join(commands.folder, "killed"), "--port", "0"]
  const first = commands.start(words)
  await first.url()
  const { token, url } = curl(first.out)
  const space = await call(url, token, { title: "Written" })
  await first.stop("SIGKILL")
  const second = commands.start(words)
  const base = await second.url()
  const found = await call(`${base}/v1/spaces/${space.json.id}`, token)
  assert.deepStrictEqual([found.status, found.json.id], [200, space.json.id])
  assert.strictEqual((await second.stop()).code, 0)
})

describe("npm start in a fresh copy", () => {
  let copy = ""
  const start = (...words: ReadonlyArray<string>) => new Command(["scripts/run.mjs", "start", ...words], copy, {}).end()

  beforeAll(async () => {
    copy = await workshop()
    const parts = ["scripts", "package.json", "package-lock.json", "tsconfig.base.json"]
    for (const name of ["core", "adapters", "reader", "http", "client", "editor", "console"])
      parts.push(`packages/${name}/src`)
    for (const name of ["index.html", "package.json", "vite.config.ts"]) parts.push(`packages/console/${name}`)
    for (const part of parts) await fs.cp(join(root, part), join(copy, part), { recursive: true })
  })
  afterAll(() => clear(copy))

  it("bundles once, compiles nothing and checks no types", async () => {
    const first = await start("--help")
    assert.strictEqual(first.code, 0, first.err)
    assert.match(first.out, /^Usage: quire <command>/)
    assert.strictEqual(first.err, "Bundling quire ...\nBuilding the console ...\n")
    const again = await start("--help")
    assert.deepStrictEqual([again.code, again.out, again.err], [0, first.out, ""])

    const changed = join(copy, "packages/http/src/bin/HelpTopics.ts")
    await fs.appendFile(changed, 'export const wrong: number = "a text"\n')
    const untyped = await start("--help")
    assert.deepStrictEqual([untyped.code, untyped.out, untyped.err], [0, first.out, "Bundling quire ...\n"])
    const made = await fs.readdir(copy, { recursive: true })
    assert.deepStrictEqual(
      made.filter((path) => !path.startsWith("node_modules") && /\.d\.ts$|\.tsbuildinfo$/.test(path)),
      []
    )
  })

  it("exits with 1 and the location if a source file cannot be read", async () => {
    await fs.appendFile(join(copy, "packages/http/src/bin/HelpTopics.ts"), "export const = 1\n")
    const { code, err, out } = await start("--help")
    assert.deepStrictEqual([code, out], [1, ""])
    assert.include(err, "packages/http/src/bin/HelpTopics.ts")
  })
})
