import { type Item, item, type Tree } from "./blockTree.ts"

const p = (key: string, text: string) => item("paragraph", key, text)

/** A paragraph with data that can be removed. */
const aligned = (key: string, text: string) => item("paragraph", key, text, { align: "start" })

const table = (key: string, cells: Readonly<Record<string, ReadonlyArray<Item>>>): Item => ({
  ...item("table", key, [], {
    view: { type: "grid", columns: ["c"], hideHeader: false },
    records: Object.fromEntries(Object.keys(cells).map((row) => [row, { orderIndex: row, values: { c: row } }])),
    definition: { c: { id: "c", title: "C", type: "text", textAlignment: "left" } }
  }),
  lists: Object.fromEntries(Object.entries(cells).map(([row, items]) => [row, [...items]]))
})

const expandable = (key: string, body: ReadonlyArray<Item>): Item => ({
  ...item("expandable", key),
  lists: { "expandable-title": [p(`${key}-title`, "title")], "expandable-body": [...body] }
})

const outside = p("o", "outside words here")

/**
 * Documents with a block `b`, its parent `w`, its child `c` and its neighbour `n`; `v` holds `w`, `u` holds other
 * blocks, and `o` is outside.
 */
export const families: Readonly<Record<string, Tree>> = {
  "texts in a condition": [
    item("if", "w", [aligned("b", "one two three four"), p("n", "five six seven")], { expression: "x" }),
    item("hint", "v", [p("p", "held")], { style: "info" }),
    item("blockquote", "u", []),
    outside
  ],
  "texts in a quote": [
    item("blockquote", "w", [aligned("b", "one two three four"), p("n", "five six seven")]),
    item("if", "v", [], { expression: "x" }),
    item("code", "u", [item("code-line", "k", "line")]),
    outside
  ],
  "quotes in a condition": [
    item(
      "if",
      "w",
      [item("blockquote", "b", [aligned("c", "one two three four"), p("d", "more")]), p("n", "five six seven")],
      {
        expression: "x"
      }
    ),
    item("blockquote", "v", []),
    item("hint", "u", [], { style: "info" }),
    outside
  ],
  "code in a condition": [
    item(
      "if",
      "w",
      [
        item("code", "b", [item("code-line", "c", "one two three four"), item("code-line", "d", "more")]),
        p("n", "five six")
      ],
      {
        expression: "x"
      }
    ),
    item("if", "v", [], { expression: "y" }),
    item("code", "u", []),
    outside
  ],
  "items of a list": [
    item("list-unordered", "w", [
      item("list-item", "b", [aligned("c", "one two three four"), p("d", "more")]),
      item("list-item", "n", [p("m", "five six")])
    ]),
    item("list-ordered", "v", [item("list-item", "j", [p("k", "held")])]),
    item("list-ordered", "u", []),
    outside
  ],
  "a list in an item": [
    item("list-unordered", "w", [
      item("list-item", "a", [
        p("e", "first"),
        item("list-unordered", "b", [item("list-item", "c", [p("d", "one two three")])])
      ]),
      item("list-item", "n", [p("m", "five six")])
    ]),
    item("blockquote", "v", []),
    outside
  ],
  tabs: [
    item("tabs", "w", [
      item("tabs-item", "b", [aligned("c", "one two three four"), p("d", "more")]),
      item("tabs-item", "n", [p("m", "five six")])
    ]),
    item("tabs", "v", [item("tabs-item", "j", [p("k", "held")])]),
    item("if", "u", [], { expression: "x" }),
    outside
  ],
  columns: [
    item("columns", "w", [
      item("column", "b", [aligned("c", "one two three four")]),
      item("column", "n", [p("m", "five six")])
    ]),
    item("columns", "v", [item("column", "j", [])]),
    item("hint", "u", [], { style: "info" }),
    outside
  ],
  "lines of code": [
    item("code", "w", [item("code-line", "b", "one two three four"), item("code-line", "n", "five six seven")]),
    item("code", "v", [item("code-line", "k", "held")]),
    item("blockquote", "u", []),
    outside
  ],
  "cells of a table": [
    table("w", { r1: [aligned("b", "one two three four"), p("n", "five six seven")], r2: [p("m", "other cell")] }),
    table("v", { s1: [p("k", "held")] }),
    item("blockquote", "u", []),
    outside
  ],
  "a body that must hold something": [
    expandable("w", [aligned("b", "one two three four"), p("n", "five six seven")]),
    item("if", "v", [], { expression: "x" }),
    item("blockquote", "u", []),
    outside
  ]
}
