import { assert, layer } from "@effect/vitest"
import { Importer, Markdown } from "@quire/core"
import { Effect, Layer } from "effect"
import * as MarkdownAdapter from "../../src/markdown/MarkdownAdapter.ts"
import { drawn, intake, type Tree, warnings, zipInput } from "./archives.ts"
import * as Parsers from "./parsers.ts"

const read = (tree: Tree) => Effect.flatMap(Importer.Importers, (importers) => importers.read(zipInput(tree), intake))

/** The text of each page as Markdown, by path. */
const texts = Effect.fnUntraced(function* ({ pages }: Importer.ImportedContent) {
  const { print } = yield* Markdown.Markdown
  return Object.fromEntries(
    Array.from(Importer.walk(pages)).flatMap((page) =>
      page.type === "document" && page.document !== undefined
        ? [[page.path, print(page.document.open(), { heading: "document" }).trim()]]
        : []
    )
  )
})

layer(Layer.merge(Parsers.importers(), MarkdownAdapter.layer))("a folder with components (rule import-mdx)", (it) => {
  it.effect("has a page for each .mdx file, and reads its components", () =>
    Effect.gen(function* () {
      const content = yield* read({
        "README.md": "# Home\n\n[Guide](guide.mdx) [Guide](./guide)",
        "guide.mdx": "---\ntitle: Guide\n---\nimport X from './x'\n\n<Tip>Body.</Tip>\n\n[Home](/)",
        "sub/index.mdx": "# Sub"
      })
      assert.deepStrictEqual(drawn(content.pages), [
        'document README.md "Home"',
        'document guide.mdx "Guide"',
        'document sub/index.mdx "Sub"'
      ])
      assert.deepStrictEqual(warnings(content), [])
      assert.include((yield* texts(content))["guide.mdx"], '{% hint style="success" %}\nBody.\n{% endhint %}')
    })
  )

  it.effect("follows quire-components.yaml", () =>
    Effect.gen(function* () {
      const content = yield* read({
        "quire-components.yaml": "components:\n  Panel:\n    block: hint\n    style: danger\n    title: heading\n",
        "a.mdx": '<Panel heading="T">Body.</Panel>'
      })
      assert.deepStrictEqual([warnings(content), content.files], [[], []])
      assert.strictEqual((yield* texts(content))["a.mdx"], '{% hint style="danger" %}\n**T**\n\nBody.\n{% endhint %}')
    })
  )

  const invalid: ReadonlyArray<readonly [what: string, text: string, reason: string]> = [
    ["names a block that does not exist", "components:\n  Panel:\n    block: box\n", "components.Panel.block: "],
    ["has an unknown field", "components:\n  Panel:\n    block: hint\n    color: red\n", "components.Panel.color: "],
    ["is not a mapping", "- a\n", "the file is not a YAML mapping and was ignored"],
    ["is too long", `components: {}\n#${"x".repeat(5_000)}`, "the file has more than 4096 characters and was ignored"]
  ]
  for (const [what, text, reason] of invalid) {
    it.effect(`reports a quire-components.yaml that ${what}`, () =>
      Effect.gen(function* () {
        const content = yield* read({ "quire-components.yaml": text, "a.md": "# A" })
        const [found] = warnings(content)
        assert.isTrue(found?.startsWith(`quire-components.yaml: ${reason}`), found)
      })
    )
  }
})
