import { assert, describe, layer, it as plainIt } from "@effect/vitest"
import { Importer } from "@quire/core"
import { Effect } from "effect"
import * as Csv from "../../src/products/Csv.ts"
import { drawn, intake, refs, type Tree, warnings, zipInput } from "./archives.ts"
import { png } from "./images.ts"
import * as Parsers from "./parsers.ts"

const read = (tree: Tree) => Effect.flatMap(Importer.Importers, (importers) => importers.read(zipInput(tree), intake))

const id = (number: number): string => number.toString(16).padStart(32, "a")

const database = (rows: number, columns: number): string =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => `${row}-${column}`).join(",")
  ).join("\n")

const texts: ReadonlyArray<readonly [what: string, text: string, rows: ReadonlyArray<ReadonlyArray<string>>]> = [
  [
    "values and empty values",
    "\ufeffa,b\n,\n",
    [
      ["a", "b"],
      ["", ""]
    ]
  ],
  [
    "quoted values",
    '"a,b","say ""hi""","two\nlines"\r\nx,y,z',
    [
      ["a,b", 'say "hi"', "two\nlines"],
      ["x", "y", "z"]
    ]
  ],
  ["a quote within a value, and one that is not closed", 'a"b,"c', [['a"b', "c"]]],
  ["no empty rows", "\n\na\n\n", [["a"]]]
]

describe("comma-separated values", () => {
  for (const [what, text, rows] of texts) plainIt(`have ${what}`, () => assert.deepStrictEqual(Csv.parse(text), rows))

  plainIt("end after the number of rows that is wanted", () =>
    assert.deepStrictEqual(Csv.parse("a\nb\nc", 2), [["a"], ["b"]])
  )
})

layer(Parsers.importers())("a database of Notion (rule import-products)", (it) => {
  it.effect("links relations and files, also in folders with ids", () =>
    Effect.gen(function* () {
      const content = yield* read({
        [`Home ${id(1)}.md`]: "# Home",
        [`Home ${id(1)}/Tasks ${id(2)}.csv`]: `Name,Owner,Scan\nFirst,"Ada (Tasks ${id(2)}/Ada%20${id(4)}.md), nobody",Tasks%20${id(2)}/scan.png\nFirst,https://example.com/x,\n`,
        [`Home ${id(1)}/Tasks ${id(2)}/scan.png`]: png,
        [`Home ${id(1)}/Tasks ${id(2)}/First ${id(3)}.md`]: "# First",
        [`Home ${id(1)}/Tasks ${id(2)}/Ada ${id(4)}.md`]: "# Ada"
      })
      const folder = `Home ${id(1)}/Tasks ${id(2)}`
      assert.deepStrictEqual(drawn(content.pages), [
        `document Home ${id(1)}.md "Home"`,
        `  document ${folder}.html "Tasks"`,
        `    document ${folder}/First ${id(3)}.md "First"`,
        `    document ${folder}/Ada ${id(4)}.md "Ada"`
      ])
      assert.deepStrictEqual(refs(content), {
        [`${folder}.html`]: [
          { kind: "page", page: `${folder}/First ${id(3)}.md` },
          { kind: "page", page: `${folder}/Ada ${id(4)}.md` },
          { kind: "file", file: `${folder}/scan.png` },
          { kind: "url", url: "https://example.com/x" }
        ]
      })
      assert.deepStrictEqual([content.total, warnings(content)], [6, []])
    })
  )

  it.effect("stays a file with a page that links to it if its table does not fit one page", () =>
    Effect.gen(function* () {
      const content = yield* read({
        [`Home ${id(1)}.md`]: `# Home\n\n[Big](Big%20${id(2)}.csv)`,
        [`Big ${id(2)}.csv`]: "Name\n",
        [`Big ${id(2)}_all.csv`]: database(500, 6),
        [`Full ${id(3)}.csv`]: database(100, 10)
      })
      assert.deepStrictEqual(refs(content), {
        [`Big ${id(2)}.html`]: [{ kind: "file", file: `Big ${id(2)}_all.csv` }],
        [`Home ${id(1)}.md`]: [{ kind: "page", page: `Big ${id(2)}.html` }]
      })
      const full = Array.from(Importer.walk(content.pages)).find(({ title }) => title === "Full")
      assert.isTrue(full?.type === "document" && full.document !== undefined && full.document.open().nodes.length === 1)
      assert.deepStrictEqual(warnings(content), [
        `Big ${id(2)}_all.csv: the database is too large for one page and was imported as a file`
      ])
    })
  )

  it.effect("completes the page that it has in an export of web pages", () =>
    Effect.gen(function* () {
      const row = `Tasks/First ${id(3)}.html`
      const content = yield* read({
        [`Tasks ${id(2)}.html`]:
          '<article class="page"><h1 class="page-title">Tasks</h1><div class="page-body"><p>Text.</p></div></article>',
        [`Tasks ${id(2)}.csv`]: "Name\nFirst\n",
        [row]: '<article class="page"><h1 class="page-title">First</h1></article>'
      })
      assert.deepStrictEqual(drawn(content.pages), [
        `document Tasks ${id(2)}.html "Tasks"`,
        `  document ${row} "First"`
      ])
      assert.deepStrictEqual(refs(content), { [`Tasks ${id(2)}.html`]: [{ kind: "page", page: row }] })
    })
  )
})

layer(Parsers.importers())("a source that resembles the export of a product (rule import-products)", (it) => {
  it.effect("gets refused with the name of a form that is supported: the JSON export of Outline", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(
        read({
          "metadata.json":
            '{"exportVersion":1,"version":"1.0.0","createdAt":"x","createdById":"x","createdByEmail":null}',
          "Guides.json": '{"collection":{"name":"Guides"},"documents":{},"attachments":{}}'
        })
      )
      assert.strictEqual(
        error.message,
        "nothing was imported: the JSON export of Outline is not supported; export the collections as Markdown or HTML instead"
      )
    })
  )

  const folders: Readonly<Record<string, Tree>> = {
    "an index that is a page": {
      "index.html": "<h1>Home</h1><ul><li><a href='a_1.html'>A</a></li></ul>",
      "a_1.html": "<h1>A</h1>"
    },
    "data of another kind": {
      "a.md": "# A",
      "data.json": '{"page": {"name": "x"}}',
      "metadata.json": '{"version": 1}'
    },
    "a table among pages": { "a.md": "# A\n\n[t](t.csv)", "b.md": "# B", "t.csv": "a,b\n" },
    "one page with an id among others": { [`z ${id(1)}.md`]: "# Z\n\n[c](c.md)", "b.md": "# B", "c.md": "# C" },
    "a folder of one page": { "docs.md": "# D", "guide/guide.html": "<h1>Guide</h1>", "guide/images/x.png": png }
  }
  const expected: Readonly<Record<string, ReadonlyArray<string>>> = {
    "an index that is a page": ['document index.html "Home"', 'document a_1.html "A"'],
    "data of another kind": ['document a.md "A"'],
    "a table among pages": ['document a.md "A"', 'document b.md "B"'],
    "one page with an id among others": ['document b.md "B"', 'document c.md "C"', `document z ${id(1)}.md "Z"`],
    "a folder of one page": ['document docs.md "D"', 'document guide/ "Guide"', '  document guide/guide.html "Guide"']
  }
  for (const [what, tree] of Object.entries(folders)) {
    it.effect(`becomes what any folder becomes: ${what}`, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(drawn((yield* read(tree)).pages), expected[what])
      })
    )
  }
})
