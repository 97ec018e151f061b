import { assert, describe, it } from "@effect/vitest"
import { type Block, Document, DocumentText, Inline } from "@quire/core"
import { DocumentMerge } from "@quire/core/internal"

type Blocks = ReadonlyArray<Block.TopLevel>

const paragraph = (key: string, text = key): Block.Paragraph => ({
  object: "block",
  type: "paragraph",
  key,
  nodes: [Inline.text(text)]
})
const hint = (key: string, nodes: ReadonlyArray<Block.Essential>, style: Block.HintStyle = "info"): Block.Hint => ({
  object: "block",
  type: "hint",
  key,
  data: { style },
  nodes
})
const quote = (key: string, nodes: Block.Blockquote["nodes"]): Block.Blockquote => ({
  object: "block",
  type: "blockquote",
  key,
  nodes
})
const when = (key: string, nodes: Blocks): Block.If => ({
  object: "block",
  type: "if",
  key,
  data: { expression: "x" },
  nodes
})

const textOf = (block: Block.Block | undefined) => (block === undefined ? "" : DocumentText.ofBlock(block))

type Choices = Readonly<Record<string, DocumentMerge.Choice>>

const merge = (base: Blocks | undefined, primary: Blocks, changed: Blocks, choices: Choices = {}) => {
  const { conflicts, document } = DocumentMerge.merge({
    base: base === undefined ? undefined : Document.make(base),
    primary: Document.make(primary),
    changed: Document.make(changed),
    choices: (key) => choices[key]
  })
  return { nodes: document.nodes, open: conflicts.map(({ key, kind }) => `${kind} ${key}`) }
}

const settles = (base: Blocks, primary: Blocks, changed: Blocks, expected: Blocks) => {
  assert.deepStrictEqual(merge(base, primary, changed), { nodes: expected, open: [] })
  assert.deepStrictEqual(merge(base, changed, primary), { nodes: expected, open: [] })
}

describe("merging one block by the merge table (rule merge-table)", () => {
  const [a, b, c] = [[paragraph("k", "aa")], [paragraph("k", "bb")], [paragraph("k", "cc")]]
  const x: Blocks = []
  type Row = readonly [name: string, base: Blocks, changed: Blocks, primary: Blocks, result: Blocks | string]
  const rows: ReadonlyArray<Row> = [
    ["AAA", a, a, a, a],
    ["ABB", a, b, b, b],
    ["ABC", a, b, c, "text block/k/text"],
    ["AAB", a, a, b, b],
    ["ABA", a, b, a, b],
    ["AXX", a, x, x, x],
    ["ABX", a, b, x, "existence block/k"],
    ["AXB", a, x, b, "existence block/k"],
    ["AAX", a, a, x, x],
    ["AXA", a, x, a, x]
  ]
  for (const [name, base, changed, primary, result] of rows) {
    it(name, () => {
      const expected = typeof result === "string" ? { nodes: primary, open: [result] } : { nodes: result, open: [] }
      assert.deepStrictEqual(merge(base, primary, changed), expected)
      const nested = (nodes: Blocks) => [when("w", nodes)]
      assert.deepStrictEqual(merge(nested(base), nested(primary), nested(changed)), {
        ...expected,
        nodes: nested(expected.nodes)
      })
    })
  }

  it("merges a block without a base that both sides created", () => {
    assert.deepStrictEqual(merge(undefined, b, b).open, [])
    assert.deepStrictEqual(merge(undefined, b, c), { nodes: b, open: ["text block/k/text"] })
    assert.deepStrictEqual(merge(undefined, b, [paragraph("l", "cc")]).nodes, [...b, paragraph("l", "cc")])
  })

  it("merges data by field", () => {
    const code = (data: Block.Code["data"]): Blocks => [{ object: "block", type: "code", key: "k", data, nodes: [] }]
    settles(code({}), code({ title: "t" }), code({ syntax: "js" }), code({ title: "t", syntax: "js" }))
    assert.deepStrictEqual(merge(code({}), code({ title: "t" }), code({ title: "u" })).open, ["data block/k/data"])
  })

  it("removes data that one side removes, even if the other side wrote it", () => {
    const [left, right] = [{ ...paragraph("k", "aa"), data: { align: "center" } } as const, paragraph("k", "aa")]
    settles([left], [{ ...left, nodes: [Inline.text("bb")] }], [right], [paragraph("k", "bb")])
  })

  it("merges a type and a text independently", () => {
    const heading = (text: string): Blocks => [
      { object: "block", type: "heading-1", key: "k", data: {}, nodes: [Inline.text(text)] }
    ]
    settles(a, heading("aa"), b, heading("bb"))
  })
})

describe("a text whose words one side puts into a link and the other into another block", () => {
  const text = ", one two"
  const link: Inline.Link = {
    object: "inline",
    type: "link",
    data: { ref: { kind: "url", url: "https://example.com" } },
    nodes: [Inline.text(text)]
  }

  it("has each word once, in the link (rule merge-splits)", () => {
    const linked: Blocks = [{ ...paragraph("k"), nodes: [link, Inline.text(",")] }]
    const split = [paragraph("k", ","), paragraph("n", " one two")]
    const merged: Blocks = [...linked, { ...paragraph("n"), nodes: [] }]
    settles([paragraph("k", text)], linked, split, merged)
  })
})

describe("merging the positions of blocks", () => {
  const [p, q, r, s] = [paragraph("p"), paragraph("q"), paragraph("r"), paragraph("s")]

  it("combines an edit with a move", () => {
    const edited = paragraph("p", "edited")
    settles([p, hint("h", [q])], [hint("h", [q, p])], [edited, hint("h", [q])], [hint("h", [q, edited])])
  })

  it("combines an edit in a block with the block's move", () => {
    const [old, now] = [hint("h", [p]), hint("h", [paragraph("p", "now")])]
    settles([old, q, r], [q, r, old], [now, q, r], [q, r, now])
  })

  it("conflicts when both sides move a block to different places", () => {
    const base = [p, hint("h", []), quote("i", [])]
    const [ours, theirs] = [
      [hint("h", [p]), quote("i", [])],
      [hint("h", []), quote("i", [p])]
    ]
    assert.deepStrictEqual(merge(base, ours, theirs), { nodes: ours, open: ["place block/p/place"] })
    assert.deepStrictEqual(merge(base, ours, theirs, { "block/p/place": "changed" }), { nodes: theirs, open: [] })
  })

  it("conflicts when each side moves one block into the other", () => {
    const base = [when("a", [p]), when("b", [q])]
    const ours = [when("a", [p, when("b", [q])])]
    const theirs = [when("b", [q, when("a", [p])])]
    assert.deepStrictEqual(merge(base, ours, theirs), { nodes: ours, open: ["place block/a/place"] })
    assert.deepStrictEqual(merge(base, ours, theirs, { "block/a/place": "changed" }), { nodes: theirs, open: [] })
  })

  it("puts primary's insertion first when both sides insert in one gap", () =>
    assert.deepStrictEqual(merge([p, q], [p, r, q], [p, s, q]), { nodes: [p, r, s, q], open: [] }))

  it("combines an insertion with an edit next to it, and inserts in place of a deleted block", () => {
    const edited = paragraph("p", "edited")
    settles([p, q], [edited, q], [p, r, q], [edited, r, q])
    settles([p, q], [q], [p, r, q], [r, q])
  })

  it("merges the same new block on both sides into one", () => {
    const twin = { ...r, key: "twin" }
    assert.deepStrictEqual(merge([p, q], [p, r, q], [p, twin, s, q]), { nodes: [p, r, s, q], open: [] })
    const item = (key: string) => hint(key, [{ ...r, key: `${key} r` }])
    assert.deepStrictEqual(merge([p], [p, item("1")], [p, item("2")]), { nodes: [p, item("1")], open: [] })
    assert.deepStrictEqual(merge([p, q], [p, r, q], [p, q, twin]), { nodes: [p, r, q, twin], open: [] })
  })

  it("merges compatible orders and conflicts on incompatible ones", () => {
    settles([p, q, r, s], [q, p, r, s], [p, q, s, r], [q, p, s, r])
    const [ours, theirs] = [
      [q, p, r],
      [p, r, q]
    ]
    assert.deepStrictEqual(merge([p, q, r], ours, theirs), { nodes: ours, open: ["order order/"] })
    assert.deepStrictEqual(merge([p, q, r], ours, theirs, { "order/": "changed" }), { nodes: theirs, open: [] })
    const open = merge([hint("h", [p, q, r])], [hint("h", ours)], [hint("h", theirs)]).open
    assert.deepStrictEqual(open, ["order order/h"])
  })
})

describe("a deleted container", () => {
  const [p, q] = [paragraph("p"), paragraph("q")]
  const base = [hint("h", [p]), q]
  const touched: ReadonlyArray<readonly [what: string, nodes: Blocks]> = [
    ["an edit in it", [hint("h", [paragraph("p", "now")]), q]],
    ["its own edit", [hint("h", [p], "danger"), q]],
    ["an insertion", [hint("h", [p, paragraph("new")]), q]],
    ["a move into it", [hint("h", [p, q])]]
  ]
  for (const [what, nodes] of touched) {
    it(`conflicts with ${what}`, () => {
      assert.deepStrictEqual(merge(base, [q], nodes), { nodes: [q], open: ["existence block/h"] })
      assert.deepStrictEqual(merge(base, nodes, [q]), { nodes, open: ["existence block/h"] })
      assert.deepStrictEqual(merge(base, [q], nodes, { "block/h": "changed" }), { nodes, open: [] })
      assert.deepStrictEqual(merge(base, nodes, [q], { "block/h": "changed" }), { nodes: [q], open: [] })
    })
  }

  it("conflicts as a whole, with only the outermost one reported", () => {
    const deep = (text: string): Blocks => [when("a", [when("b", [paragraph("p", text)])])]
    assert.deepStrictEqual(merge(deep("p"), [], deep("now")).open, ["existence block/a"])
  })

  it("disappears when nothing in it changed, except what was moved out", () => {
    settles(base, [q], [hint("h", [p]), paragraph("q", "now")], [paragraph("q", "now")])
    settles([hint("h", [p]), q], [p, q], base, [p, q])
  })

  it("leaves a block that one side moved out and the other edited", () =>
    assert.deepStrictEqual(merge(base, [p, q], [hint("h", [paragraph("p", "now")]), q]), {
      nodes: [paragraph("p", "now"), q],
      open: []
    }))
})

describe("a table", () => {
  const cell = (name: string, text: string) =>
    ({ object: "fragment", fragment: name, nodes: [paragraph(name, text)] }) as const
  const table = (cells: Readonly<Record<string, string>>, title = "A"): Blocks => [
    {
      object: "block",
      type: "table",
      key: "t",
      isVoid: true,
      data: {
        view: { type: "grid", columns: ["c"], hideHeader: false },
        records: Object.fromEntries(Object.keys(cells).map((row) => [row, { orderIndex: row, values: { c: row } }])),
        definition: { c: { id: "c", title, type: "text", textAlignment: "left" } }
      },
      fragments: Object.entries(cells).map(([row, text]) => cell(row, text))
    }
  ]

  it("merges by cell, row and column", () => {
    settles(
      table({ r1: "a", r2: "b" }),
      table({ r1: "x", r2: "b" }),
      table({ r1: "a", r2: "y" }),
      table({ r1: "x", r2: "y" })
    )
    settles(table({ r1: "a" }), table({ r1: "a" }, "B"), table({ r1: "a", r2: "b" }), table({ r1: "a", r2: "b" }, "B"))
    settles(table({ r1: "a", r2: "b" }), table({ r1: "a" }), table({ r1: "x", r2: "b" }), table({ r1: "x" }))
  })

  it("conflicts over a row that one side edited and the other deleted", () => {
    const [base, ours, theirs] = [table({ r1: "a", r2: "b" }), table({ r1: "a" }), table({ r1: "a", r2: "x" })]
    assert.deepStrictEqual(merge(base, ours, theirs), { nodes: ours, open: ["data block/t/data"] })
    assert.deepStrictEqual(merge(base, ours, theirs, { "block/t/data": "changed" }), { nodes: theirs, open: [] })
  })

  it("merges a row that both sides created once, and keeps two rows with one id as two (rule merge-parts)", () => {
    const [base, ours, theirs] = [table({ r1: "a" }), table({ r1: "a", r2: "x" }), table({ r1: "a", r2: "y" })]
    settles(base, ours, ours, ours)
    const { nodes, open } = merge(base, ours, theirs)
    assert.deepStrictEqual(open, [])
    assert.deepStrictEqual(
      nodes.flatMap((node) => (node.type === "table" ? node.fragments.map(({ nodes: [cell] }) => textOf(cell)) : [])),
      ["a", "x", "y"]
    )
  })

  it("conflicts over a column that one side gave another type while the other cleared a cell", () => {
    const made = (type: string, value: string) =>
      JSON.parse(
        JSON.stringify(table({}))
          .replace('"type":"text","textAlignment":"left"', `"type":"${type}"`)
          .replace('"records":{}', `"records":{"r1":{"orderIndex":"a","values":${value}}}`)
      )
    const [ours, theirs] = [made("checkbox", '{"c":true}'), made("number", "{}")]
    assert.deepStrictEqual(merge(made("number", '{"c":1}'), ours, theirs).open, ["data block/t/data"])
  })

  it("conflicts over a cell that one side rewrote and into which the other moved a block", () => {
    const moved = paragraph("m", "moved")
    const cell = (nodes: Blocks) =>
      JSON.parse(
        JSON.stringify(table({ r1: "a" })).replace(/"nodes":.*\]\}\]\}\]$/, `"nodes":${JSON.stringify(nodes)}}]}]`)
      )
    const [base, ours, theirs] = [
      [moved, ...table({ r1: "a" })],
      [moved, ...cell([paragraph("new", "x")])],
      cell([moved, paragraph("r1", "a")])
    ]
    assert.deepStrictEqual(merge(base, ours, theirs), { nodes: ours, open: ["data block/t/data"] })
    assert.deepStrictEqual(merge(base, ours, theirs, { "block/t/data": "changed" }), { nodes: theirs, open: [] })
  })

  it("conflicts over a hidden column that one side shows and the other removes", () => {
    const hidden = JSON.parse(JSON.stringify(table({})).replace('"columns":["c"]', '"columns":[]'))
    const dropped = [{ ...hidden[0], data: { ...hidden[0].data, definition: {} } }]
    assert.deepStrictEqual(merge(hidden, table({}), dropped), { nodes: table({}), open: ["data block/t/data"] })
    assert.deepStrictEqual(merge(hidden, table({}), dropped, { "block/t/data": "changed" }).nodes, dropped)
  })

  it("keeps no value of a column that one side removed while the other added an empty row", () => {
    const base = table({ r1: "a" })
    const text = JSON.stringify(base)
    const dropped = JSON.parse(
      text.replace('"values":{"c":"r1"}', '"values":{}').replace('"columns":["c"]', '"columns":[]')
    )
    const row = '"r2":{"orderIndex":"r2","values":{}}'
    const added = JSON.parse(text.replace('"values":{"c":"r1"}}', `"values":{"c":"r1"}},${row}`))
    const primary = [{ ...dropped[0], data: { ...dropped[0].data, definition: {} }, fragments: [] }]
    const { nodes, open } = merge(base, primary, added)
    assert.deepStrictEqual(open, [])
    assert.deepStrictEqual(
      nodes.map((node) => (node.type === "table" ? [node.data.records, node.fragments] : [])),
      [[{ r1: { orderIndex: "r1", values: {} }, r2: { orderIndex: "r2", values: {} } }, []]]
    )
  })

  it("conflicts over an empty cell that both filled, and holds the value of the chosen side", () => {
    const empty = JSON.parse(JSON.stringify(table({ r1: "a" })).replace('"values":{"c":"r1"}', '"values":{}'))
    const base = empty.map((block: object) => ({ ...block, fragments: [] }))
    const filled = (text: string) => [{ ...base[0], data: made(text).data, fragments: made(text).fragments }]
    const made = (text: string) =>
      JSON.parse(JSON.stringify(table({ r1: text })[0]).replace('"key":"r1"', `"key":"${text}"`))
    const [ours, theirs] = [filled("x"), filled("y")]
    assert.deepStrictEqual(merge(base, ours, theirs), { nodes: ours, open: ["data block/t/data"] })
    assert.deepStrictEqual(merge(base, ours, theirs, { "block/t/data": "changed" }), { nodes: theirs, open: [] })
    const given = { content: JSON.parse(JSON.stringify(table({ r1: "both", r2: "more" })[0])) }
    assert.deepStrictEqual(
      merge(base, ours, theirs, { "block/t/data": given }).nodes,
      table({ r1: "both", r2: "more" })
    )
  })
})

describe("an image to which both sides added a caption and an alternative text", () => {
  const image = (alt: string, caption?: string): Blocks => [
    {
      object: "block",
      type: "images",
      key: "i",
      data: {},
      nodes: [
        {
          object: "block",
          type: "image",
          key: "k",
          isVoid: true,
          data: { ref: { kind: "url", url: "https://example.com/i.png" }, alt },
          fragments:
            caption === undefined ? [] : [{ object: "fragment", fragment: "caption", nodes: [paragraph(caption)] }]
        }
      ]
    }
  ]

  it("has only the caption of the chosen side", () => {
    const [base, ours, theirs] = [image("a"), image("b", "ours"), image("c", "theirs")]
    assert.deepStrictEqual(merge(base, ours, theirs), { nodes: ours, open: ["data block/k/data"] })
    assert.deepStrictEqual(merge(base, ours, theirs, { "block/k/data": "changed" }), { nodes: theirs, open: [] })
  })
})

describe("a merge result that the schema does not allow", () => {
  const [p, q] = [paragraph("p"), paragraph("q")]
  const code: Block.Code = { object: "block", type: "code", key: "c", data: {}, nodes: [] }

  it("conflicts over the block", () => {
    const base = [when("w", [p])]
    const [ours, theirs] = [[hint("w", [p])], [when("w", [p, code])]]
    assert.deepStrictEqual(merge(base, ours, theirs), { nodes: ours, open: ["existence block/w"] })
    assert.deepStrictEqual(merge(base, theirs, ours), { nodes: theirs, open: ["existence block/w"] })
    assert.deepStrictEqual(merge(base, ours, theirs, { "block/w": "changed" }), { nodes: theirs, open: [] })
  })

  it("keeps a block that one side moved into it, and the other edited, at its position in primary", () => {
    const lines = (text: string): Block.Code => ({
      ...code,
      nodes: [{ object: "block", type: "code-line", key: "l", data: {}, nodes: [Inline.text(text)] }]
    })
    const base = [when("w", []), lines("old")]
    const [ours, theirs] = [[when("w", [lines("old")])], [quote("w", []), lines("new")]]
    const [moved, left] = [[when("w", [lines("new")])], [quote("w", []), lines("new")]]
    assert.deepStrictEqual(merge(base, ours, theirs), { nodes: moved, open: ["existence block/w"] })
    assert.deepStrictEqual(merge(base, theirs, ours), { nodes: left, open: ["existence block/w"] })
    assert.deepStrictEqual(merge(base, ours, theirs, { "block/w": "primary" }), { nodes: moved, open: [] })
    assert.deepStrictEqual(merge(base, ours, theirs, { "block/w": "changed" }), { nodes: left, open: [] })
  })

  it("conflicts over both changes when one side created the block", () => {
    const math = { object: "block", type: "math", key: "p", isVoid: true, data: { formula: "x" } } as const
    const [ours, theirs] = [[when("w", [math])], [quote("v", [p])]]
    const open = ["place block/p/place", "existence block/p"]
    assert.deepStrictEqual(merge([p], ours, theirs), { nodes: [...ours, quote("v", [])], open })
    const [place, whole] = [{ "block/p/place": "changed" }, { "block/p": "changed" }] as const
    const chosen = merge([p], ours, theirs, { ...place, ...whole })
    assert.deepStrictEqual(chosen, { nodes: [when("w", []), ...theirs], open: [] })
  })

  it("conflicts over a body that each side partly emptied", () => {
    const expandable = (nodes: Blocks): Blocks => [
      {
        object: "block",
        type: "expandable",
        key: "e",
        isVoid: true,
        data: {},
        fragments: [{ object: "fragment", fragment: "expandable-body", nodes }]
      }
    ]
    assert.deepStrictEqual(merge(expandable([p, q]), expandable([p]), expandable([q])), {
      nodes: expandable([p]),
      open: ["existence block/e"]
    })
  })
})

it("replaces the contents of a code block that is removed because its line moved away", () => {
  const code = (key: string, ...lines: ReadonlyArray<string>): Block.Code => ({
    object: "block",
    type: "code",
    key,
    data: {},
    nodes: lines.map((text) => ({ object: "block", type: "code-line", key: "l", data: {}, nodes: [Inline.text(text)] }))
  })
  const base = [code("i", "old"), code("s")]
  const [ours, theirs] = [[code("s", "old")], [code("i", "new")]]
  const merged = merge(base, ours, theirs)
  assert.deepStrictEqual(merged.nodes, [code("s", "new")])
  assert.sameMembers([...merged.open], ["existence block/i", "existence block/s"])
  const [i, s] = [{ "block/i": "changed" }, { "block/s": "changed" }] as const
  assert.deepStrictEqual(merge(base, ours, theirs, { ...i, ...s }), { nodes: theirs, open: [] })
  assert.deepStrictEqual(merge(base, ours, theirs, { "block/i": "primary", ...s }), { nodes: [], open: [] })
})

describe("a note", () => {
  const noted = (word: string, note: string): Blocks => [
    {
      object: "block",
      type: "paragraph",
      key: "p",
      nodes: [
        {
          object: "inline",
          type: "annotation",
          nodes: [Inline.text(word)],
          fragments: [{ object: "fragment", type: "annotation-body", nodes: [paragraph("n", note)] }]
        },
        Inline.text(" end")
      ]
    }
  ]

  it("merges together with the text that contains it", () => {
    settles(noted("a b", "one two"), noted("a c", "one two"), noted("a b", "one three"), noted("a c", "one three"))
    const both = merge(noted("a", "one two"), noted("a", "one three"), noted("a", "one four"))
    assert.deepStrictEqual(both, { nodes: noted("a", "one three"), open: ["text block/p/text"] })
  })
})

describe("content given as a resolution", () => {
  const [a, b, c, d] = [paragraph("k", "aa"), paragraph("k", "bb"), paragraph("k", "cc"), paragraph("k", "dd")]
  const given = (content: Block.Block) => ({ content: JSON.parse(JSON.stringify(content)) })

  it("replaces a text, a block or data", () => {
    assert.deepStrictEqual(merge([a], [b], [c], { "block/k/text": given(d) }), { nodes: [d], open: [] })
    assert.deepStrictEqual(merge([a], [b], [], { "block/k": given({ ...d, key: "z" }) }), { nodes: [d], open: [] })
    const base = [hint("h", [a], "info")]
    const merged = merge(base, [hint("h", [b], "danger")], [hint("h", [a], "warning")], {
      "block/h/data": given(hint("z", [], "success"))
    })
    assert.deepStrictEqual(merged, { nodes: [hint("h", [b], "success")], open: [] })
  })

  it("replaces an invalid block with all its contents", () => {
    const code: Block.Code = { object: "block", type: "code", key: "c", data: {}, nodes: [] }
    const [base, ours, theirs] = [[when("w", [a])], [hint("w", [a])], [when("w", [a, code])]]
    const merged = merge(base, ours, theirs, { "block/w": given(hint("w", [b])) })
    assert.deepStrictEqual(merged, { nodes: [hint("w", [b])], open: [] })
  })

  it("fails where it is not allowed", () => {
    const line: Block.CodeLine = { object: "block", type: "code-line", data: {}, nodes: [] }
    assert.deepStrictEqual(merge([a], [b], [c], { "block/k/text": given(line) }).open, ["text block/k/text"])
    assert.deepStrictEqual(merge([a], [b], [], { "block/k": given(line) }).open, ["existence block/k"])
    assert.deepStrictEqual(merge([a], [b], [], { "block/k": { content: null } }).open, ["existence block/k"])
    assert.deepStrictEqual(merge([a], [b], [c], { "block/k/text": { content: "dd" } }).open, ["text block/k/text"])
  })
})

it("reports the value of each side in a conflict", () => {
  const { conflicts } = DocumentMerge.merge({
    base: Document.make([paragraph("k", "one two")]),
    primary: Document.make([paragraph("k", "one three")]),
    changed: Document.make([paragraph("k", "one four")]),
    choices: () => undefined
  })
  const text = { base: "one two", primary: "one three", changed: "one four" }
  assert.deepStrictEqual(conflicts, [{ key: "block/k/text", kind: "text", block: "k", ...text }])
  assert.strictEqual(DocumentText.ofBlock(paragraph("k", "one two")), "one two")
})
