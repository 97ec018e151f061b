import { assert, layer } from "@effect/vitest"
import { DocumentText, Importer } from "@quire/core"
import { Effect } from "effect"
import { strToU8 } from "fflate"
import { slowPage, slowText, whileTimePasses } from "../support/slowText.ts"
import { drawn, intake, refs, warnings } from "./archives.ts"
import * as Parsers from "./parsers.ts"

const input = (
  source: "markdown" | "html" | "website",
  text: string | Uint8Array,
  contentType?: string
): Importer.ImportInput => ({
  source,
  bytes: typeof text === "string" ? strToU8(text) : text,
  contentType,
  url: "https://example.com/docs/guide/page.html?v=1",
  name: "first-page.md"
})

const read = (...given: Parameters<typeof input>) =>
  Effect.flatMap(Importer.Importers, (importers) => importers.read(input(...given), intake))

layer(Parsers.importers())("a single page", (it) => {
  it.effect("keeps the targets of Markdown relative to its address", () =>
    Effect.gen(function* () {
      const content = yield* read(
        "markdown",
        "---\ndescription: About\n---\n\n# Title\n\n![](https://example.org/a.png) [b](../b.md) [c](/pages/c) [here](#part) [mail](mailto:a@b.c) [bad](javascript:x)"
      )
      assert.deepStrictEqual(drawn(content.pages), ['document first-page.md "Title"'])
      assert.deepStrictEqual(refs(content)["first-page.md"], [
        { kind: "url", url: "https://example.org/a.png" },
        { kind: "url", url: "https://example.com/docs/b.md" },
        { kind: "url", url: "https://example.com/pages/c" },
        { kind: "anchor", anchor: "part" },
        { kind: "url", url: "mailto:a@b.c" }
      ])
      assert.deepStrictEqual([content.files, content.total, content.warnings.listed.length], [[], 1, 1])
    })
  )

  it.effect("has the visibility in its front matter, and reports every unknown field (rule import-visibility)", () =>
    Effect.gen(function* () {
      const { pages, warnings: found } = yield* read(
        "markdown",
        "---\nif: visitor.claims.beta\nnoIndex: 'true'\nauthor: Ada\ntags: [a]\ncover: {light: a.png, dark: b.png}\n---\n\n# A\n\ntext\n"
      )
      const [page] = pages
      if (page?.type !== "document") return assert.fail("no page")
      assert.deepNestedInclude(page, {
        hidden: true,
        noIndex: true,
        "cover.url": "https://example.com/docs/guide/a.png",
        "coverDark.url": "https://example.com/docs/guide/b.png"
      })
      const document = page.document?.open() ?? assert.fail("no document")
      assert.deepNestedInclude(document, { "nodes[0].type": "if", "nodes[0].data.expression": "visitor.claims.beta" })
      assert.strictEqual(DocumentText.ofDocument(document).trim(), "text")
      assert.deepStrictEqual(
        found.listed.map(({ reason }) => reason),
        [
          "if: the page is hidden, and its text is shown only when the condition is met",
          "unknown front matter fields were ignored: author, tags"
        ]
      )
    })
  )

  it.effect("reads front matter in TOML (rule import-visibility)", () =>
    Effect.gen(function* () {
      const head =
        '+++\ntitle = "A: b"\ndraft = true\ntags = ["a", "b"]\nlist = [\n  1\n]\n[params]\nhidden = false\n+++\n'
      const { pages, warnings } = yield* read("markdown", `${head}\nText.\n`)
      const [page] = pages
      if (page?.type !== "document") return assert.fail("no page")
      assert.deepNestedInclude(page, { title: "A: b", hidden: true, noIndex: true })
      assert.strictEqual(DocumentText.ofDocument(page.document?.open() ?? assert.fail("no document")).trim(), "Text.")
      assert.deepStrictEqual(
        warnings.listed.map(({ reason }) => reason),
        [
          "front matter fields in tables or on several lines were ignored",
          "draft: the page is hidden, but anyone with its URL can read it",
          "unknown front matter fields were ignored: tags"
        ]
      )
    })
  )

  it.effect("takes its title from front matter, its heading, or its name", () =>
    Effect.gen(function* () {
      const title = (text: string) => Effect.map(read("markdown", text), ({ pages }) => pages[0]?.title)
      assert.strictEqual(yield* title("---\ntitle: First\n---\n\n# Second\n"), "First")
      assert.strictEqual(yield* title("# Second\n\ntext"), "Second")
      assert.strictEqual(yield* title("text"), "First page")
    })
  )

  it.effect("takes its slug from its name, unless it sets another or is an index (rule import-slugs)", () =>
    Effect.gen(function* () {
      const importers = yield* Importer.Importers
      for (const [name, text, slug] of [
        ["first-page.md", "# Other", "first-page"],
        ["first-page.md", "---\nslug: own\n---\n\n# Other", "own"],
        ["README.md", "# Other", undefined],
        ["", "# Other", undefined]
      ] as const) {
        const { pages } = yield* importers.read({ ...input("markdown", text), name }, intake)
        assert.deepStrictEqual(
          pages.map((page) => (page.type === "document" ? page.slug : "")),
          [slug]
        )
      }
    })
  )

  it.effect("keeps a heading that differs from its title (rule import-heading)", () =>
    Effect.gen(function* () {
      const cases = [
        ["---\ntitle: First\n---\n\n# *Second*\n\ntext", "First", undefined, ["Second", "text"]],
        ["---\ntitle: first\n---\n\n# First\n\ntext", "first", "First", ["text"]],
        ["---\ntitle: First\n---\n\ntext\n\n# Second", "First", undefined, ["text", "Second"]],
        ["# Second\n\ntext", "Second", "Second", ["text"]],
        [`# ${"é".repeat(256)}\n\ntext`, "é".repeat(256), "é".repeat(256), ["text"]],
        [`# ${"é".repeat(257)}\n\ntext`, "é".repeat(256), undefined, ["é".repeat(257), "text"]]
      ] as const
      for (const [text, title, heading, lines] of cases) {
        const { pages, warnings } = yield* read("markdown", text)
        const [page] = pages
        if (page?.type !== "document" || page.document === undefined) return assert.fail("no document")
        assert.deepStrictEqual([page.title, warnings.listed], [title, []])
        assert.strictEqual(page.heading && DocumentText.ofInlines(page.heading.nodes), heading)
        assert.deepStrictEqual(DocumentText.ofDocument(page.document.open()).trim().split(/\n+/), [...lines])
      }
    })
  )

  for (const source of ["html", "website"] as const) {
    it.effect(`contains the main content of a ${source} with absolute targets`, () =>
      Effect.gen(function* () {
        const content = yield* read(
          source,
          `<!doctype html><html><head><title>Site | Page</title><script>alert(1)</script></head><body>
            <nav><a href="/nav">navigation</a></nav>
            <main><h1>Real title</h1><p>Text <a href="../other?x=1#y">other</a> <img src="pic.png"></p></main>
            <footer><a href="/imprint">imprint</a></footer></body></html>`,
          "text/html; charset=utf-8"
        )
        assert.deepStrictEqual(drawn(content.pages), ['document first-page.md "Real title"'])
        assert.deepStrictEqual(refs(content)["first-page.md"], [
          { kind: "url", url: "https://example.com/docs/other?x=1#y" },
          { kind: "url", url: "https://example.com/docs/guide/pic.png" }
        ])
        assert.notInclude(JSON.stringify(content.pages), "alert(1)")
        assert.strictEqual(content.total, 1)
      })
    )
  }

  it.effect("uses the encoding that the server names, or Windows-1252", () =>
    Effect.gen(function* () {
      const bytes = new Uint8Array(Buffer.from("# Café", "latin1"))
      const named = yield* read("markdown", bytes, "text/markdown; charset=iso-8859-1")
      assert.deepStrictEqual([named.pages[0]?.title, warnings(named)], ["Café", []])
      const guessed = yield* read("markdown", bytes)
      assert.deepStrictEqual(
        [guessed.pages[0]?.title, warnings(guessed)],
        ["Café", ["first-page.md: the text is not valid UTF-8 and was read as windows-1252"]]
      )
    })
  )

  it.effect("fails without quoting its text when it is empty, binary, too large or not a web page", () =>
    Effect.gen(function* () {
      const cases = [
        ["markdown", "", undefined, "the source contains no text"],
        ["markdown", " \n\n", undefined, "the source contains no text"],
        ["html", "<html><body></body></html>", undefined, "the source contains no text"],
        ["website", "{}", "application/json", "the URL does not point to a web page"],
        ["markdown", new Uint8Array([0x25, 0x50, 0, 0]), undefined, "the source is not text"],
        ["markdown", "secret word\n\n".repeat(100_000), undefined, "the text is too large for one page"]
      ] as const
      for (const [source, text, contentType, problem] of cases) {
        const failed = yield* Effect.flip(read(source, text, contentType))
        assert.deepStrictEqual([failed._tag, failed.message], ["ImportFailed", `nothing was imported: ${problem}`])
      }
    })
  )

  it.effect("becomes code when its text takes too long to read, and fails when it is too long for that", () =>
    Effect.gen(function* () {
      const { pages, warnings } = yield* whileTimePasses(read("markdown", slowPage))
      assert.deepStrictEqual(
        warnings.listed.map(({ reason }) => reason),
        ["parsing the text took too long, so it was imported as a code block"]
      )
      const [page] = pages
      assert.deepStrictEqual(page?.type === "document" ? page.document?.open().nodes.map(({ type }) => type) : [], [
        "code"
      ])
      const failed = yield* whileTimePasses(Effect.flip(read("markdown", slowText)))
      assert.strictEqual(failed.message, "nothing was imported: the text is too large for one page")
    })
  )
})
