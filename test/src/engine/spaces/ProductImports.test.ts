import { assert, layer } from "@effect/vitest"
import { Contents, Imports } from "@quire/core"
import { ProductExports } from "@quire/testing"
import { Effect } from "effect"
import { strToU8, type Zippable, zipSync } from "fflate"
import { as, memory } from "../../support/engine.ts"
import { exported, imported, inputOf, picture } from "../../support/exporting.ts"
import { found } from "../../support/world.ts"

const pack = ({ comment, files }: ProductExports.ProductExport): Uint8Array => {
  const entries: Zippable = {}
  for (const [path, content] of Object.entries(files)) {
    const isBytes = content instanceof Uint8Array
    const bytes = typeof content === "string" ? strToU8(content) : isBytes ? content : pack({ files: content })
    entries[path] = [bytes, comment === undefined ? {} : { comment }]
  }
  return zipSync(entries, { level: 0 })
}

/** An old address of each export, and the title of the page that it leads to. */
const addresses: { readonly [name: string]: readonly [address: string, title: string] } = {
  confluence: ["Runbook--Database_1004.html", "Runbook: Database"],
  notion: [`Handbook/Team ${"4".padStart(32, "a")}`, "Team"],
  notionHtml: [`Start/Zebra ${"c".padStart(32, "a")}.html`, "Zebra"],
  outline: ["How-to guides/Architecture/Zones", "Zones"],
  bookStack: ["Field guide/Water birds/Ducks", "Ducks"],
  bookStackHtml: ["field-guide.html", "Field guide"],
  googleDocs: ["Plan for 2025/Planfor2025.html", "Plan for 2025"],
  wordHtml: ["Second part.htm", "Second part"]
}

layer(memory)("the export of a product", (it) => {
  for (const [name, make] of Object.entries(ProductExports)) {
    it.effect(`changes nothing when it is imported again: ${name} (rule import-replaces)`, () =>
      Effect.gen(function* () {
        const world = yield* found
        const imports = yield* Imports.Imports
        const bytes = pack(make())
        const { space } = yield* imported(world, bytes)
        yield* as(world.admin)(imports.replace({ space }, inputOf(bytes)))
        assert.isFalse(yield* as(world.admin)(imports.differs({ space }, inputOf(bytes))))
      })
    )

    it.effect(`leads from its old addresses to the new pages: ${name} (rule import-addresses)`, () =>
      Effect.gen(function* () {
        const world = yield* found
        const contents = yield* Contents.Contents
        const { space } = yield* imported(world, pack(make()))
        const [address, title] = addresses[name] ?? assert.fail("no address")
        const page = yield* as(world.admin)(contents.pageByPath({ space }, address))
        assert.strictEqual(page.title, title)
      })
    )

    it.effect(`equals the import of its own export: ${name} (rule export-law)`, () =>
      Effect.gen(function* () {
        const world = yield* found
        const { space } = yield* imported(world, pack(make()))
        const again = yield* imported(world, yield* exported(world, space))
        assert.deepStrictEqual(yield* picture(world, again.space), yield* picture(world, space))
      })
    )
  }
})
