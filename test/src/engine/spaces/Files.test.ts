import { createHash } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { ContentEdits, Contents, Files, Imports, Spaces } from "@quire/core"
import { Effect, Stream } from "effect"
import { strToU8, zipSync } from "fflate"
import { png, prepared } from "../../support/docs.ts"
import { as, asSystem, engines } from "../../support/engine.ts"
import { found } from "../../support/world.ts"

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`files on ${name}`, (it) => {
    it.effect("serves a file at an address with its key only, until the space is deleted (rule file-address)", () =>
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
          createHash("sha256")
            .update(yield* Stream.mkUint8Array(opened.stored.read(0, opened.stored.size)))
            .digest("hex"),
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

    it.effect("refuses invalid names from requests by field and rule (rule text-file-name)", () =>
      Effect.gen(function* () {
        const edits = yield* ContentEdits.ContentEdits
        const spaces = yield* Spaces.Spaces
        const world = yield* found
        const { id: space } = yield* as(world.admin)(spaces.create(world.organization, { editMode: "live" }))
        const base64 = "YQ=="
        const insert = (...names: ReadonlyArray<string>) =>
          as(world.editor)(
            edits.apply(
              { space },
              { changes: [{ operation: "insert_files", files: names.map((name) => ({ name, base64 })) }] }
            )
          )
        const cases = [
          ["..", "must not be . or .."],
          ["a/b.txt", "must not contain / or \\"],
          ["gpj.\u202eexe", "must not contain bidirectional controls"],
          ["a\u0007b", "must not contain control characters"],
          ["a?b", 'must not contain any of < > : " | ? *'],
          ["", "must be 1 to 256 characters"]
        ] as const
        for (const [name, rule] of cases) {
          const error = yield* Effect.flip(insert("good.txt", name))
          assert.strictEqual(error._tag, "InputInvalid")
          assert.deepInclude(error, { details: [{ path: "changes.0.files.1.name", rule }] })
        }
        yield* insert("good.txt")
      })
    )

    it.effect("cleans invalid names from sources, with a warning (rule text-file-name)", () =>
      Effect.gen(function* () {
        const contents = yield* Contents.Contents
        const imports = yield* Imports.Imports
        const spaces = yield* Spaces.Spaces
        const world = yield* found
        const { id: space } = yield* as(world.admin)(spaces.create(world.organization, { editMode: "live" }))
        const bytes = zipSync({
          "guide.md": strToU8("# Guide\n\n![a](what%3F.png) ![b](fine.png)\n"),
          "what?.png": png,
          "fine.png": png
        })
        const given = { bytes, contentType: undefined, url: "file:///docs.zip", name: "do:cs.zip" }
        const { warnings } = yield* asSystem(imports.bytesIntoSpace(space, { ...given, source: "zip" }))
        assert.deepStrictEqual(warnings, [
          { kind: "file", path: "do_cs.zip", reason: 'the name is kept as "do_cs.zip"' },
          { kind: "file", path: "what?.png", reason: 'the name is kept as "what_.png"' }
        ])
        const { items } = yield* as(world.reader)(contents.files({ space }, { limit: 10 }))
        assert.sameMembers(
          items.map(({ name }) => name),
          ["what_.png", "fine.png"]
        )
        for (const { downloadURL, name } of items) {
          assert.strictEqual(decodeURIComponent(downloadURL.split("/").at(-1) ?? ""), name)
        }
      })
    )
  })
}
