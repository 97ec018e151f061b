import { execFile } from "node:child_process"
import * as fs from "node:fs/promises"
import { dirname, join } from "node:path"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { Quire } from "@quire/http"
import { build } from "../../../scripts/build.mjs"
import { productionOf } from "../../../scripts/dependencies.mjs"
import { clear, root, workshop } from "../support/program.ts"

let folder = ""

const install = async (name: string) => {
  const link = join(folder, "node_modules", name)
  await fs.mkdir(dirname(link), { recursive: true })
  await fs.symlink(join(root, "node_modules", name), link)
}

/** What npm would install: the packages as they are published, and what they need, without what only we need. */
const installAll = async () => {
  const lock = JSON.parse(await fs.readFile(join(root, "package-lock.json"), "utf8"))
  for (const name of new Set(productionOf(lock).map((each) => each.name))) await install(name)
  for (const name of ["core", "adapters", "reader", "http"]) {
    const here = join(root, "packages", name)
    const there = join(folder, "node_modules/@quire", name)
    await fs.cp(join(here, "dist"), join(there, "dist"), { recursive: true })
    await fs.copyFile(join(here, "package.json"), join(there, "package.json"))
  }
}

/** Functions of services that answer at once: no operations, so that hosts do not see them. */
const atOnce = new Set(["users.view"])

/** Examples with packages that a host need not have, or whose own declarations do not stand a check of libraries. */
const beside = new Set(["officialClient.ts", "change-request.ts", "mount-express.ts", "mount-hono.ts"])

/** A module that gives on what the engine answers: one caller, each service and each operation. */
const giving = async () => {
  const quire = await Quire.open({ store: { kind: "memory" }, baseUrl: "http://quire.test" })
  const services = Object.entries(quire.system)
  await quire.close()
  const operations = services.flatMap(([service, face]) =>
    Object.keys(face)
      .filter((operation) => !atOnce.has(`${service}.${operation}`))
      .map((operation) => `export const ${service}_${operation} = face.${service}.${operation}`)
  )
  assert.isAbove(operations.length, 100)
  return [
    'import type * as Core from "@quire/core"',
    'import { Quire } from "@quire/http"',
    'export const quire = await Quire.open({ store: { kind: "memory" }, baseUrl: "http://quire.test" })',
    "export const as = (user: Core.UserId.UserId) => quire.as(user)",
    "export const face = quire.system",
    ...services.map(([service]) => `export const ${service} = face.${service}`),
    ...operations
  ].join("\n")
}

/** Libraries are checked; what Effect says of the Web's cryptography is in the library of browsers. */
const settings = {
  compilerOptions: {
    target: "ES2022",
    lib: ["ES2023", "DOM"],
    module: "NodeNext",
    moduleResolution: "NodeNext",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    rewriteRelativeImportExtensions: true,
    declaration: true,
    skipLibCheck: false,
    outDir: "out"
  },
  include: ["src", "examples/src"]
}

beforeAll(async () => {
  assert.strictEqual(await build("packages/http"), 0)
  folder = await workshop()
  await fs.rm(join(folder, "node_modules"))
  await installAll()
  await fs.mkdir(join(folder, "src"))
  await fs.writeFile(join(folder, "src/host.ts"), await giving())
  const examples = await fs.readdir(join(root, "examples/src"))
  for (const name of examples.filter((each) => !beside.has(each))) {
    await fs.cp(join(root, "examples/src", name), join(folder, "examples/src", name))
  }
  await fs.writeFile(
    join(folder, "package.json"),
    '{ "type": "module", "dependencies": { "@quire/core": "*", "@quire/http": "*" } }'
  )
  await fs.writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings))
}, 300_000)
afterAll(() => clear(folder))

it("a host compiles that publishes types of what it gives on, and checks libraries", { timeout: 300_000 }, async () => {
  const words = [join(root, "node_modules/typescript/bin/tsc"), "-p", folder, "--pretty", "false"]
  const { code, out } = await new Promise<{ readonly code: number; readonly out: string }>((resolve) => {
    const child = execFile(process.execPath, words, { cwd: folder }, (_, out) =>
      resolve({ code: child.exitCode ?? 1, out })
    )
  })
  assert.deepStrictEqual([code, out], [0, ""])
  assert.include(await fs.readFile(join(folder, "out/src/host.d.ts"), "utf8"), "export declare const as: ")
})
