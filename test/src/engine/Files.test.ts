import { createHash } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Contents, Files, Spaces } from "@quire/core"
import { Effect } from "effect"
import { png, prepared } from "../support/docs.ts"
import { as, engines } from "../support/engine.ts"

for (const [name, engine] of engines) {
  layer(engine)(`files on ${name}`, (it) => {
    it.effect("files lie at an address that opens with its key alone, until the space is deleted", () =>
      Effect.gen(function* () {
        const contents = yield* Contents.Contents
        const files = yield* Files.Files
        const spaces = yield* Spaces.Spaces
        const { admin, id, reader } = yield* prepared
        const { items } = yield* as(reader)(contents.files({ space: id }, { limit: 10 }))
        const [file] = items
        assert.deepStrictEqual(
          [file?.name, file?.contentType, file?.size, file?.dimensions],
          ["logo.png", "image/png", png.length, { width: 2, height: 3 }]
        )
        const parts = new URL(file?.downloadURL ?? "").pathname.split("/")
        assert.deepStrictEqual([parts[1], parts[2], parts[3], parts[5]], ["files", id, file?.id, "logo.png"])
        const opened = yield* files.open(id, parts[3] ?? "", parts[4] ?? "")
        assert.strictEqual(
          createHash("sha256").update(opened.bytes).digest("hex"),
          createHash("sha256").update(png).digest("hex")
        )
        for (const bad of ["", "x", `${parts[4]}x`]) {
          assert.strictEqual((yield* Effect.flip(files.open(id, parts[3] ?? "", bad)))._tag, "DownloadNotFound")
        }
        yield* as(admin)(spaces.remove(id))
        assert.strictEqual(
          (yield* Effect.flip(files.open(id, parts[3] ?? "", parts[4] ?? "")))._tag,
          "DownloadNotFound"
        )
      })
    )
  })
}
