import { assert, layer } from "@effect/vitest"
import { Importer } from "@quire/core"
import { Effect } from "effect"
import { strToU8 } from "fflate"
import { intake, type Tree, zipInput } from "./archives.ts"
import * as Parsers from "./parsers.ts"

interface Case {
  readonly what: string
  readonly tree: Tree
  /** Each warning as `path:line kind reason`, without the line where none is known. */
  readonly warnings: ReadonlyArray<string>
}

const lines = (...all: ReadonlyArray<string>): string => all.join("\n")

const page = (...all: ReadonlyArray<string>): Tree => ({ "a.md": lines(...all) })

const python = (...all: ReadonlyArray<string>): Tree => ({
  "mkdocs.yml": "site_name: Tool",
  "docs/index.md": lines(...all)
})

const cases: ReadonlyArray<Case> = [
  {
    what: "Markdown of a page",
    tree: page("# A", "", "Text", "text [x](javascript:x).", "", "#### Deep", "", "- a", "- <blink>b</blink>"),
    warnings: [
      "a.md:4 link a link or image was converted to text because its URL is too long or its scheme is not http, https, mailto or tel",
      "a.md:6 heading a heading of level 4 was changed to level 3",
      "a.md:9 html unknown HTML was converted to text"
    ]
  },
  {
    what: "the title, a lone anchor and an unused note of a page",
    tree: page("# *A*", "", '<a id="x"></a>', "", "Text", "text.", "", "[^1]: Note.", "", "End."),
    warnings: [
      "a.md:3 heading an anchor that is not at a heading was removed",
      "a.md:8 note a footnote without a reference was moved to the end",
      "a.md:1 title the title was converted to plain text"
    ]
  },
  {
    what: "a page after front matter, with a byte order mark and CRLF",
    tree: {
      "a.md": `\uFEFF${page("---", "title: A", "---", "", "Text {% x %} y", "", "#### Deep")["a.md"]}`.replaceAll(
        "\n",
        "\r\n"
      )
    },
    warnings: [
      "a.md:5 tag the tag x was not understood: it was removed and its content was kept",
      "a.md:7 heading a heading of level 4 was changed to level 3"
    ]
  },
  {
    what: "a page with the line ends of old systems",
    tree: { "a.md": "# A\r\r[x](gone.md)\r\r#### Deep {% x %}" },
    warnings: [
      "a.md:5 tag the tag x within a heading, a table or HTML was removed and its content was kept",
      "a.md:5 heading a heading of level 4 was changed to level 3",
      'a.md:3 link "gone.md" is not in the archive'
    ]
  },
  {
    what: "tags of GitBook",
    tree: page(
      "# A",
      "",
      "{% hint",
      'style="info" %}',
      "Text {% x %} y",
      "{% endhint %}",
      "",
      "## B {% if a %}c{% endif %}",
      "",
      '{% hint style="odd" %}',
      "d",
      "{% endhint %}"
    ),
    warnings: [
      "a.md:5 tag the tag x was not understood: it was removed and its content was kept",
      "a.md:8 tag text under a condition within a heading, a table or HTML was removed: only blocks have conditions",
      "a.md:10 attribute a hint with an unknown style was changed to style info"
    ]
  },
  {
    what: "HTML in Markdown",
    tree: page("# A", "", "Text.", "", "<div>", "<p>a</p>", "<h4>b</h4>", "</div>"),
    warnings: [
      "a.md:5 html an HTML block was converted and lost its layout",
      "a.md:5 heading a heading of level 4 was changed to level 3"
    ]
  },
  {
    what: "containers",
    tree: page("# A", "", "::: odd Title", "Text.", ":::", "", "::: note", "#### Deep", ":::"),
    warnings: [
      "a.md:3 tag an unknown container odd was removed and its content was kept",
      "a.md:8 heading a heading of level 4 was changed to level 3"
    ]
  },
  {
    what: "Python Markdown",
    tree: python(
      "---",
      "title: A",
      "---",
      "",
      "!!! note",
      "",
      "    Text.",
      "",
      "    ::: tool.module",
      "",
      "    #### Deep",
      "",
      "Term",
      ":   Meaning.",
      "",
      "    :material-odd:"
    ),
    warnings: [
      "docs/index.md:9 tag the text that a program generates for tool.module is not in the source",
      "docs/index.md:13 tag a definition list was converted: its terms are bold, and its definitions follow them",
      "docs/index.md:16 tag the icon :material-odd: became the icon odd, which may look different or be missing",
      "docs/index.md:11 heading a heading of level 4 was changed to level 3"
    ]
  },
  {
    what: "MDX",
    tree: {
      "a.mdx": lines(
        "---",
        "title: A",
        "---",
        "",
        "import X from './x'",
        "",
        "Text.",
        "",
        "<Odd>",
        "",
        "#### Deep {value}",
        "",
        "</Odd>",
        "",
        "a <3 b"
      )
    },
    warnings: [
      'a.mdx:15 tag "a <3 b" is not valid MDX and was kept as text',
      "a.mdx:9 tag an unknown component Odd was removed and its content was kept",
      "a.mdx:11 tag an expression of MDX was kept as code because its value is not known",
      "a.mdx:11 heading a heading of level 4 was changed to level 3"
    ]
  },
  {
    what: "MDX that is read as Markdown",
    tree: { "a.mdx": lines("# A", "", ...Array.from({ length: 31 }, (_, index) => `a <3 ${index}`)) },
    warnings: ['a.mdx:3 tag the text is not valid MDX, first "a <3 0", and was read as Markdown']
  },
  {
    what: "front matter",
    tree: page(
      "---",
      "title: A",
      "icon: NO ICON",
      "hidden: maybe",
      "layout:",
      "  width: huge",
      "cover: javascript:x",
      "description: [a]",
      "author: x",
      "---",
      "",
      "Text."
    ),
    warnings: [
      "a.md:8 front-matter the field description is not a string and was ignored",
      "a.md:3 front-matter the icon name is unknown",
      "a.md:7 front-matter the cover is not an image",
      "a.md:5 front-matter the layout option width or its value is not supported and was ignored",
      "a.md:4 front-matter the field hidden is neither true nor false and was treated as true",
      "a.md:9 front-matter unknown front matter fields were ignored: author"
    ]
  },
  {
    what: "front matter that is no mapping",
    tree: page("---", "- a", "---", "", "Text."),
    warnings: ["a.md:1 front-matter the frontmatter is not a YAML mapping and was kept as a code block"]
  },
  {
    what: "links and anchors",
    tree: page(
      "# gone.md",
      "",
      "See gone.md, then [a](gone.md)",
      "and ![b](<no image.png>).",
      "[c][c] [d](g)",
      "",
      "[c]: lost.md"
    ),
    warnings: [
      'a.md:3 link "gone.md" is not in the archive',
      'a.md:4 link "no image.png" is not in the archive',
      'a.md:7 link "lost.md" is not in the archive',
      'a.md:5 link "g" is not in the archive'
    ]
  },
  {
    what: "a text that is included: the line that includes it",
    tree: {
      "a.md": lines("# A", "", '--8<-- "part.txt"', "", "Text.", "", "##### Deeper", "", '--8<-- "gone.txt"'),
      "part.txt": lines("One", "", "#### Deep", "", "Text.", "", "Two")
    },
    warnings: [
      "a.md:3 heading a heading of level 4 was changed to level 3",
      "a.md:7 heading a heading of level 5 was changed to level 3",
      'a.md:9 link "gone.txt" is not in the archive'
    ]
  },
  {
    what: "a table of contents",
    tree: {
      "SUMMARY.md": lines(
        "# Summary",
        "",
        "* [A](a.md)",
        "* [B](gone.md)",
        "* Part",
        "",
        "## More",
        "",
        "* [C](https://c.example)",
        "  * [A](a.md)"
      ),
      "a.md": "# A"
    },
    warnings: [
      'SUMMARY.md:4 contents "gone.md" is not in the archive',
      'SUMMARY.md:5 contents "Part" has no link target',
      'SUMMARY.md:9 contents "C" cannot have subpages; they were placed after it'
    ]
  },
  {
    what: "the navigation of a site",
    tree: {
      "mkdocs.yml": lines("site_name: Tool", "nav:", "  - Home: index.md", "  - Gone: gone.md"),
      "docs/index.md": "# A"
    },
    warnings: ['mkdocs.yml:4 contents "/docs/gone.md" is not in the archive']
  },
  {
    what: "the settings of a book",
    tree: {
      ".gitbook.yaml": lines("root: ./docs/", "", "odd: 1", "redirects:", "  old: a.md", "  older: gone.md"),
      "docs/a.md": "# A",
      "b.md": "# B"
    },
    warnings: [
      ".gitbook.yaml:3 settings the option odd is not supported and was ignored",
      '.gitbook.yaml:1 settings 1 file outside of the root "docs" skipped',
      '.gitbook.yaml:6 address the redirect from "older" leads to no page of the source'
    ]
  },
  {
    what: "the meaning of components",
    tree: {
      "quire-components.yaml": lines("components:", "  Tip:", "    block: hint", "  Odd:", "    block: odd"),
      "a.md": "# A"
    },
    warnings: [
      "quire-components.yaml:4 settings components.Odd.block: the value is not supported; the file was ignored"
    ]
  },
  {
    what: "a web page",
    tree: {
      "a.html": lines(
        "<!doctype html>",
        "<html><body>",
        "<h1>A</h1>",
        "<p>Text.</p>",
        "<p>Text <a href='javascript:x'>x</a>.</p>",
        "<section>",
        "<h4>Deep</h4>",
        "<figure><blockquote>Text.</blockquote></figure>",
        "<p><a href='gone.html'>b</a></p>",
        "</section>",
        "</body></html>"
      )
    },
    warnings: [
      "a.html:5 link a link or image was converted to text because its URL is too long or its scheme is not http, https, mailto or tel",
      "a.html:7 heading a heading of level 4 was changed to level 3",
      "a.html:8 html an HTML block was converted and lost its layout",
      'a.html:9 link "gone.html" is not in the archive'
    ]
  },
  {
    what: "a page of Confluence",
    tree: {
      "a.html": lines(
        "<html><body>",
        '<h1 id="title-heading"><span>Space : A</span></h1>',
        '<div id="main-content" class="wiki-content">',
        "<p>Text.</p>",
        '<p><img src="plugins/servlet/confluence/placeholder/unknown-macro?name=odd"></p>',
        "</div>",
        '<div class="pageSection"><h2 id="comments">Comments</h2></div>',
        "</body></html>"
      )
    },
    warnings: [
      "a.html:7 comment the comments of the page were left out",
      'a.html:5 html the macro "odd" was converted to text'
    ]
  },
  {
    what: "a document of Google Docs",
    tree: {
      "a.html": lines(
        "<html><body class='doc-content'>",
        "<p>Text.</p>",
        "<p>More<sup><a href='#cmnt1'>[a]</a></sup></p>",
        "</body></html>"
      )
    },
    warnings: ["a.html:3 comment the comments of the document were left out"]
  },
  {
    what: "a whole file, without a line",
    tree: { "a.md": "# A", "b.md": new Uint8Array([0x23, 0x20, 0xe9]), "c.bin": strToU8("x") },
    warnings: [
      "b.md encoding the text is not valid UTF-8 and was read as windows-1252",
      "c.bin file not a page and not referenced by any page"
    ]
  }
]

layer(Parsers.importers())("the warnings of an import", (it) => {
  for (const { tree, warnings, what } of cases) {
    it.effect(`name the lines of ${what} (rule import-warnings)`, () =>
      Effect.gen(function* () {
        const { read } = yield* Importer.Importers
        const content = yield* read(zipInput(tree), intake)
        assert.deepStrictEqual(
          content.warnings.listed.map(
            ({ kind, line, path, reason }) => `${path}${line === undefined ? "" : `:${line}`} ${kind} ${reason}`
          ),
          warnings
        )
      })
    )
  }
})
