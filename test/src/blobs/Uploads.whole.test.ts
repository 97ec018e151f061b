import { connect } from "node:net"
import { Engine } from "@quire/core"
import { Effect, Layer, type Scope } from "effect"
import { assert, describe, it } from "vitest"
import { bucket, folder, type Place, portsAt } from "../backup/places.ts"
import * as World from "../contract/world.ts"
import { incompressible } from "../support/countedBlobs.ts"
import * as Server from "../support/server.ts"

const mebibyte = 1_048_576
const whole = incompressible(11 * mebibyte)

/** Sends the head of a request and half of its body, and cuts the connection. */
const cut = async (base: string, path: string, token: string, offset: number) => {
  const { hostname, port } = new URL(base)
  const socket = connect({ host: hostname, port: Number(port) })
  const head = [
    `PATCH ${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${token}`,
    "Content-Type: application/offset+octet-stream",
    `Upload-Offset: ${offset}`,
    `Content-Length: ${4 * mebibyte}`
  ]
  socket.write(`${head.join("\r\n")}\r\n\r\n`)
  await new Promise((resolve) => socket.write(whole.subarray(offset, offset + 2 * mebibyte), resolve))
  socket.destroy()
}

const places: ReadonlyArray<
  readonly [string, "memory" | "Postgres", Effect.Effect<Place | undefined, never, Scope.Scope>]
> = [
  ["memory", "memory", Effect.succeed(undefined)],
  ["a folder", "memory", folder],
  ["S3", "memory", bucket],
  ["Postgres", "Postgres", Effect.succeed(undefined)]
]

describe("an upload of 11 MiB over a connection that breaks", () => {
  it.each(places)("continues and has the same bytes in %s (rules upload-offset and blob-join)", (_, kind, make) =>
    Effect.gen(function* () {
      const place = yield* make
      const api = yield* Effect.acquireRelease(
        Effect.promise(() => Server.open(Layer.provideMerge(Engine.layer, portsAt(kind, place)))),
        ({ close }) => Effect.promise(close)
      )
      yield* Effect.promise(async () => {
        const [base, world] = [await api.listen(), await World.make(api, "http://127.0.0.1:1")]
        const { token } = world.people.admin
        const send = (method: string, path: string, type: string, body?: Uint8Array | string, headers = {}) =>
          fetch(`${base}${path}`, {
            method,
            headers: { authorization: `Bearer ${token}`, "content-type": type, ...headers },
            ...(body === undefined ? {} : { body: typeof body === "string" ? body : Uint8Array.from(body) })
          })
        const space = await world.space()
        const live = JSON.stringify({ editMode: "live" })
        assert.strictEqual((await send("PATCH", `/v1/spaces/${space}`, "application/json", live)).status, 200)
        const created = await send(
          "POST",
          `/v1/spaces/${space}/uploads?name=film.bin&size=${whole.length}`,
          "application/octet-stream",
          whole.subarray(0, 4 * mebibyte)
        )
        assert.strictEqual(created.status, 201)
        assert.strictEqual(created.headers.get("upload-offset"), String(4 * mebibyte))
        const path = new URL(created.headers.get("location") ?? "").pathname
        await cut(base, path, token, 4 * mebibyte)
        const tus = "application/offset+octet-stream"
        const append = (from: number, to: number) =>
          send("PATCH", path, tus, whole.subarray(from, to), {
            "upload-offset": String(from),
            "tus-resumable": "1.0.0"
          })
        const wrong = await append(6 * mebibyte, whole.length)
        assert.strictEqual(wrong.status, 409)
        assert.include(await wrong.text(), `must be ${4 * mebibyte}`)
        for (let from = 4 * mebibyte; from < whole.length; ) {
          const head = await send("HEAD", path, tus)
          assert.deepStrictEqual(
            ["upload-offset", "upload-length", "tus-resumable", "cache-control"].map((name) => head.headers.get(name)),
            [String(from), String(whole.length), "1.0.0", "no-store"]
          )
          const appended = await append(from, from + 4 * mebibyte)
          assert.strictEqual(appended.status, 204)
          from = Number(appended.headers.get("upload-offset"))
        }
        const upload = path.split("/").at(-1)
        const changes = JSON.stringify({ changes: [{ operation: "insert_files", files: [{ upload }] }] })
        const edited = await send("POST", `/v1/spaces/${space}/content`, "application/json", changes)
        assert.strictEqual(edited.status, 200)
        const { insertedFiles } = await edited.json()
        assert.strictEqual(insertedFiles[0].name, "film.bin")
        const file = await fetch(`${base}${new URL(insertedFiles[0].downloadURL).pathname}`)
        assert.isTrue(Buffer.from(await file.arrayBuffer()).equals(whole))
        assert.deepStrictEqual(api.failures, [])
      })
    }).pipe(Effect.scoped, Effect.runPromise)
  )
})
