import { createHash } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import {
  BlobStore,
  ChangeRequests,
  ContentEdits,
  Contents,
  Files,
  JobControl,
  Members,
  Merging,
  Purge,
  Spaces,
  Upload,
  Uploads,
  type UserId,
  Users
} from "@quire/core"
import { Effect, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { png } from "../../support/docs.ts"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

const { limits } = Upload

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** The tag of the refusal, or `done`. */
const outcome = <A, E extends { readonly _tag: string }, R>(self: Effect.Effect<A, E, R>) =>
  Effect.match(self, { onFailure: ({ _tag }): string => _tag, onSuccess: () => "done" })

const setup = Effect.gen(function* () {
  const world = yield* found
  const spaces = yield* Spaces.Spaces
  const edits = yield* ContentEdits.ContentEdits
  const contents = yield* Contents.Contents
  const files = yield* Files.Files
  const uploads = yield* Uploads.Uploads
  const { id: space } = yield* as(world.admin)(spaces.create(world.organization, { editMode: "live" }))
  const mine = as(world.editor)
  const begin = (size: number, name = "a.txt") => mine(uploads.create(space, { name, size }))
  const append = (id: string, offset: number, bytes: Uint8Array) => mine(uploads.append(space, id, { offset, bytes }))
  const send = (text: string, name = "a.txt") => mine(uploads.create(space, { name }, { bytes: bytesOf(text) }))
  const insert = (upload: string, rest: object = {}, changeRequest?: string, who: UserId = world.editor) =>
    as(who)(
      edits.apply({ space, changeRequest }, { changes: [{ operation: "insert_files", files: [{ upload, ...rest }] }] })
    )
  /** The bytes at the address of a file. */
  const download = Effect.fnUntraced(function* (address: string) {
    const [, , ofSpace = "", file = "", key = ""] = new URL(address).pathname.split("/")
    const { stored } = yield* files.open(ofSpace, file, key)
    return yield* Stream.mkUint8Array(stored.read(0, stored.size))
  })
  return { ...world, append, begin, contents, download, edits, insert, mine, send, space, spaces, uploads }
})

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`uploads on ${name}`, (it) => {
    it.effect("become a file of a live space, described by their bytes (rule upload-use)", () =>
      Effect.gen(function* () {
        const { download, insert, mine, space, uploads } = yield* setup
        const upload = yield* mine(uploads.create(space, { name: "logo.png" }, { bytes: png }))
        assert.deepStrictEqual([upload.offset, upload.size], [png.length, png.length])
        const [file] = (yield* insert(upload.id)).insertedFiles
        assert.deepInclude(file, {
          name: "logo.png",
          contentType: "image/png",
          size: png.length,
          dimensions: { width: 2, height: 3 }
        })
        assert.deepStrictEqual(yield* download(file?.downloadURL ?? ""), Uint8Array.from(png))
        assert.strictEqual(yield* outcome(mine(uploads.get(space, upload.id))), "UploadNotFound")
        const refusal = yield* Effect.flip(insert(upload.id))
        assert.deepInclude(refusal, { _tag: "ReferenceNotFound", field: "changes.0.files.0.upload" })
      })
    )

    it.effect("become a file of a change request under another name and type (rule upload-use)", () =>
      Effect.gen(function* () {
        const { contents, download, editor, insert, mine, send, space, spaces, admin } = yield* setup
        const requests = yield* ChangeRequests.ChangeRequests
        const merging = yield* Merging.Merging
        yield* as(admin)(spaces.update(space, { editMode: "locked" }))
        const { id: request } = yield* mine(requests.create(space, { subject: "Files" }))
        const { id } = yield* send("text")
        assert.strictEqual(yield* outcome(insert(id)), "SpaceLocked")
        const [file] = (yield* insert(id, { name: "b.md", contentType: "text/x-b" }, request)).insertedFiles
        assert.deepInclude(file, { name: "b.md", contentType: "text/x-b", size: 4 })
        yield* as(admin)(merging.merge(space, request))
        const { items } = yield* as(editor)(contents.files({ space }, { limit: 10 }))
        assert.deepStrictEqual(yield* download(items[0]?.downloadURL ?? ""), bytesOf("text"))
      })
    )

    it.effect("have the same bytes however they are split (rule upload-offset)", () =>
      Effect.gen(function* () {
        const { append, begin, download, insert } = yield* setup
        const whole = Uint8Array.from({ length: 5_000 }, (_, at) => (at * 31 + (at >> 8)) % 256)
        const splits = fc.sample(fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 8 }), {
          numRuns: 12,
          seed: 7
        })
        for (const split of splits) {
          const cuts = [...new Set([0, ...split, whole.length])].sort((one, other) => one - other)
          const { id } = yield* begin(whole.length)
          for (const [index, end] of cuts.slice(1).entries()) {
            const from = cuts[index] ?? 0
            assert.strictEqual((yield* append(id, from, whole.subarray(from, end))).offset, end)
          }
          const [file] = (yield* insert(id)).insertedFiles
          assert.deepStrictEqual(yield* download(file?.downloadURL ?? ""), whole)
        }
      })
    )

    it.effect("continue at their offset only, and one of concurrent writers succeeds (rule upload-offset)", () =>
      Effect.gen(function* () {
        const { append, begin, insert, mine, space, uploads } = yield* setup
        const { id } = yield* begin(4)
        yield* append(id, 0, bytesOf("ab"))
        for (const offset of [0, 1, 3, 4]) {
          const refusal = yield* Effect.flip(append(id, offset, bytesOf("c")))
          assert.deepInclude(refusal, { _tag: "UploadOffsetMismatch", given: offset, offset: 2 })
        }
        const unfinished = yield* Effect.flip(insert(id))
        assert.include(unfinished.message, "must be complete: it has 2 of 4 bytes")
        const racing = Effect.all([outcome(append(id, 2, bytesOf("cd"))), outcome(append(id, 2, bytesOf("xy")))], {
          concurrency: 2
        })
        assert.sameMembers(yield* racing, ["done", "UploadOffsetMismatch"])
        assert.strictEqual((yield* mine(uploads.get(space, id))).offset, 4)
      })
    )

    it.effect("stay within limits of size, chunks and number (rule upload-expiry)", () =>
      Effect.gen(function* () {
        const { append, begin, insert, mine, send, space, uploads } = yield* setup
        assert.strictEqual((yield* begin(limits.fileBytes)).size, limits.fileBytes)
        assert.strictEqual(yield* outcome(begin(limits.fileBytes + 1)), "InputInvalid")
        const { id } = yield* begin(limits.chunkBytes + 1)
        const chunk = new Uint8Array(limits.chunkBytes + 1)
        assert.include(String(yield* Effect.flip(append(id, 0, chunk))), "at most 10485760 bytes")
        assert.strictEqual((yield* append(id, 0, chunk.subarray(1))).offset, limits.chunkBytes)
        assert.include(String(yield* Effect.flip(append(id, limits.chunkBytes, bytesOf("ab")))), "at most 1 bytes")
        const { id: empty } = yield* send("")
        assert.strictEqual((yield* insert(empty)).insertedFiles[0]?.size, 0)
        for (let made = 2; made < limits.perCreator; made++) yield* begin(1)
        assert.strictEqual(yield* outcome(begin(1)), "TooManyUploads")
        assert.isTrue(yield* mine(uploads.remove(space, id)))
        assert.isFalse(yield* mine(uploads.remove(space, id)))
        yield* begin(1)
      })
    )

    it.effect("have as many chunks as the limit, and not one more (rule upload-expiry)", () =>
      Effect.gen(function* () {
        const { append, begin } = yield* setup
        const { id } = yield* begin(limits.chunks + 1)
        for (let offset = 0; offset < limits.chunks; offset++) yield* append(id, offset, bytesOf("a"))
        assert.strictEqual(yield* outcome(append(id, limits.chunks, bytesOf("a"))), "TooManyChunks")
      })
    )

    it.effect("reach the limit of an organization, and do not exceed it (rule upload-expiry)", () =>
      Effect.gen(function* () {
        const { organization, space, uploads } = yield* setup
        const [users, members] = [yield* Users.Users, yield* Members.Members]
        const people: Array<UserId> = []
        for (let count = 0; count <= limits.perOrganization / limits.perCreator; count++) {
          const email = `uploader-${count}@${name}.test`
          const { id } = yield* asSystem(users.ensure({ email, displayName: "Uploader", emailVerified: true }))
          yield* asSystem(members.add(organization, id, "edit"))
          people.push(id)
        }
        const begin = (who: UserId) => as(who)(uploads.create(space, { name: "a.txt", size: 1 }))
        for (const who of people.slice(0, -1)) {
          for (let count = 0; count < limits.perCreator; count++) yield* begin(who)
        }
        for (const who of people.slice(-1)) {
          const refusal = yield* Effect.flip(begin(who))
          assert.deepInclude(refusal, { _tag: "TooManyUploads", of: "organization" })
        }
      })
    )

    it.effect("belong to their creator who may edit the space (rule upload-owner)", () =>
      Effect.gen(function* () {
        const { admin, creator, insert, reader, mine, organization, send, space, spaces, stranger, uploads } =
          yield* setup
        const { id } = yield* send("mine")
        const asked = (who: UserId) =>
          Effect.all([
            outcome(as(who)(uploads.create(space, { name: "a", size: 1 }))),
            outcome(as(who)(uploads.get(space, id))),
            outcome(as(who)(uploads.append(space, id, { offset: 4, bytes: new Uint8Array(0) }))),
            outcome(insert(id, {}, undefined, who))
          ])
        assert.deepStrictEqual(yield* asked(admin), ["done", "UploadNotFound", "UploadNotFound", "ReferenceNotFound"])
        assert.deepStrictEqual(yield* asked(reader), ["Forbidden", "UploadNotFound", "UploadNotFound", "Forbidden"])
        assert.deepStrictEqual(
          yield* asked(stranger),
          Array.from({ length: 4 }, () => "SpaceNotFound")
        )
        assert.isFalse(yield* as(creator)(uploads.remove(space, id)))
        const { id: other } = yield* as(admin)(spaces.create(organization, { editMode: "live" }))
        assert.strictEqual(yield* outcome(mine(uploads.get(other, id))), "UploadNotFound")
        assert.strictEqual((yield* mine(uploads.get(space, id))).offset, 4)
      })
    )

    it.effect("refuse hostile names and types, and wrong digests (rule text-file-name)", () =>
      Effect.gen(function* () {
        const { mine, space, uploads } = yield* setup
        const create = (input: Upload.UploadCreate, sha256?: string) =>
          outcome(mine(uploads.create(space, input, { bytes: bytesOf("a"), sha256 })))
        for (const bad of ["..", "a/b.txt", "gpj.\u202eexe", "a\u0007b", "a?b", ""]) {
          assert.strictEqual(yield* create({ name: bad }), "InputInvalid")
        }
        for (const contentType of ["text", "text/html; charset=x", "text/html\r\nx: y"]) {
          assert.strictEqual(yield* create({ name: "a", contentType }), "InputInvalid")
        }
        const digest = createHash("sha256").update("a").digest("base64url")
        assert.strictEqual(yield* create({ name: "a" }, digest), "done")
        assert.strictEqual(yield* create({ name: "a" }, `${digest.slice(1)}A`), "InputInvalid")
      })
    )

    it.effect("expire after a day, and their bytes are removed (rule upload-expiry)", () =>
      Effect.gen(function* () {
        const { append, begin, insert, mine, send, space, uploads } = yield* setup
        const jobs = yield* JobControl.JobControl
        const blobs = yield* BlobStore.BlobStore
        const purge = yield* Purge.Purge
        const text = `bytes of ${space}`
        const hash = createHash("sha256").update(text).digest("base64url")
        const hasBytes = Effect.map(blobs.open(hash), Option.isSome)
        const [whole, begun] = [yield* send(text), yield* begin(2)]
        yield* TestClock.adjust(limits.lifetime - 1)
        yield* append(begun.id, 0, bytesOf("a"))
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* outcome(mine(uploads.get(space, whole.id))), "UploadNotFound")
        assert.strictEqual(yield* outcome(append(begun.id, 1, bytesOf("b"))), "UploadNotFound")
        assert.strictEqual(yield* outcome(insert(whole.id)), "ReferenceNotFound")
        yield* asSystem(purge.unreferencedBlobs())
        assert.isTrue(yield* hasBytes)
        yield* TestClock.adjust(2 * limits.grace)
        yield* asSystem(jobs.run())
        yield* asSystem(purge.unreferencedBlobs())
        assert.isFalse(yield* hasBytes)
      })
    )

    it.effect("disappear with their space (rule upload-expiry)", () =>
      Effect.gen(function* () {
        const { admin, mine, send, space, spaces, uploads } = yield* setup
        const { id } = yield* send("text")
        yield* as(admin)(spaces.remove(space))
        assert.strictEqual(yield* outcome(mine(uploads.get(space, id))), "SpaceNotFound")
      })
    )
  })
}
