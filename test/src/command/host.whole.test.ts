import * as fs from "node:fs/promises"
import { dirname, join } from "node:path"
import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { Quire } from "@quire/http"
import { productionOf } from "../../../scripts/dependencies.mjs"
import { documentOperations } from "../../../scripts/document.mjs"
import { errorsIn, operationsShown, unsaidIn } from "../../../scripts/signatures.mjs"
import { packAll, published, run } from "../support/packages.ts"
import { clear, root, workshop } from "../support/program.ts"
import { hostModules } from "./hostModules.ts"

let folder = ""

const install = async (name: string) => {
  const link = join(folder, "node_modules", name)
  await fs.mkdir(dirname(link), { recursive: true })
  await fs.symlink(join(root, "node_modules", name), link)
}

const unpack = async (name: string, tarball: string) => {
  const there = join(folder, "node_modules", name)
  await fs.mkdir(there, { recursive: true })
  const words = ["-xzf", tarball, "--strip-components=1", "-C", there]
  assert.deepStrictEqual(await run("tar", words, folder), { code: 0, out: "" })
}

/** What npm would install: the packages as they are published, and what they need, without what only we need. */
const installAll = async () => {
  const lock = JSON.parse(await fs.readFile(join(root, "package-lock.json"), "utf8"))
  for (const name of new Set(productionOf(lock).map((each) => each.name))) await install(name)
  for (const [name, tarball] of await packAll(join(folder, "packed"))) await unpack(name, tarball)
  documentOperations(join(folder, "node_modules/@quire/core/dist"), join(root, "packages/core/src"))
}

/** Functions of services that answer at once: no operations, so that hosts do not see them. */
const atOnce = new Set(["users.view"])

/** Examples with packages that a host need not have, or whose own declarations do not stand a check of libraries. */
const separate = new Set([
  "officialClient.ts",
  "change-request.ts",
  "host-tests.ts",
  "mount-express.ts",
  "mount-fastify.ts",
  "mount-hono.ts"
])

/** A module that gives on what the engine answers: one caller and each service. */
const giving = async () => {
  const quire = await Quire.open({ store: { kind: "memory" }, baseUrl: "http://quire.test" })
  const services: Array<readonly [string, object]> = []
  for (const name in quire.system) services.push([name, Reflect.get(quire.system, name)])
  await quire.close()
  return [
    'import { Quire, type UserId } from "@quire/http"',
    'export const quire = await Quire.open({ store: { kind: "memory" }, baseUrl: "http://quire.test" })',
    "export const as = (user: UserId) => quire.as(user)",
    "export const face = quire.system",
    'export const person = as("a" as UserId)',
    ...services.map(([service]) => `export const ${service} = face.${service}`),
    'import { createClient } from "@quire/client"',
    'export const client = createClient({ baseUrl: "http://quire.test", fetch: quire.handler })',
    "export const feed = quire.events",
    'import type { Event, EventOf, Organization, OrganizationId, Page, Space, SpaceId } from "@quire/http"',
    'export const told = ({ after, before }: EventOf<"spaces.update">) => ({ after, before })',
    "export const change = ({ after, before }: Event) => ({ after, before })",
    "export const spaceOf = (id: SpaceId): Promise<Space> => face.spaces.get(id)",
    "export const organizationOf = (id: OrganizationId): Promise<Organization> => face.organizations.get(id)",
    "export const titleOf = ({ title }: Page): string => title"
  ].join("\n")
}

/** Libraries are checked; what Effect says of the Web's cryptography is in the library of browsers. */
const settings = {
  compilerOptions: {
    target: "ES2022",
    lib: ["ES2023", "DOM"],
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    rewriteRelativeImportExtensions: true,
    declaration: true,
    skipLibCheck: false
  },
  include: ["src", "examples/src"]
}

beforeAll(async () => {
  folder = await workshop()
  await fs.rm(join(folder, "node_modules"))
  await installAll()
  for (const name of ["@effect/vitest", "fast-check", "vitest"]) await install(name)
  const modules = await hostModules()
  assert.isAbove([...modules.values()].flat().filter((line) => line.startsWith("export ")).length, 2500)
  await fs.mkdir(join(folder, "results"))
  for (const [name, lines] of modules) await fs.writeFile(join(folder, `results/${name}.ts`), lines.join("\n"))
  await fs.mkdir(join(folder, "src"))
  await fs.writeFile(join(folder, "src/host.ts"), await giving())
  const examples = await fs.readdir(join(root, "examples/src"))
  for (const name of examples.filter((each) => !separate.has(each))) {
    await fs.cp(join(root, "examples/src", name), join(folder, "examples/src", name))
  }
  await fs.writeFile(
    join(folder, "package.json"),
    '{ "type": "module", "dependencies": { "@quire/client": "*", "@quire/http": "*" } }'
  )
})
afterAll(() => clear(folder))

const resolutions = {
  nodenext: { module: "NodeNext", moduleResolution: "NodeNext" },
  bundler: { module: "ESNext", moduleResolution: "Bundler" }
}

it.each(["nodenext", "bundler"] as const)(
  "TypeScript 7 with the resolution %s compiles a host that publishes inferred types, with library checks (rule host-types)",
  async (resolution) => {
    const outDir = `out-${resolution}`
    const compilerOptions = { ...settings.compilerOptions, ...resolutions[resolution], outDir }
    await fs.writeFile(join(folder, "tsconfig.json"), JSON.stringify({ ...settings, compilerOptions }))
    const words = [join(root, "node_modules/typescript/bin/tsc"), "-p", folder, "--pretty", "false"]
    assert.deepStrictEqual(await run(process.execPath, words, folder), { code: 0, out: "" })
    const written = await fs.readFile(join(folder, outDir, "src/host.d.ts"), "utf8")
    assert.include(written, "export declare const as: ")
  }
)

it("TypeScript 5.9 reports no error in a host, its declarations and those of the packages (rule host-types)", () => {
  assert.deepStrictEqual(errorsIn(join(folder, "src/host.ts"), join(folder, "node_modules/@quire")), [])
})

it.each([
  ["TypeScript 7", "typescript"],
  ["TypeScript 5.9", "typescript-api"]
])(
  "%s names in declarations the types of everything a host receives and of every result (rule host-types)",
  async (_, compiler) => {
    const compilerOptions = {
      ...settings.compilerOptions,
      ...resolutions.nodenext,
      skipLibCheck: true,
      outDir: "results"
    }
    await fs.writeFile(
      join(folder, "results/tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...compilerOptions, emitDeclarationOnly: true }, include: ["."] })
    )
    const words = [join(root, "node_modules", compiler, "bin/tsc"), "-p", join(folder, "results"), "--pretty", "false"]
    assert.deepStrictEqual(await run(process.execPath, words, folder), { code: 0, out: "" })
  }
)

it("requires from CommonJS every entry point of the packages except those of workers, styles and React (rule host-commonjs)", async () => {
  const entries: Array<string> = []
  for (const name of published) {
    const { exports } = JSON.parse(await fs.readFile(join(folder, `node_modules/@quire/${name}/package.json`), "utf8"))
    entries.push(...Object.keys(exports).map((entry) => join("@quire", name, entry)))
  }
  const required = entries.filter((entry) => !/-worker$|\.css$|\/react$/.test(entry))
  assert.isAbove(required.length, 10)
  const program = `for (const entry of ${JSON.stringify(required)}) require(entry)`
  await fs.writeFile(join(folder, "require.cjs"), program)
  assert.deepStrictEqual(await run(process.execPath, ["--no-warnings", "require.cjs"], folder), { code: 0, out: "" })
})

/** Where types say nothing, and why that is right. */
const unsaid: Readonly<Record<string, string>> = {
  "audit.list answers before": "JSON, of events of every type",
  "audit.list answers after": "JSON, of events of every type",
  "webhookDeliveries.get answers payload before": "JSON, as a webhook received it",
  "webhookDeliveries.get answers payload after": "JSON, as a webhook received it",
  "publications.open input unsigned": "claims of a visitor, of whom anybody may have said anything",
  "publications.open answers seen conditions valueOf answers": "what an expression over claims comes to",
  "sites.update input agentsContext": "official clients send it, and it is not looked at",
  "changeRequests.create input agentTaskId": "official clients send it, and it is not looked at"
}

it.each([
  ["the host", "face"],
  ["a person", "person"]
])("declares the arguments and result of each operation in the %s host API (rule host-said)", (_, name) => {
  const found = unsaidIn(join(folder, "src/host.ts"), name, join(folder, "node_modules/@quire"))
  assert.deepStrictEqual(found.toSorted(), Object.keys(unsaid).toSorted())
})

it("shows a description and parameter names of each host operation in an editor (rule host-documented)", () => {
  const shown = operationsShown(join(folder, "src/host.ts"), "face").filter(({ name }) => !atOnce.has(name))
  assert.isAbove(shown.length, 300)
  assert.deepStrictEqual(
    shown.filter(({ documentation }) => !/^[A-Z][\s\S]+\.$/.test(documentation)).map(({ name }) => name),
    []
  )
  assert.deepStrictEqual(
    shown.filter(({ parameters }) => parameters.some((name) => /^(?:args|input|_)_\d+$/.test(name))),
    []
  )
})
