import { assert, layer } from "@effect/vitest"
import { Importer } from "@quire/core"
import { Effect } from "effect"
import { drawn, intake, refs, type Tree, warnings, zipInput } from "./archives.ts"
import { png } from "./images.ts"
import * as Parsers from "./parsers.ts"

const read = (tree: Tree) => Effect.flatMap(Importer.Importers, (importers) => importers.read(zipInput(tree), intake))

/** The slugs of pages from the root, `?` where the title decides, with the address in the source where it differs. */
const addresses = (pages: ReadonlyArray<Importer.ImportedPage>, above = ""): ReadonlyArray<string> =>
  pages.flatMap((page) => {
    if (page.type === "link") return []
    const path = `${above}${page.slug ?? "?"}`
    const own = page.type === "document" ? page.address : undefined
    return [own === undefined || own === path ? path : `${path} <- ${own}`, ...addresses(page.children, `${path}/`)]
  })

layer(Parsers.importers())("a folder in GitBook's format", (it) => {
  const table: ReadonlyArray<readonly [what: string, tree: Tree, paths: ReadonlyArray<string>]> = [
    [
      "keeps the path of a page at the top of the contents",
      { "SUMMARY.md": "* [Setup](guides/setup.md)\n", "guides/setup.md": "# Setup" },
      ["setup <- guides/setup"]
    ],
    [
      "gives a group the folder of its pages",
      {
        "SUMMARY.md": "* [Home](README.md)\n\n## Getting started\n\n* [A](guides/a.md)\n* [B](guides/b.md)\n",
        "README.md": "# Home",
        "guides/a.md": "# A",
        "guides/b.md": "# B"
      },
      ["? <- ", "guides", "guides/a", "guides/b"]
    ],
    [
      "gives a group the id of its anchor",
      {
        "SUMMARY.md": '## Use <a href="#own" id="own"></a>\n\n* [A](guides/a.md)\n',
        "guides/a.md": "# A"
      },
      ["own", "own/a <- guides/a"]
    ],
    [
      "leaves a listed group its address when an unlisted page has it",
      { "SUMMARY.md": "## Guide\n\n* [A](guide/a.md)\n", "guide/a.md": "# A", "guide/README.md": "# Unlisted" },
      ["guide", "guide/a", "guide"]
    ],
    [
      "gives the home page the folder of the pages below it",
      {
        "SUMMARY.md": "* [Introduction](README.md)\n  * [X](readme/x.md)\n",
        "README.md": "# Introduction",
        "readme/x.md": "# X"
      },
      ["readme <- ", "readme/x"]
    ],
    [
      "prefers the slug in its file to the folder of the pages below it",
      {
        "SUMMARY.md": "* [Introduction](README.md)\n  * [X](start/x.md)\n",
        "README.md": "---\nslug: intro\n---\n\n# Introduction",
        "start/x.md": "# X"
      },
      ["intro <- ", "intro/x <- start/x"]
    ],
    [
      "keeps the folders of unlisted pages",
      {
        "SUMMARY.md": "* [A](a/README.md)\n  * [B](a/b.md)\n",
        "a/README.md": "# A",
        "a/b.md": "# B",
        "a/x/draft.md": "# Draft",
        "c/d.md": "# D"
      },
      ["a", "a/b", "a/x", "a/x/draft", "c", "c/d"]
    ],
    [
      "puts a home page first that the contents do not list",
      {
        ".gitbook.yaml": "root: docs\nstructure: {readme: HOME.md, summary: TOC.md}",
        "docs/TOC.md": "* [A](a.md)\n",
        "docs/HOME.md": "# Home",
        "docs/a.md": "# A"
      },
      ["HOME", "a"]
    ],
    [
      "puts the README next to the contents first",
      { "docs/SUMMARY.md": "* [A](a.md)\n", "docs/README.md": "# Home", "docs/a.md": "# A", "README.md": "# Source" },
      ["docs", "a <- docs/a", "? <- "]
    ],
    [
      "takes the contents of a folder for that folder",
      {
        "README.md": "# Home",
        "other/x.md": "# X",
        "book/SUMMARY.md": "* [Intro](README.md)\n* [B](b.md)\n",
        "book/README.md": "# Book",
        "book/b.md": "# B",
        "book/deep/c.md": "# C"
      },
      ["? <- ", "other", "other/x", "book", "book/b", "book/deep", "book/deep/c"]
    ],
    [
      "takes the contents of the only folder with pages for the whole",
      { "README.md": "# Project", "src/SUMMARY.md": "* [A](a.md)\n", "src/a.md": "# A" },
      ["a <- src/a", "? <- "]
    ],
    [
      "takes the root and the contents that its configuration names",
      {
        ".gitbook.yaml": "root: ./docs/\n\nstructure:\n  readme: intro.md\n  summary: toc.md\n",
        "docs/toc.md": "* [A](a.md)\n* [Intro](intro.md)\n",
        "docs/a.md": "# A",
        "docs/intro.md": "# Intro",
        "src/other.md": "# Other"
      },
      ["a", "intro"]
    ]
  ]
  for (const [what, tree, paths] of table) {
    it.effect(what, () =>
      Effect.gen(function* () {
        const { pages } = yield* read(tree)
        assert.deepStrictEqual(addresses(pages), paths)
      })
    )
  }

  it.effect("has the redirects of its configuration, and warns of those to nothing", () =>
    Effect.gen(function* () {
      const content = yield* read({
        ".gitbook.yaml":
          "root: docs\nredirects:\n  previous/page: new/page.md\n  'old/anchor': ./new/page.md#x\n  gone: missing.md\n  out: https://e.com\n",
        "docs/new/page.md": "# Page",
        "other/y.md": "# Y"
      })
      assert.deepStrictEqual(content.redirects, [
        { from: "previous/page", page: "new/page.md" },
        { from: "old/anchor", page: "new/page.md" }
      ])
      assert.deepStrictEqual(warnings(content), [
        '.gitbook.yaml: 1 file outside of the root "docs" skipped',
        '.gitbook.yaml: the redirect from "gone" leads to no page of the source',
        '.gitbook.yaml: the redirect from "out" leads to no page of the source'
      ])
    })
  )

  it.effect("reads more redirects than fit in one front matter", () =>
    Effect.gen(function* () {
      const lines = Array.from({ length: 2_000 }, (_, index) => `  old/address/${index}: a.md\n`)
      const content = yield* read({ ".gitbook.yaml": `redirects:\n${lines.join("")}`, "a.md": "# A" })
      assert.deepStrictEqual([content.redirects?.length, warnings(content)], [2_000, []])
    })
  )

  it.effect("has included texts as reusable contents, and assets as files", () =>
    Effect.gen(function* () {
      const content = yield* read({
        "guide/a.md":
          '# A\n\n{% include "../.gitbook/includes/x.md" %}\n\n{% file src="../.gitbook/assets/notes.md" %}',
        ".gitbook/includes/x.md": "---\ntitle: Shared\n---\n\nText.",
        ".gitbook/assets/notes.md": "# Notes",
        ".gitbook/assets/a.png": png
      })
      assert.deepStrictEqual(drawn(content.pages), ['document guide/ "Guide"', '  document guide/a.md "A"'])
      assert.deepStrictEqual(
        content.reusable?.map(({ path, title }) => [path, title]),
        [[".gitbook/includes/x.md", "Shared"]]
      )
      assert.deepStrictEqual(refs(content), {
        "guide/a.md": [
          { kind: "reusable-content", reusableContent: ".gitbook/includes/x.md" },
          { kind: "file", file: ".gitbook/assets/notes.md" }
        ]
      })
      assert.deepStrictEqual(warnings(content), [])
    })
  )

  it.effect("has a home page that is called so if its file has no title", () =>
    Effect.gen(function* () {
      const { pages } = yield* read({ "index.md": "Text.", "a/index.md": "Text." })
      assert.deepStrictEqual(drawn(pages), ['document index.md "Docs"', 'document a/index.md "A"'])
    })
  )

  it.effect("has titles without markup and character references", () =>
    Effect.gen(function* () {
      const { pages } = yield* read({
        "SUMMARY.md":
          "## P &lt;x&gt; \\_y\\_\n\n* [A &amp; B&#x20;](a.md)\n* [`c` &copy; \\&amp;](b.md)\n* [D&nbsp;E](<c &amp; d.md>)\n",
        "a.md": "# A",
        "b.md": "# B",
        "c & d.md": "# C"
      })
      assert.deepStrictEqual(
        Array.from(Importer.walk(pages), ({ title }) => title),
        ["P <x> _y_", "A & B", "c © &amp;", "D E"]
      )
    })
  )

  const limits: ReadonlyArray<readonly [yaml: string, fields: Partial<Importer.ImportedDocument>]> = [
    ["draft: true", { hidden: true, noIndex: true, noRobotsIndex: true }],
    ["published: false", { hidden: true, noIndex: true, noRobotsIndex: true }],
    ["unlisted: true", { hidden: true, noIndex: true, noRobotsIndex: true }],
    ['hidden: "true"', { hidden: true }],
    ["if: visitor.claims.beta", { hidden: true }],
    ["layout:\n  title:\n    visible: false\n  width: wide\n  cover:\n    visible: true\n    size: hero", {}],
    [
      "cover:\n  light: a.png\n  dark: b.png",
      { cover: { kind: "file", file: "a.png" }, coverDark: { kind: "file", file: "b.png" } }
    ],
    ["cover: {dark: b.png}", { cover: { kind: "file", file: "b.png" } }]
  ]
  for (const [yaml, fields] of limits) {
    it.effect(`limits and shows a page as its front matter says: ${JSON.stringify(yaml)}`, () =>
      Effect.gen(function* () {
        const { pages, ...rest } = yield* read({ "a.md": `---\n${yaml}\n---\n\nText.`, "a.png": png, "b.png": png })
        const [page] = pages
        if (page?.type !== "document") return assert.fail("no page")
        for (const [name, value] of Object.entries(fields))
          assert.deepStrictEqual(Object.entries(page).find(([key]) => key === name)?.[1], value)
        if (yaml.startsWith("layout")) {
          assert.deepStrictEqual(
            [page.layout?.title, page.layout?.width, page.layout?.cover, page.layout?.coverSize],
            [false, "wide", true, "hero"]
          )
          assert.deepStrictEqual(
            rest.warnings.listed.filter(({ path }) => path === "a.md"),
            []
          )
        }
      })
    )
  }
})
