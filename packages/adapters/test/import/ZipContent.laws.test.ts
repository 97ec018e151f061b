import { assert, describe, layer } from "@effect/vitest"
import { Importer } from "@quire/core"
import { Property, Rounds } from "@quire/testing"
import { Effect } from "effect"
import * as FastCheck from "fast-check"
import { intake, refs, type Tree, zipInput } from "./archives.ts"
import * as Parsers from "./parsers.ts"

const read = (tree: Tree) => Effect.flatMap(Importer.Importers, (importers) => importers.read(zipInput(tree), intake))

describe("any archive", () => {
  const names = ["a", "b", "README", "index", "guide", "SUMMARY", "x y", "ü", "10", "2"]
  const extensions = ["md", "markdown", "html", "png", "bin"]
  const path = FastCheck.tuple(
    FastCheck.array(FastCheck.constantFrom(...names), { maxLength: 3 }),
    FastCheck.constantFrom(...names),
    FastCheck.constantFrom(...extensions)
  ).map(([folders, name, extension]) => [...folders, `${name}.${extension}`].join("/"))
  const target = FastCheck.oneof(
    path,
    path.map((text) => `../${text}#part`),
    path.map((text) => `/${encodeURI(text)}`),
    FastCheck.constantFrom("..", ".", "guide/", "#part", "https://example.com/", "javascript:x", "../../../x", "")
  )
  const line = FastCheck.tuple(FastCheck.constantFrom("", "* ", "  * ", "    - ", "# ", "## ", "!"), target).map(
    ([start, to]) => (start.endsWith("# ") ? `${start}Part` : `${start}[T](<${to}>)`)
  )
  const tree = FastCheck.uniqueArray(FastCheck.tuple(path, FastCheck.array(line, { maxLength: 6 })), {
    minLength: 1,
    maxLength: 12,
    selector: ([name]) => name
  }).map((files) => ({
    ...Object.fromEntries(files.map(([name, lines]) => [name, lines.join("\n\n")])),
    "top.bin": ""
  }))

  layer(Parsers.importers())((it) => {
    it.effect(
      "produces pages and files that refer only to each other, and counts all of them",
      () =>
        Property.effect(
          [tree],
          ([files]) =>
            Effect.gen(function* () {
              const outcome = yield* Effect.result(read(files))
              if (outcome._tag === "Failure") return assert.strictEqual(outcome.failure._tag, "ImportFailed")
              const content = outcome.success
              const pages = Array.from(Importer.walk(content.pages))
              const pagePaths = new Set(pages.map((page) => page.path))
              const filePaths = new Set(content.files.map((file) => file.path))
              assert.strictEqual(pagePaths.size, pages.length)
              assert.strictEqual(filePaths.size, content.files.length)
              for (const ref of Object.values(refs(content)).flat() as ReadonlyArray<Record<string, string>>) {
                if (ref["page"] !== undefined) assert.isTrue(pagePaths.has(ref["page"]), ref["page"])
                if (ref["file"] !== undefined) assert.isTrue(filePaths.has(ref["file"]), ref["file"])
              }
              for (const page of content.pages) {
                const below = page.type === "link" ? [] : Array.from(Importer.walk(page.children))
                assert.isTrue(below.every(({ type }) => type !== "group"))
              }
              for (const name of Object.keys(files)) {
                const isNamed = content.warnings.listed.some((warning) => warning.path === name)
                const isContents = name.endsWith("SUMMARY.md") && !pagePaths.has(name)
                assert.isTrue(pagePaths.has(name) || filePaths.has(name) || isNamed || isContents, name)
              }
              assert.isAtLeast(content.total, pages.length + content.files.length)
              for (const { title } of pages) assert.match(title, /^\S(.*\S)?$/)
            }),
          { fastCheck: { numRuns: Rounds.rounds(30, 5_000, 80) } }
        ),
      Property.timeout({ fastCheck: { numRuns: Rounds.rounds(30, 5_000, 80) } })
    )
  })
})
