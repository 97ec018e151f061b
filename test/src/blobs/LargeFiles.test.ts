import { existsSync } from "node:fs"
import { join } from "node:path"
import S3rver from "@20minutes/s3rver"
import { Effect, Exit, Redacted, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Database from "../support/database.ts"
import { clear, program, workshop } from "../support/program.ts"
import { type Given, start } from "./large.ts"

const mebibyte = 1_048_576
const size = 100 * mebibyte

/** What serving it may take more, in megabytes. */
const allowed = 20

/** Servers that are tried: what else a process does meanwhile only adds to what it takes. */
const attempts = 3

describe.skipIf(!existsSync("/proc/self/clear_refs"))("a file of 100 MiB", () => {
  const scope = Effect.runSync(Scope.make())
  let folder = ""
  let path = ""
  let s3: S3rver
  beforeAll(async () => {
    folder = await workshop()
    path = (await program({ largeServer: "test/src/blobs/largeServer.ts" }, folder)).path
    s3 = new S3rver({
      address: "127.0.0.1",
      port: 0,
      silent: true,
      directory: join(folder, "s3"),
      vhostBuckets: false,
      configureBuckets: [{ name: "quire", configs: [] }]
    })
  })
  afterAll(async () => {
    await s3.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await clear(folder)
  })

  const growthOf = async (name: string, options: Omit<Given, "size">) => {
    const server = await start(path, { size, ...options })
    try {
      for (let at = 0; at < 20; at++) await server.download(`bytes=${at * mebibyte}-${(at + 1) * mebibyte - 1}`)
      let whole = {}
      const { before, growth } = await server.growth(async () => {
        whole = await server.download()
      })
      assert.deepStrictEqual(whole, { status: 200, bytes: size })
      console.info(`a file of 100 MiB from ${name}: ${growth.toFixed(1)} MB more than ${before.toFixed(0)}`)
      return growth
    } finally {
      await server.stop()
    }
  }

  const places: ReadonlyArray<readonly [string, () => Promise<Omit<Given, "size">>]> = [
    [
      "a folder",
      async () => ({ store: { kind: "memory" }, blobs: { kind: "folder", directory: join(folder, "files") } })
    ],
    [
      "S3",
      async () => {
        const { port } = await s3.run()
        const keys = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" }
        const endpoint = `http://127.0.0.1:${port}`
        return { store: { kind: "memory" }, blobs: { kind: "s3", bucket: "quire", endpoint, ...keys } }
      }
    ],
    [
      "Postgres",
      async () => {
        const { database, host, password, port, username } = await Effect.runPromise(
          Scope.provide(Database.fresh, scope)
        )
        const url = `postgres://${username}:${Redacted.value(password)}@${host}:${port}/${database}`
        return { store: { kind: "postgres", url }, blobs: { kind: "store" } }
      }
    ]
  ]

  it.each(places)(
    `is served from %s with less than ${allowed} MB more memory (rule blob-pieces)`,
    async (name, given) => {
      const options = await given()
      let least = Number.POSITIVE_INFINITY
      for (let attempt = 0; attempt < attempts && least >= allowed; attempt++) {
        least = Math.min(least, await growthOf(name, options))
      }
      assert.isBelow(least, allowed)
    },
    240_000
  )
})
