import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { DescriptionReader } from "@quire/core"
import { Effect, Layer } from "effect"
import * as DescriptionAdapter from "../../src/openapi/DescriptionAdapter.ts"
import { limits } from "../../src/openapi/DescriptionLimits.ts"
import { hostile } from "./hostile.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)

const read = (bytes: Uint8Array) => Effect.flatMap(DescriptionReader.DescriptionReader, (reader) => reader.read(bytes))

/** The problem of a refusal, or what was read. */
const outcomeOf = (bytes: Uint8Array) =>
  Effect.match(read(bytes), { onFailure: ({ problem }) => problem, onSuccess: () => "read" })

const large = () => {
  const paths = Object.fromEntries(
    Array.from({ length: 3_000 }, (_, at) => [
      `/p${at}`,
      { get: { summary: "x".repeat(1_800), responses: { 200: { description: "x".repeat(1_800) } } } }
    ])
  )
  return bytesOf(JSON.stringify({ openapi: "3.0.0", info: { title: "Large", version: "1" }, paths }))
}

/** A program in place of the worker, in a separate folder. */
const withProgram = (source: string, milliseconds?: number) =>
  Layer.unwrap(
    Effect.map(
      Effect.acquireRelease(
        Effect.promise(async () => {
          const folder = await mkdtemp(join(tmpdir(), "description-"))
          await writeFile(join(folder, "program.mjs"), source)
          return folder
        }),
        (folder) => Effect.promise(() => rm(folder, { recursive: true }))
      ),
      (folder) => DescriptionAdapter.layerOf({ path: join(folder, "program.mjs"), heapMegabytes: 64 }, milliseconds)
    )
  )

const begin = 'process.send({ _tag: "Begun" });'

layer(DescriptionAdapter.layer, { excludeTestServices: true })("DescriptionAdapter", (it) => {
  it.effect("reads the same in a separate process as in this one, also in pieces", () =>
    Effect.gen(function* () {
      const bytes = large()
      assert.isAbove(bytes.length, 5_000_000)
      const here = yield* Effect.provide(read(bytes), DescriptionAdapter.layerHere)
      assert.deepStrictEqual(yield* read(bytes), here)
      assert.strictEqual(here.operations, 3_000)
      assert.isAbove(here.parts.length, 50)
    })
  )

  it.effect(
    `withstands ${hostile.length} hostile descriptions, and requests no address (rule description-bounds)`,
    () =>
      Effect.gen(function* () {
        let connections = 0
        const server = createServer(() => void connections++)
        yield* Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)))
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        for (const [name, text, verdict] of hostile) {
          const outcome = yield* outcomeOf(bytesOf(text.replaceAll("127.0.0.1:1", `127.0.0.1:${port}`)))
          if (verdict === "read") assert.strictEqual(outcome, "read", name)
          else assert.match(outcome, verdict, name)
        }
        yield* Effect.promise(() => new Promise<void>((resolve) => server.close(() => resolve())))
        assert.strictEqual(connections, 0)
        assert.isUndefined(Reflect.get(Object.prototype, "type"))
      })
  )

  it.effect("blocks no other work while it reads (rule description-bounds)", () =>
    Effect.gen(function* () {
      const slow = `openapi: 3.0.0\ninfo: {title: T, version: "1"}\npaths: {}\nx-a:\n${"- {a: 1, b: [c, d]}\n".repeat(10_000)}`
      yield* outcomeOf(bytesOf(slow.slice(0, 1_000)))
      let turns = 0
      const count = setInterval(() => void turns++, 1)
      assert.strictEqual(yield* outcomeOf(bytesOf(slow)), "read")
      clearInterval(count)
      assert.isAbove(turns, 20)
    })
  )

  it.effect("ends a process that takes too long or too much memory, and continues (rule description-bounds)", () =>
    Effect.gen(function* () {
      const hanging = withProgram(`${begin} process.on("message", () => { for (;;) {} })`, 500)
      assert.strictEqual(
        yield* Effect.provide(outcomeOf(bytesOf("x")), hanging),
        "parsing takes longer than 0.5 seconds"
      )
      const growing = withProgram(
        `${begin} process.on("message", () => { const all = []; for (;;) all.push(new Array(1e5).fill({})) })`
      )
      const tooMuch = "parsing needs more memory than is allowed for one description"
      assert.strictEqual(yield* Effect.provide(outcomeOf(bytesOf("x")), growing), tooMuch)
      const silent = withProgram(`${begin} process.on("message", () => process.exit(1))`)
      assert.strictEqual(yield* Effect.provide(outcomeOf(bytesOf("x")), silent), tooMuch)
      assert.strictEqual(yield* outcomeOf(bytesOf("[")), "it is not valid JSON: Unexpected end of JSON input")
      assert.isBelow(limits.yamlCharacters, limits.characters)
    })
  )
})
