import { assert, describe, it } from "@effect/vitest"
import { CanonicalJson, Document, DocumentText, VoidBlock } from "@quire/core"
import * as fc from "fast-check"
import * as Complexity from "../../src/markdown/Complexity.ts"
import { mostAliases, mostCharacters, mostOpen, soonCharacters } from "../../src/markdown/Frontmatter.ts"
import * as HtmlTag from "../../src/markdown/HtmlTag.ts"
import { bounded, pageOf, treeOf, treeSoon } from "../../src/markdown/MarkdownPage.ts"
import { longest, soonCells, soonLines } from "../../src/markdown/MarkdownTree.ts"
import { linesOf } from "../../src/markdown/ReadCode.ts"
import { leastNote, noteBudget } from "../../src/markdown/Reader.ts"
import * as TableGrid from "../../src/markdown/TableGrid.ts"

const read = (text: string) => pageOf(treeOf(text))

const warnings = (text: string) => read(text).warnings.map(({ name }) => name)

const around = (depth: number, open: string, inside: string, close = "") =>
  `${open.repeat(depth)}${inside}${close.repeat(depth)}`

describe("the front matter of a text", () => {
  const steps = (depth: number, line: string) =>
    Array.from({ length: depth }, (_, at) => `${" ".repeat(at)}${line}`).join("\n")
  /** Heads that open so much. */
  const heads: ReadonlyArray<readonly [what: string, head: (open: number) => string]> = [
    ["brackets", (open) => `a: ${around(open - 1, "[", "b", "]")}`],
    ["braces", (open) => `a: ${around(open - 1, "{", "b", "}")}`],
    ["items", (open) => `a:\n${around(open, "- ", "b")}`],
    ["keys", (open) => `${around(open, "? ", "b")}`],
    ["indented names", (open) => steps(open, "a:")],
    ["items below one another", (open) => `a:\n${steps(open, "-")}`],
    ["items after other items", (open) => `a:\n${around(5, "- ", "b")}\n${around(open, "- ", "b")}`],
    ["items and brackets", (open) => `a:\n${around(10, "- ", around(open - 10, "[", "b", "]"))}`]
  ]
  for (const [what, head] of heads) {
    it(`parses with the maximum number of open ${what}, and becomes code with one more`, () => {
      const [most, more] = [mostOpen, mostOpen + 1].map((open) => warnings(`---\n${head(open)}\n---\n`))
      assert.deepStrictEqual([most, more], [[], ["frontmatter"]])
    })
  }

  it("parses up to its maximum length, and becomes code beyond", () => {
    const head = (length: number) => `---\na: ${"b".repeat(length - 3)}\n---\n`
    assert.deepStrictEqual([mostCharacters, mostCharacters + 1].map(head).map(warnings), [[], ["frontmatter"]])
  })

  it("stays unparsed with more than the maximum number of aliases", () => {
    const names = Array.from({ length: mostAliases / 10 }, (_, at) => `n${at}`)
    const anchors = `a: [${names.map((name) => `&${name} b`).join(", ")}]`
    for (const one of ["- $\n", "- [$]\n", "- {b: $}\n", "- b: $\n", "- [b,$]\n"]) {
      const lines = (count: number) =>
        Array.from({ length: count }, (_, at) => one.replace("$", `*${names[at % names.length]}`)).join("")
      const head = (count: number) => `---\n${anchors}\nb:\n${lines(count)}---\nx`
      const [most, more] = [mostAliases, mostAliases + 1].map((count) => read(head(count)))
      assert.strictEqual(most?.document.nodes.length, 1, one)
      assert.deepStrictEqual(most?.warnings, [], one)
      assert.deepStrictEqual(
        more?.warnings.map(({ reason }) => reason),
        ["the frontmatter is too large and was kept as a code block"]
      )
    }
  })

  it("treats emphasis signs in its texts as text, not as aliases", () => {
    const text = "*one* and **two** or 3 * 4, f(*x)\n"
    assert.deepStrictEqual(warnings(`---\na: |\n${`  b ${text}`.repeat(40)}---\n`), [])
  })

  it("parses with many closed brackets and items", () => {
    const line = `- ${around(mostOpen - 4, "[", "b", "]")}\n- - - c\n`
    assert.deepStrictEqual(warnings(`---\na:\n${line.repeat(50)}---\n`), [])
  })

  it("parses in process up to its length", () => {
    const head = (length: number) => `---\na: ${"b".repeat(length - 3)}\n---\n`
    assert.isDefined(treeSoon(head(soonCharacters)))
    assert.isUndefined(treeSoon(head(soonCharacters + 1)))
  })
})

describe("the list of highlighted lines", () => {
  const table: ReadonlyArray<readonly [text: string, count: number, lines: ReadonlyArray<number>]> = [
    ["1,3-5", 9, [1, 3, 4, 5]],
    ["3-5,1", 9, [1, 3, 4, 5]],
    ["2-3,2-3,1-2", 9, [1, 2, 3]],
    ["2-9", 4, [2, 3, 4]],
    ["4", 4, [4]],
    ["5", 4, []],
    ["5-6,4", 4, [4]],
    ["0,-1,3-2,x,2-x,", 4, []]
  ]
  for (const [text, count, lines] of table) {
    it(`contains ${lines.join(" ")} of ${count} for ${text}`, () =>
      assert.deepStrictEqual([...linesOf(text, count)], lines))
  }
})

describe("the parsing of tags", () => {
  it("counts the nesting of unknown or incomplete tags", () => {
    const { document, warnings: found } = read(around(2_000, "{% if %}\n", "a\n", "{% endif %}\n"))
    assert.isUndefined(Document.findExceededLimit(document))
    assert.include(
      found.map(({ name }) => name),
      "nesting"
    )
  })

  it("has no document that is too deep to store (rule document-limits)", () => {
    const chained = (notes: number) =>
      Array.from({ length: notes }, (_, at) => `a[^${at}]\n\n[^${at}]: b[^${at + 1}]\n\n`).join("")
    const [most, more] = [41, 42].map((notes) => bounded(read(chained(notes))))
    assert.isUndefined(most?.beyond)
    assert.isTrue(most?.document.nodes.every(CanonicalJson.isJson))
    assert.strictEqual(more?.beyond, "depth")
  })

  it("keeps JSON attributes up to a depth, and reports deeper ones", () => {
    const { depth } = VoidBlock.limits
    const tag = (lists: number) => read(`{% @a/b props='{"c":${around(lists, "[", "", "]")}}' %}`)
    const cells = (lists: number) =>
      read(`<table><tr><td data-value='${around(lists, "[", "", "]")}'>a</td></tr></table>`)
    assert.deepStrictEqual(tag(depth - 1).warnings, [])
    for (const lists of [depth, 10_000, 100_000]) {
      assert.deepStrictEqual(
        tag(lists).warnings.map(({ reason }) => reason),
        ["the attribute props is not a JSON object and was ignored"]
      )
      assert.lengthOf(cells(lists).document.nodes, 1)
    }
  })

  it("closes the nearest open tag, whatever else is open in it", () => {
    const { document } = read("{% hint %}\n{% tabs %}\na\n{% endcode %}\n{% endhint %}\nb\n")
    assert.deepStrictEqual(
      document.nodes.map(({ type }) => type),
      ["hint", "paragraph"]
    )
  })
})

describe("the expansion of footnotes", () => {
  const notes = ({ document }: ReturnType<typeof read>) =>
    JSON.stringify(document).match(/"type":"annotation"/g)?.length

  it("repeats notes up to the budget", () => {
    const most = noteBudget / leastNote
    const page = read(`${"[^a]".repeat(most + 1)}\n\n[^a]: b\n`)
    assert.deepStrictEqual([notes(page), page.warnings.length], [most + 1, 0])
    const more = read(`${"[^a]".repeat(most + 2)}\n\n[^a]: b\n`)
    assert.deepStrictEqual([notes(more), more.warnings.map(({ name }) => name)], [most + 1, ["annotation"]])
  })

  it("terminates for nested notes with many paths through them", () => {
    for (const call of ["[^$]", "[^$][^$]"]) {
      const chain = Array.from({ length: 900 }, (_, at) => `[^${at}]: a${call.replaceAll("$", `${at + 1}`)}\n\n`)
      const { warnings: found } = read(`x[^0]\n\n${chain.join("")}`)
      assert.include(
        found.map(({ name }) => name),
        "annotation"
      )
    }
  })

  it("counts notes before reading them", () => {
    assert.isFalse(Complexity.isTooComplex("[^a]: b\n".repeat(10_000)))
    assert.isTrue(Complexity.isTooComplex("[^a]: b\n".repeat(10_001)))
  })
})

describe("a text with a moderate number of paired signs", () => {
  it("stays unchanged, without a search for the ends of paragraphs", () => {
    const text = "*a* ".repeat(1_000)
    assert.isTrue(Complexity.isModest(text))
    assert.deepStrictEqual(Complexity.bound(text), { text, isCut: false })
  })
})

describe("a paragraph with many character references", () => {
  const length = 10_000
  const most = Complexity.mostJoined / length
  const paragraph = (references: number) => "&amp;".repeat(references).padEnd(length, "é")

  it("reaches micromark beyond the characters that the native parser may copy", () => {
    assert.isTrue(Complexity.isModest(paragraph(most)))
    assert.isFalse(Complexity.isModest(paragraph(most + 1)))
    assert.isTrue(Complexity.isModest(`${paragraph(most / 2)}\n\n${paragraph(most / 2 - 2)}`))
    assert.isUndefined(treeSoon(paragraph(most + 1)))
  })

  it("has the same text whichever parser reads it", () => {
    for (const references of [most, most + 1])
      assert.strictEqual(
        DocumentText.ofDocument(read(paragraph(references)).document),
        "&".repeat(references) + "é".repeat(length - 5 * references)
      )
  })
})

describe("a line with many delimiters and characters outside of ASCII", () => {
  const length = 32_000
  const most = Complexity.mostCounted / length
  const line = (delimiters: number, character: string) => "<".repeat(delimiters).padEnd(length, character)

  it("reaches another process beyond the characters that the native parser may count", () => {
    assert.isTrue(Complexity.isSoonCounted(line(most, "é")))
    assert.isFalse(Complexity.isSoonCounted(line(most + 1, "é")))
    assert.isTrue(Complexity.isSoonCounted(line(most + 1, "e")))
    assert.isUndefined(treeSoon(line(most + 1, "é")))
  })
})

describe("a text with underlined headings below definitions", () => {
  /** So many of both, which the native parser may not read. */
  const text = (underlines: number, definitions: number) =>
    `:1f600:\n\n${"[a]: b\n".repeat(definitions)}\n${"a\n=\n".repeat(underlines)}`
  const definitions = 10_000
  const most = Complexity.mostCopied / definitions

  it("parses while it fits in the time limit, and becomes code beyond", () => {
    assert.strictEqual(read(text(most + 1, definitions)).document.nodes[0]?.type, "code")
    assert.include(
      read(text(10, 10)).document.nodes.map(({ type }) => type),
      "heading-1"
    )
  })

  it("counts headings in quotes, and either underline sign", () => {
    for (const line of ["=\n", "---  \n", "> =\n"]) {
      assert.isFalse(Complexity.isCopied(line.repeat(most) + "[a]: b\n".repeat(definitions)))
      assert.isTrue(Complexity.isCopied(line.repeat(most + 1) + "[a]: b\n".repeat(definitions)))
    }
  })
})

describe("an HTML table", () => {
  const types = (html: string) => read(html).document.nodes.map(({ type }) => type)
  const cells = (count: number) => "<td>a</td>".repeat(count)

  it("becomes a table up to the maximum grid, and text with one more cell", () => {
    for (const rows of [1, 10, 100]) {
      const others = "<tr><td>b</td></tr>".repeat(rows - 1)
      const widest = TableGrid.mostCells / rows
      assert.deepStrictEqual(types(`<table><tr><td colspan=${widest}>a</td></tr>${others}</table>`), ["table"])
      assert.deepStrictEqual(types(`<table><tr><td colspan=${widest + 1}>a</td></tr>${others}</table>`), ["paragraph"])
    }
  })

  it("counts cells that others push aside", () => {
    const table = (width: number) =>
      `<table><tr><td rowspan=9 colspan=${width}>a</td></tr><tr>${cells(100)}</tr></table>`
    const widest = TableGrid.mostCells / 2 - 100
    assert.deepStrictEqual(
      [widest, widest + 1].map((width) => types(table(width))),
      [["table"], ["paragraph"]]
    )
  })

  it("counts spans for as long as they last", () => {
    const row = `<tr><td rowspan=2>a</td>${cells(9)}</tr><tr>${cells(9)}</tr>`
    assert.deepStrictEqual(types(`<table>${row.repeat(100)}</table>`), ["table"])
  })

  for (const spans of ["colspan=1000000000", "colspan=1e9 rowspan=1000000000", "colspan=99999999999999999999"]) {
    it(`terminates for cells with spans: ${spans}`, () => {
      assert.strictEqual(
        DocumentText.ofDocument(read(`<table><tr><td ${spans}>a</td></tr></table>`).document).trim(),
        "a"
      )
    })
  }

  it("parses in process with a small grid, whatever ends its rows", () => {
    const widest = Math.floor(soonCells / 3)
    const isSoon = [widest, widest + 1].map(
      (width) => treeSoon(`<table><tr><td colspan=${width}>a</td></tr></table>`) !== undefined
    )
    assert.deepStrictEqual(isSoon, [true, false])
    for (const row of ["<tr><td>a", "<tbody><td>a", "</tr><td>a", "\n\n<tr><td rowspan=9>a"]) {
      assert.isUndefined(treeSoon(`<table><tr>${cells(100)}</tr>${row.repeat(100)}`), row)
    }
  })

  it("parses in process as Markdown with few bars", () => {
    const bars = (count: number) => `|a|b|\n|-|-|\n${"|".repeat(count - 6)}`
    assert.isDefined(treeSoon(bars(soonCells)))
    assert.isUndefined(treeSoon(bars(soonCells + 1)))
  })

  it("has no more cells than its tags declare", () => {
    const span = fc.integer({ min: 1, max: 6 })
    const cell = fc.tuple(span, span).map(([columns, rows]) => `<td colspan=${columns} rowspan='${rows}'>a`)
    const row = fc.tuple(fc.constantFrom("<tr>", "<tbody>", "</tr>", "<TR class=x>"), fc.array(cell, { maxLength: 5 }))
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), (rows) => {
        const html = `<table>${rows.map(([start, cells]) => start + cells.join("")).join("")}</table>`
        const found = read(html).document.nodes.map((node) =>
          node.type === "table" ? Object.keys(node.data.records).length * Object.keys(node.data.definition).length : 0
        )
        assert.isAtMost(
          found.reduce((sum, each) => sum + each, 0),
          TableGrid.estimateCells(html)
        )
      })
    )
  })

  it("terminates for any cells of a nested table", () => {
    const inner = "<table><tr><td colspan=1000000000>a</td></tr></table>"
    assert.include(DocumentText.ofDocument(read(`<table><tr><td>${inner}</td></tr></table>`).document), "a")
  })
})

describe("a text of many lines", () => {
  for (const [name, end] of [
    ["LF", "\n"],
    ["CR", "\r"],
    ["CRLF", "\r\n"]
  ] as const) {
    it(`parses in process where each line may be a block: ${name}`, () => {
      const isSoon = [soonLines, soonLines + 1].map((lines) => treeSoon(`# a${end}`.repeat(lines)) !== undefined)
      assert.deepStrictEqual(isSoon, [true, false])
    })
  }
})

describe("HTML in Markdown", () => {
  it("parses in process if it is parsed once, or if a small part is repeated", () => {
    const words = (length: number) => "b".repeat(length)
    const figures = (count: number, length: number) => {
      const open = "<figure>".repeat(count)
      return `${open}${words(length - open.length)}`
    }
    for (const count of [2, 16, 64]) {
      const most = longest / count
      assert.deepStrictEqual(
        [most, most + 1].map((length) => treeSoon(figures(count, length)) !== undefined),
        [true, false]
      )
    }
    assert.isDefined(treeSoon(`<div>${words(30_000)}</div>`))
    assert.isDefined(treeSoon(`<table data-view="cards">${words(30_000)}</table>`))
    assert.isUndefined(treeSoon(`${figures(8, 2_000)}\n\n`.repeat(4)))
  })
})

describe("HTML", () => {
  const kinds = (html: string) => HtmlTag.fragment(html).children.map(({ type }) => type)

  it("becomes text when more than the maximum number of elements is open", () => {
    for (const [open, end] of [
      ["<b>", ""],
      ["<div>", "</div>"],
      ["<SECTION class=a>", "</p>"]
    ] as const) {
      const most = around(HtmlTag.mostOpen, open, "x", end)
      assert.deepStrictEqual([kinds(most), kinds(`${open}${most}`)], [["element"], ["text"]])
    }
  })

  it("parses with any number of closed or void elements", () => {
    for (const html of ["<b>x</b>", "<li>x", "<p>x", "<br>"]) {
      assert.notInclude(kinds(html.repeat(2 * HtmlTag.mostOpen)), "text")
    }
  })
})
