import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs/promises"
import { createServer } from "node:net"
import { dirname, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { packAll, run } from "../support/packages.ts"
import { clear, root, workshop } from "../support/program.ts"

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
  const [route = ""] = example.split("// What Next.js does")
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

const install = async (): Promise<string | undefined> => {
  const folder = await workshop()
  await fs.rm(join(folder, "node_modules"))
  const tarballs = [...(await packAll(join(folder, "packed")))].map(([name, path]) => [name, `file:${path}`])
  const ours = Object.fromEntries(tarballs)
  await fs.writeFile(
    join(folder, "package.json"),
    JSON.stringify({ private: true, dependencies: { ...versions, ...ours }, overrides: ours })
  )
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"]
  const { code } = await run("npm", words, folder)
  if (code === 0) return folder
  await clear(folder)
  return undefined
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === "object" && address !== null ? address.port : 0
}

const folder = await install()
if (folder === undefined) console.warn("Next.js and NestJS are not tried: the registry of packages did not answer.")

describe.skipIf(folder === undefined)("a host of another framework (rule host-frameworks)", () => {
  const there = folder ?? ""
  const started: Array<ChildProcess> = []

  beforeAll(async () => {
    for (const [name, text] of Object.entries(await filesOf())) {
      await fs.mkdir(dirname(join(there, name)), { recursive: true })
      await fs.writeFile(join(there, name), text)
    }
  })
  afterAll(async () => {
    for (const child of started.filter(({ exitCode }) => exitCode === null)) {
      child.kill("SIGTERM")
      await once(child, "exit")
    }
    await clear(there)
  })

  /** Starts a program that serves at a port, and returns what it says of its health below the path of the engine. */
  const healthOf = async (words: ReadonlyArray<string>, cwd: string, port: number) => {
    const env = { ...process.env, NODE_ENV: "production" as const, PORT: String(port) }
    const child = spawn(process.execPath, words, { cwd, env, stdio: ["ignore", "pipe", "inherit"] })
    started.push(child)
    await new Promise((resolve) => {
      child.once("exit", resolve)
      child.stdout.on("data", (chunk) => /Ready in|listening/.test(String(chunk)) && resolve(undefined))
    })
    const answer = await fetch(`http://127.0.0.1:${port}/docs/api/healthz`)
    return { status: answer.status, text: await answer.text() }
  }

  it("is built by Next.js and serves the API from a route", async () => {
    const next = join(there, "node_modules/next/dist/bin/next")
    const cwd = join(there, "next")
    const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" }
    const built = await run(process.execPath, [next, "build"], cwd, env)
    assert.strictEqual(built.code, 0, built.out)
    const port = await freePort()
    const health = await healthOf([next, "start", "-H", "127.0.0.1", "-p", String(port)], cwd, port)
    assert.deepStrictEqual(health, { status: 200, text: '{"status":"ok"}' })
  })

  it("is compiled to CommonJS by NestJS and serves the API as middleware", async () => {
    const cwd = join(there, "nest")
    const built = await run(process.execPath, [join(there, "node_modules/typescript/bin/tsc")], cwd)
    assert.deepStrictEqual(built, { code: 0, out: "" })
    assert.include(await fs.readFile(join(cwd, "dist/main.js"), "utf8"), 'require("@quire/http")')
    const health = await healthOf(["dist/main.js"], cwd, await freePort())
    assert.deepStrictEqual(health, { status: 200, text: '{"status":"ok"}' })
  })
})
