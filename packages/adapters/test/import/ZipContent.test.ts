import { assert, describe, layer } from "@effect/vitest"
import { Document, DocumentText, Importer, Markdown } from "@quire/core"
import { Effect, Layer } from "effect"
import { strToU8 } from "fflate"
import * as HtmlAdapter from "../../src/html/HtmlAdapter.ts"
import * as Importers from "../../src/import/Importers.ts"
import * as MarkdownAdapter from "../../src/markdown/MarkdownAdapter.ts"
import { slowPage, slowText, whileTimePasses } from "../support/slowText.ts"
import { archive, drawn, intake, refs, type Tree, warnings, zipInput } from "./archives.ts"
import { gif, png, svg } from "./images.ts"
import * as Parsers from "./parsers.ts"

const read = (tree: Tree) => Effect.flatMap(Importer.Importers, (importers) => importers.read(zipInput(tree), intake))

layer(Parsers.importers())("an imported archive", (it) => {
  it.effect("becomes a tree of pages in the order of their names", () =>
    Effect.gen(function* () {
      const content = yield* read({
        "docs-main/zebra.md": "No heading here.",
        "docs-main/README.md":
          "# Welcome\n\nHello [guide](guide/README.md), [set up](guide/2-setup.md#linux) and ![](img/logo.png).",
        "docs-main/guide/10-more.markdown":
          "---\ntitle: Even more\ndescription: About it\nicon: rocket\nslug: more\nhidden: true\n---\n\n# Other title\n",
        "docs-main/guide/2-setup.md": "# Set up\n\nBack [home](../README.md).",
        "docs-main/guide/README.md": "Text without a heading.",
        "docs-main/api-reference/users/get.html":
          "<html><head><title>Site</title></head><body><main><h1>Get a user</h1><p>See <a href='../../README.md'>home</a></p></main></body></html>",
        "docs-main/img/logo.png": png
      })
      assert.deepStrictEqual(drawn(content.pages), [
        'document README.md "Welcome"',
        'document api-reference/ "Api reference"',
        '  document api-reference/users/ "Users"',
        '    document api-reference/users/get.html "Get a user"',
        'document guide/README.md "Guide"',
        '  document guide/2-setup.md "Set up"',
        '  document guide/10-more.markdown "Even more"',
        'document zebra.md "Zebra"'
      ])
      assert.deepStrictEqual(refs(content), {
        "README.md": [
          { kind: "page", page: "guide/README.md" },
          { kind: "anchor", anchor: "linux", page: "guide/2-setup.md" },
          { kind: "file", file: "img/logo.png" }
        ],
        "guide/2-setup.md": [{ kind: "page", page: "README.md" }],
        "api-reference/users/get.html": [{ kind: "page", page: "README.md" }]
      })
      const more = Array.from(Importer.walk(content.pages)).find(({ path }) => path === "guide/10-more.markdown")
      const { children, document, ...fields } = more?.type === "document" ? more : assert.fail("no document")
      assert.deepStrictEqual(fields, {
        type: "document",
        path: "guide/10-more.markdown",
        address: "guide/10-more",
        title: "Even more",
        description: "About it",
        icon: "rocket",
        slug: "more",
        hidden: true
      })
      assert.deepStrictEqual([children, document?.open().object], [[], "document"])
      assert.deepStrictEqual(
        content.files.map(({ bytes, ...file }) => ({ ...file, size: bytes.length })),
        [
          {
            path: "img/logo.png",
            name: "logo.png",
            contentType: "image/png",
            dimensions: { width: 3, height: 2 },
            size: png.length
          }
        ]
      )
      assert.deepStrictEqual([content.total, warnings(content)], [9, []])
    })
  )

  it.effect("follows a SUMMARY.md with its titles, order and groups, and appends the rest", () =>
    Effect.gen(function* () {
      const content = yield* read({
        "SUMMARY.md": `# Table of contents

* [Start here](README.md)
* [Site](https://example.com)

## Use it

* [Install](use/install.md)
  * [On Linux](use/linux.md)
* [Install again](use/install.md)
* [A heading](use/linux.md#sudo)
* [Manual](manual.pdf)
* Later
  * [Plans](plans.md)
* [Gone](gone.md)
* [Bad](javascript:alert(1))
`,
        "README.md": "# Welcome",
        "use/install.md": "# Installation\n\n[up](../SUMMARY.md)",
        "use/linux.md": "# Linux",
        "plans.md": "---\ntitle: My plans\n---\n",
        "extra/one.md": "# One",
        "extra/README.md": "# Extra",
        "manual.pdf": "%PDF-1.7 and so on"
      })
      assert.deepStrictEqual(drawn(content.pages), [
        'document README.md "Start here"',
        'link SUMMARY.md#1 "Site"',
        'group SUMMARY.md#2 "Use it"',
        '  document use/install.md "Install"',
        '    document use/linux.md "On Linux"',
        '  link SUMMARY.md#3 "Install again"',
        '  link SUMMARY.md#4 "A heading"',
        '  link SUMMARY.md#5 "Manual"',
        '  document SUMMARY.md#6 "Later"',
        '    document plans.md "Plans"',
        'document extra/README.md "Extra"',
        '  document extra/one.md "One"'
      ])
      assert.deepStrictEqual(refs(content), {
        "SUMMARY.md#1": [{ kind: "url", url: "https://example.com" }],
        "SUMMARY.md#3": [{ kind: "page", page: "use/install.md" }],
        "SUMMARY.md#4": [{ kind: "anchor", anchor: "sudo", page: "use/linux.md" }],
        "SUMMARY.md#5": [{ kind: "file", file: "manual.pdf" }],
        "use/install.md": [{ kind: "url", url: "../SUMMARY.md" }]
      })
      assert.deepStrictEqual(warnings(content), [
        'SUMMARY.md: "gone.md" is not in the archive',
        'SUMMARY.md: "javascript:alert(1)" is not in the archive',
        "extra/one.md: not in the table of contents; placed after the pages of its folder",
        "extra/README.md: not in the table of contents; placed after the pages of its folder",
        'use/install.md: "../SUMMARY.md" is not in the archive',
        'plans.md: its title "My plans" was ignored because the table of contents has a different one'
      ])
      assert.deepStrictEqual(
        content.files.map(({ path, contentType }) => [path, contentType]),
        [["manual.pdf", "application/pdf"]]
      )
      assert.strictEqual(content.total, 13)
    })
  )

  it.effect("keeps headings whose titles differ in its table of contents (rule import-heading)", () =>
    Effect.gen(function* () {
      const content = yield* read({
        "SUMMARY.md": "* [Start](README.md)\n* [Web](web.html)\n* [Same](same.md)\n* [Plans](plans.md)",
        "README.md": "# Welcome\n\ntext",
        "web.html": "<title>Site</title><main><p>text</p><h1>A <a href='same.md'>page</a></h1></main>",
        "same.md": "# **Same**\n\ntext",
        "plans.md": "---\ntitle: My plans\n---\n# plans\n\ntext"
      })
      const texts = Array.from(Importer.walk(content.pages), (page) =>
        page.type === "document" && page.document !== undefined
          ? [page.title, ...DocumentText.ofDocument(page.document.open()).trim().split(/\n+/)]
          : []
      )
      assert.deepStrictEqual(texts, [
        ["Start", "Welcome", "text"],
        ["Web", "A page", "text"],
        ["Same", "text"],
        ["Plans", "text"]
      ])
      assert.deepStrictEqual(refs(content), { "web.html": [{ kind: "page", page: "same.md" }] })
      assert.deepStrictEqual(warnings(content), [
        "same.md: the title was converted to plain text",
        'plans.md: its title "My plans" was ignored because the table of contents has a different one'
      ])
    })
  )

  it.effect(
    "takes slugs from the names of its files and folders, and from the anchors of groups (rule import-slugs)",
    () =>
      Effect.gen(function* () {
        const slugs = (tree: Tree) =>
          Effect.map(read(tree), ({ pages }) =>
            Array.from(Importer.walk(pages), (page) => [page.path, page.type === "link" ? "" : page.slug])
          )
        assert.deepStrictEqual(
          yield* slugs({
            "README.md": "# Welcome",
            "guide/README.md": "# The guide",
            "guide/2-setup.md": "# Set up",
            "api/users/get.html": "<h1>Get a user</h1>",
            "own.md": "---\nslug: other\n---\n"
          }),
          [
            ["README.md", undefined],
            ["api/", "api"],
            ["api/users/", "users"],
            ["api/users/get.html", "get"],
            ["guide/README.md", "guide"],
            ["guide/2-setup.md", "2-setup"],
            ["own.md", "other"]
          ]
        )
        assert.deepStrictEqual(
          yield* slugs({
            "SUMMARY.md":
              '* [Start](README.md)\n\n## Use it <a id="use"></a>\n\n* [Set up <a id="no"></a>](guide/setup.md)\n* Later <a id="soon"></a>\n  * [B](b.md)\n\n## Rest\n* [A](https://example.com)',
            "README.md": "# Welcome",
            "guide/setup.md": "# Set it up",
            "b.md": "# B"
          }),
          [
            ["README.md", undefined],
            ["SUMMARY.md#1", "use"],
            ["guide/setup.md", "setup"],
            ["SUMMARY.md#2", "soon"],
            ["b.md", "b"],
            ["SUMMARY.md#3", "Rest"],
            ["SUMMARY.md#4", ""]
          ]
        )
      })
  )

  it.effect("accepts a SUMMARY.md in a subfolder, or without entries", () =>
    Effect.gen(function* () {
      const book = yield* read({
        "book.toml": "x",
        "src/SUMMARY.md": "# Summary\n[Intro](intro.md)",
        "src/intro.md": "# I"
      })
      assert.deepStrictEqual(drawn(book.pages), ['document src/intro.md "Intro"'])
      assert.deepStrictEqual(warnings(book), ["book.toml: not a page and not referenced by any page"])
      const plain = yield* read({ "SUMMARY.md": "# Summary\n\nIn short: yes.", "a.md": "# A" })
      assert.deepStrictEqual(drawn(plain.pages), ['document a.md "A"', 'document SUMMARY.md "Summary"'])
    })
  )

  it.effect("imports the files that pages refer to, and reports the others", () =>
    Effect.gen(function* () {
      const content = yield* read({
        "README.md":
          "# A\n\n[data](data/table.csv) ![](pics/photo.gif) [missing](missing.md) [out](../../etc/passwd) <https://example.com/x>",
        "pics/photo.gif": gif,
        "pics/unused.svg": svg,
        "data/table.csv": "a,b",
        "data/unused.csv": "a,b",
        "inner.zip": archive({ "hidden.md": "# Hidden" }),
        "binary.md": new Uint8Array([0, 1, 2]),
        "page.adoc": "= AsciiDoc"
      })
      assert.deepStrictEqual(drawn(content.pages), ['document README.md "A"'])
      assert.deepStrictEqual(
        content.files.map(({ path, contentType }) => [path, contentType]),
        [
          ["data/table.csv", "text/csv"],
          ["pics/photo.gif", "image/gif"]
        ]
      )
      assert.deepStrictEqual(warnings(content), [
        'README.md: "missing.md" is not in the archive',
        'README.md: "../../etc/passwd" is not in the archive',
        "binary.md: damaged, or not a text file",
        "data/unused.csv: not a page and not referenced by any page",
        "inner.zip: not a page and not referenced by any page",
        "page.adoc: not a page and not referenced by any page",
        "pics/unused.svg: not a page and not referenced by any page"
      ])
      assert.strictEqual(content.total, 8)
      assert.deepStrictEqual(refs(content)["README.md"], [
        { kind: "file", file: "data/table.csv" },
        { kind: "file", file: "pics/photo.gif" },
        { kind: "url", url: "missing.md" },
        { kind: "url", url: "../../etc/passwd" },
        { kind: "url", url: "https://example.com/x" }
      ])
    })
  )

  it.effect("skips files of systems and tools, with one warning for each kind", () =>
    Effect.gen(function* () {
      const content = yield* read({
        "site/a.md": "# A",
        "site/.DS_Store": "x",
        "site/b/.DS_Store": "x",
        "__MACOSX/site/._a.md": "x",
        "site/.git/HEAD": "x",
        "site/.git/README.md": "x",
        "site/._a.md": "x",
        "site/pics/._a.png": "x",
        "site/.obsidian/x.md": "# X",
        "site/node_modules/p/README.md": "# P"
      })
      assert.deepStrictEqual(drawn(content.pages), ['document a.md "A"'])
      assert.deepStrictEqual(warnings(content), [
        ".DS_Store: 2 files skipped: not content",
        "__MACOSX: 1 file skipped: not content",
        ".git: 2 files skipped: not content",
        "._a.md: 1 file skipped: not content",
        "._a.png: 1 file skipped: not content",
        ".obsidian: 1 file skipped: not content",
        "node_modules: 1 file skipped: not content"
      ])
      assert.strictEqual(content.total, 10)
    })
  )

  it.effect("counts only the images that pages refer to against the limit of bytes, and names the largest folder", () =>
    Effect.gen(function* () {
      const image = new Uint8Array(400)
      const tree = {
        "README.md": "# A\n\n![](pics/used.png)",
        "pics/used.png": image,
        "pics/old/unused.png": image,
        "notes/large.md": "a".repeat(400)
      }
      const importing = (unpackedBytes: number) =>
        Effect.flatMap(Importer.Importers, (importers) => importers.read(zipInput(tree), intake)).pipe(
          Effect.provide(Parsers.importers({ archive: { unpackedBytes } }))
        )
      const content = yield* importing(823)
      assert.deepStrictEqual(
        content.files.map(({ path }) => path),
        ["pics/used.png"]
      )
      const failed = yield* Effect.flip(importing(422))
      assert.strictEqual(
        failed.message,
        'the import exceeds the limit of 422 unpacked bytes: it has 423, 400 of them in the folder "notes/"'
      )
    })
  )

  it.effect("decodes Windows-1252 with a warning", () =>
    Effect.gen(function* () {
      const content = yield* read({ "cafe.md": new Uint8Array(Buffer.from("# Café", "latin1")) })
      assert.deepStrictEqual(drawn(content.pages), ['document cafe.md "Café"'])
      assert.deepStrictEqual(warnings(content), ["cafe.md: the text is not valid UTF-8 and was read as windows-1252"])
    })
  )

  it.effect("accepts an icon, an emoji or a cover only if valid", () =>
    Effect.gen(function* () {
      const content = yield* read({
        "a.md": "---\nicon: Not an icon!\nemoji: xyz\ncover: b.md\n---\n\n# A",
        "b.md": "---\nemoji: 🚀\ncover: c.png\n---\n\n# B",
        "c.png": png
      })
      const [a, b] = content.pages
      assert.deepStrictEqual(a?.type === "document" ? [a.icon, a.emoji, a.cover] : [], [
        undefined,
        undefined,
        undefined
      ])
      assert.deepStrictEqual(b?.type === "document" ? [b.emoji, b.cover] : [], ["🚀", { kind: "file", file: "c.png" }])
      assert.deepStrictEqual(warnings(content), [
        "a.md: the icon name is unknown",
        "a.md: the emoji is invalid",
        "a.md: the cover is not an image"
      ])
    })
  )

  it.effect("fails when it contains nothing to import (rule import-warnings)", () =>
    Effect.gen(function* () {
      for (const tree of [
        {},
        { "a.txt": "x" },
        { ".git/a.md": "# A" },
        { "a.md": new Uint8Array([0]) },
        { "SUMMARY.md": "* [A](a.md)" }
      ]) {
        const failed = yield* Effect.flip(read(tree))
        assert.deepStrictEqual([failed._tag, failed.kind], ["ImportFailed", "unprocessable"], JSON.stringify(tree))
      }
      const importers = yield* Importer.Importers
      const failed = yield* Effect.flip(
        importers.read({ ...zipInput({}), bytes: strToU8("not a zip, secret") }, intake)
      )
      assert.strictEqual(failed.message, "nothing was imported: the archive is damaged or is not a ZIP file")
    })
  )

  it.effect("keeps a text that takes too long to read as code, one that is too long for that not, and names them", () =>
    Effect.gen(function* () {
      const content = yield* whileTimePasses(
        read({ "a.md": "# A", "b/slow-page.md": slowPage, "c.md": "# C", "d.md": slowText })
      )
      assert.deepStrictEqual(drawn(content.pages), [
        'document a.md "A"',
        'document b/ "B"',
        '  document b/slow-page.md "Slow page"',
        'document c.md "C"',
        'document d.md "D"'
      ])
      assert.deepStrictEqual(warnings(content), [
        "b/slow-page.md: parsing the text took too long, so it was imported as a code block",
        "d.md: parsing the text took too long, so it was imported as a code block",
        "d.md: the text is too large for one page and was imported as a file"
      ])
      const [, folder] = content.pages
      const slow = folder?.type === "document" ? folder.children[0] : undefined
      const document = slow?.type === "document" ? slow.document?.open() : undefined
      assert.deepStrictEqual(
        document?.nodes.map(({ type }) => type),
        ["code"]
      )
      const lines = (text: string) => text.split("\n").filter((line) => line !== "")
      assert.deepStrictEqual(lines(DocumentText.ofDocument(document ?? Document.empty)), lines(slowPage))
    })
  )

  it.effect("keeps a text that is too large for one page as a file that its page shows (rule import-limits)", () =>
    Effect.gen(function* () {
      const many = `---\ntitle: Many\nif: a\n---\n${"a\n\n".repeat(10_001)}`
      const stored = `# Long\n\n${`${"word ".repeat(40)}\n\n`.repeat(3_600)}`
      const long = `---\ntitle: Longer\nhidden: true\n---\n${"long text\n".repeat(200_000)}`
      const web = `<h1>Web</h1><img src="data:image/gif;base64,${Buffer.from(gif).toString("base64")}">${"<p>a</p>".repeat(10_001)}`
      const tree = {
        "a.md": "# A\n\n[many](many.md#b) [long](long.md)",
        "many.md": many,
        "stored.md": stored,
        "long.md": long,
        "web.html": web,
        "includes.md": '# Includes\n\n--8<-- "part.txt"',
        "part.txt": many
      }
      const content = yield* read(tree)
      assert.deepStrictEqual(drawn(content.pages), [
        'document a.md "A"',
        'document includes.md "Includes"',
        'document long.md "Longer"',
        'document many.md "Many"',
        'document stored.md "Long"',
        'document web.html "Web"'
      ])
      const large = ["includes.md", "long.md", "many.md", "stored.md", "web.html"]
      const { "a.md": links, ...files } = refs(content)
      assert.deepStrictEqual(links, [
        { kind: "anchor", anchor: "b", page: "many.md" },
        { kind: "page", page: "long.md" }
      ])
      assert.deepStrictEqual(files, Object.fromEntries(large.map((path) => [path, [{ kind: "file", file: path }]])))
      assert.deepStrictEqual(
        warnings(content).filter((warning) => !warning.startsWith("many.md: if:")),
        large.map((path) => `${path}: the text is too large for one page and was imported as a file`)
      )
      assert.deepStrictEqual(
        Array.from(Importer.walk(content.pages)).flatMap(({ path, ...page }) =>
          page.type === "document" && page.hidden ? [path] : []
        ),
        ["long.md", "many.md"]
      )
      const texts = new Map(content.files.map(({ bytes, path }) => [path, Buffer.from(bytes).toString()]))
      for (const [path, text] of Object.entries(tree)) assert.isTrue(path === "a.md" || texts.get(path) === text, path)
    })
  )

  it.effect("imports only files if it contains only images", () =>
    Effect.gen(function* () {
      const content = yield* read({ "a.png": png, "b/c.gif": gif })
      assert.deepStrictEqual([content.pages, content.files.length, content.total], [[], 2, 2])
    })
  )

  it.effect("counts warnings beyond a thousand (rule import-warnings)", () =>
    Effect.gen(function* () {
      const tree = Object.fromEntries(Array.from({ length: 1002 }, (_, index) => [`x/${index}.bin`, "x"]))
      const content = yield* read({ ...tree, "a.md": "# A" })
      assert.strictEqual(content.warnings.listed.length, 1000)
      assert.deepStrictEqual(content.warnings.counts, [{ kind: "file", count: 1002 }])
      assert.strictEqual(content.total, 1003)
    })
  )
})

describe("the parser in an import", () => {
  const parsed: Array<string> = []
  const counting = Layer.effect(
    Markdown.Markdown,
    Effect.gen(function* () {
      const markdown = yield* Markdown.Markdown
      const read: typeof markdown.read = (text, options) => {
        parsed.push(text)
        return markdown.read(text, options)
      }
      return { ...markdown, read }
    })
  )
  const counted = Importers.layer().pipe(
    Layer.provide(counting),
    Layer.provide(Layer.merge(MarkdownAdapter.layer, HtmlAdapter.layer))
  )
  layer(counted)((it) => {
    it.effect("reads each text once, and does not read the table of contents", () =>
      Effect.gen(function* () {
        const tree = {
          "SUMMARY.md": "* [B](b.md)\n* [A](a.md)",
          "a.md": "# A\n\n[b](b.md)",
          "b.md": "# B",
          "c.md": "# C"
        }
        yield* read(tree)
        assert.deepStrictEqual(parsed, [tree["b.md"], tree["a.md"], tree["c.md"]])
      })
    )
  })
})

describe("the limit of an import", () => {
  layer(Parsers.importers({ pages: 3, files: 2, archive: { entries: 8, unpackedBytes: 5000 } }))((it) => {
    const pages = (count: number): Tree =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.md`, "# T"]))
    const files = (count: number): Tree =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.gif`, gif]))

    it.effect("applies at the number and one above (rule import-limits)", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* read(pages(3))).total, 3)
        assert.strictEqual((yield* read(files(2))).total, 2)
        assert.strictEqual((yield* read({ ...pages(3), ...files(2) })).total, 5)
        const failures = yield* Effect.forEach(
          [
            pages(4),
            Object.fromEntries(
              Object.entries(pages(4)).map(([path, text]) => [`${path === "0.md" ? "" : "old/"}${path}`, text])
            ),
            files(3),
            { "a/b/c.md": "# C", "d.md": "# D" },
            { "SUMMARY.md": "# S\n## G\n* [A](a.md)\n* [B](https://b.c)\n* [C](https://c.d)", "a.md": "# A" },
            Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`${n}.txt`, "x"])),
            { "a.md": Buffer.from(Array.from({ length: 5001 }, (_, n) => 97 + ((n * n) % 26))) }
          ],
          (tree) => Effect.flip(read(tree))
        )
        assert.deepStrictEqual(
          failures.map(({ kind, message }) => [kind, message]),
          [
            ["limit", "the import exceeds the limit of 3 pages: it has 4"],
            ["limit", 'the import exceeds the limit of 3 pages: it has 4, 3 of them in the folder "old/"'],
            ["limit", "the import exceeds the limit of 2 files"],
            ["limit", "the import exceeds the limit of 3 pages"],
            ["limit", "the import exceeds the limit of 3 pages"],
            [
              "limit",
              "the import exceeds the limit of 8 archive entries: import the folder of the documentation alone"
            ],
            ["limit", "the import exceeds the limit of 5000 unpacked bytes: it has 5001"]
          ]
        )
      })
    )
  })

  layer(Parsers.importers())((it) => {
    it.effect("allows 5,000 pages and 5,000 files (rule import-limits)", () =>
      Effect.gen(function* () {
        const pages = (count: number): Tree =>
          Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.md`, ""]))
        const files = (count: number): Tree =>
          Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.svg`, `${n}`]))
        assert.strictEqual(
          (yield* Effect.flip(read(pages(5001)))).message,
          "the import exceeds the limit of 5000 pages: it has 5001"
        )
        assert.strictEqual(
          (yield* Effect.flip(read(files(5001)))).message,
          "the import exceeds the limit of 5000 files"
        )
      })
    )
  })
})
