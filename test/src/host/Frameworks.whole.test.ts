import * as fs from "node:fs/promises"
import { dirname, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { freePort, installed, makePrograms } from "../support/hostProjects.ts"
import { run } from "../support/packages.ts"
import { clear, root } from "../support/program.ts"

/** The packages of the frameworks, in the versions that the guide is tried with. */
const versions = {
  "@nestjs/common": "12.5.1",
  "@nestjs/core": "12.5.1",
  "@nestjs/platform-express": "12.5.1",
  "@types/node": "^20.19.0",
  "@types/react": "^19.2.0",
  next: "16.4.6",
  react: "^19.2.0",
  "react-dom": "^19.2.0",
  "reflect-metadata": "^0.2.2",
  rxjs: "^7.8.0",
  typescript: "5.9.3"
}

const nestProgram = `
import "reflect-metadata"
import { Module } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import { Quire } from "@quire/http"

@Module({})
class AppModule {}

async function main() {
  const quire = await Quire.open({ store: { kind: "memory" }, baseUrl: "https://acme.example/docs/api" })
  const app = await NestFactory.create(AppModule)
  app.use("/docs/api", Quire.toNodeHandler(quire.handler))
  await app.listen(Number(process.env.PORT), "127.0.0.1")
  console.log("listening")
}

void main()
`

/** The part of the example that a host writes: what follows it calls it in place of Next.js. */
const routeOfNext = async () => {
  const example = await fs.readFile(join(root, "examples/src/next-route.ts"), "utf8")
  const [route = ""] = example.split("// The following code does what Next.js would do")
  return route.replace('import { strictEqual } from "node:assert/strict"\n', "")
}

const filesOf = async () => ({
  "next/app/docs/api/[...path]/route.ts": await routeOfNext(),
  "next/app/layout.tsx":
    "export default ({ children }: { children: React.ReactNode }) => <html><body>{children}</body></html>\n",
  "next/app/page.tsx": "export default () => <p>Acme</p>\n",
  "next/next.config.mjs": 'export default { serverExternalPackages: ["@quire/http"] }\n',
  "next/package.json": '{ "private": true }\n',
  "nest/package.json": '{ "private": true }\n',
  "nest/tsconfig.json": JSON.stringify({
    compilerOptions: {
      module: "nodenext",
      target: "ES2023",
      strict: true,
      skipLibCheck: true,
      emitDecoratorMetadata: true,
      experimentalDecorators: true,
      outDir: "dist"
    },
    include: ["main.ts"]
  }),
  "nest/main.ts": nestProgram
})

const folder = await installed(versions)
if (folder === undefined) console.warn("Next.js and NestJS are not tried: the registry of packages did not answer.")

describe.skipIf(folder === undefined)("a host of another framework (rule host-frameworks)", () => {
  const there = folder ?? ""
  const programs = makePrograms()

  beforeAll(async () => {
    for (const [name, text] of Object.entries(await filesOf())) {
      await fs.mkdir(dirname(join(there, name)), { recursive: true })
      await fs.writeFile(join(there, name), text)
    }
  })
  afterAll(async () => {
    await programs.end()
    await clear(there)
  })

  /** Starts a program that serves at a port, and returns what it says of its health below the path of the engine. */
  const healthOf = async (words: ReadonlyArray<string>, cwd: string, port: number) => {
    await programs.start(words, cwd, { PORT: String(port) })
    const answer = await fetch(`http://127.0.0.1:${port}/docs/api/healthz`)
    return { status: answer.status, text: await answer.text() }
  }

  it("serves the API from a route of a production build with Next.js", async () => {
    const next = join(there, "node_modules/next/dist/bin/next")
    const cwd = join(there, "next")
    const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" }
    const built = await run(process.execPath, [next, "build"], cwd, env)
    assert.strictEqual(built.code, 0, built.out)
    const port = await freePort()
    const health = await healthOf([next, "start", "-H", "127.0.0.1", "-p", String(port)], cwd, port)
    assert.deepStrictEqual(health, { status: 200, text: '{"status":"ok"}' })
  })

  it("serves the API as middleware of NestJS compiled to CommonJS", async () => {
    const cwd = join(there, "nest")
    const built = await run(process.execPath, [join(there, "node_modules/typescript/bin/tsc")], cwd)
    assert.deepStrictEqual(built, { code: 0, out: "" })
    assert.include(await fs.readFile(join(cwd, "dist/main.js"), "utf8"), 'require("@quire/http")')
    const health = await healthOf(["dist/main.js"], cwd, await freePort())
    assert.deepStrictEqual(health, { status: 200, text: '{"status":"ok"}' })
  })
})
