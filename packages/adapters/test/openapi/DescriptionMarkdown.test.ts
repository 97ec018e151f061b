import { assert, describe, it } from "@effect/vitest"
import { type Block, DescriptionBlocks, Document, DocumentText, DocumentTree } from "@quire/core"
import { HostileTexts, Rounds } from "@quire/testing"
import { Schema } from "effect"
import * as fc from "fast-check"
import { limits } from "../../src/openapi/DescriptionLimits.ts"
import { DescriptionMarkdown, isWords, parse } from "../../src/openapi/DescriptionMarkdown.ts"

const read = (text: string) => new DescriptionMarkdown().read(text)

const typesOf = (blocks: ReadonlyArray<Block.TopLevel>) =>
  [...DocumentTree.walk(Document.make(blocks))].map(([block]) => block.type)

const textOf = (blocks: ReadonlyArray<Block.TopLevel>) => DocumentText.ofDocument(Document.make(blocks))

/** Every inline node of some blocks. */
const inlinesOf = (blocks: ReadonlyArray<Block.TopLevel>): ReadonlyArray<unknown> => {
  const found: Array<unknown> = []
  JSON.stringify(blocks, (_, value: unknown) => {
    if (typeof value === "object" && value !== null && "object" in value && value.object === "inline") found.push(value)
    return value
  })
  return found
}

const text = [
  "# Pets",
  "",
  "All **pets** with `id`, see [here](https://example.com/a).",
  "",
  "- one",
  "- two",
  "",
  "```json",
  "{}",
  "```",
  "",
  "| a | b |",
  "| --- | --- |",
  "| 1 | 2 |",
  "",
  "> said"
].join("\n")

describe("the Markdown of a description (rule description-text)", () => {
  it("becomes blocks if it is more than words", () => {
    const blocks = read(text) ?? []
    assert.deepStrictEqual(
      blocks.map(({ type }) => type),
      ["heading-1", "paragraph", "list-unordered", "code", "table", "blockquote"]
    )
    assert.deepStrictEqual(Schema.decodeUnknownSync(Document.Document)(Document.make(blocks)).nodes, blocks)
  })

  it("has a hint for each quote with a hint marker, like imported pages", () => {
    const hints = (read("Before.\r\n\r\n> [!NOTE]\r\n> Ask **first**.\r\n\r\n> [!WARNING]\n> Hot") ?? []).slice(1)
    assert.deepStrictEqual(
      hints.map((block) => [block.type, block.type === "hint" ? block.data.style : "", textOf([block]).trim()]),
      [
        ["hint", "info", "Ask first."],
        ["hint", "warning", "Hot"]
      ]
    )
    assert.deepStrictEqual(typesOf(read("> \\[!NOTE]\n> said") ?? []).slice(0, 1), ["blockquote"])
  })

  it("stays unchanged if it consists only of words", () => {
    for (const words of ["", "A pet.", "A pet.\n\nIt's (mostly) fine; isn't it?", "a - b, 3 of 4: c/d"]) {
      assert.isUndefined(read(words), words)
    }
    assert.isUndefined(read("#hashtag"), "signs that mean nothing")
    assert.isDefined(read("1. one"))
    assert.isDefined(read("one\n:-"), "a table of one cell")
    assert.isDefined(read("see https://example.com"))
  })

  it("distinguishes words from Markdown without parsing", () => {
    const sign = fc.constantFrom(..."ab1 -.)(:/!?'\"\n\t=+;,%".split(""), "  ", "\n\n", "www.", "1.", "http:")
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 12 }), (signs) => {
        const words = signs.join("")
        fc.pre(isWords(words))
        assert.deepStrictEqual(parse(words), DescriptionBlocks.of({ description: words }))
      }),
      { numRuns: Rounds.rounds(300, 20_000) }
    )
  })

  it("treats HTML, tags and front matter as text", () => {
    assert.strictEqual(textOf(read("a <b>c</b><br>d") ?? []), "a <b>c</b>\nd")
    assert.deepStrictEqual(typesOf(parse("<script>alert(1)</script>")), ["paragraph"])
    assert.strictEqual(textOf(parse("<details>\n<summary>x</summary>")), "<details> <summary>x</summary>")
    const tags = parse('{% if visitor.claims.a %}\n\nb\n\n{% endif %}\n\n{% openapi src="x" %}')
    assert.deepStrictEqual([...new Set(typesOf(tags))], ["paragraph"])
    assert.deepStrictEqual(
      parse("## a {#b}").map((block) => block.type === "heading-2" && block.data),
      [{}]
    )
    assert.deepStrictEqual(typesOf(read("---\ntitle: x\n---\n") ?? [])[0], "code")
    assert.deepStrictEqual(
      read("## Title {#mine}")?.map((block) => "data" in block && block.data),
      [{}]
    )
  })

  it("links only to addresses, and to none that executes code", () => {
    const links = inlinesOf(read('[a](/users/u "mention") [b](/spaces/s/pages/p) [c](https://example.com)') ?? [])
    const refs = links.map((link) => Schema.decodeUnknownSync(Schema.Struct({ data: Schema.Json }))(link).data)
    assert.deepStrictEqual(refs, [
      { ref: { kind: "url", url: "/users/u" } },
      { ref: { kind: "url", url: "/spaces/s/pages/p" } },
      { ref: { kind: "url", url: "https://example.com" } }
    ])
    assert.deepStrictEqual(inlinesOf(read("[a](javascript:alert(1)) ![b](data:image/png;base64,AAAA)") ?? []), [])
  })

  it("contains only CommonMark, for any hostile text", () => {
    const allowed = new Set([
      ..."paragraph heading-1 heading-2 heading-3 list-ordered list-unordered list-tasks list-item code code-line".split(
        " "
      ),
      ..."blockquote divider table images image math".split(" ")
    ])
    const piece = fc.oneof(
      fc.constantFrom(...HostileTexts.all.map((each) => each.toWellFormed().replaceAll("\u0000", ""))),
      fc.constantFrom(
        "\n\n",
        "> ",
        "- ",
        "[^1]",
        "\n[^1]: note\n",
        "{% hint %}\n",
        "{{ x }}",
        ":smile:",
        "$$x$$",
        "<p>"
      )
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const made = read(pieces.join("")) ?? []
        for (const type of typesOf(made)) assert.isTrue(allowed.has(type), type)
        Schema.decodeUnknownSync(Document.Document)(Document.make(made))
      }),
      { numRuns: Rounds.rounds(100, 5_000) }
    )
  })

  it("has a limited length, for blocks and in total", () => {
    assert.isUndefined(read(`*${"x".repeat(limits.markdownCharacters)}*`))
    assert.isUndefined(read("- a\n".repeat(limits.markdownBlocks)))
    const reader = new DescriptionMarkdown()
    const long = (at: number) => `*${String(at).padStart(limits.markdownCharacters - 2, "x")}*`
    const many = limits.markdownTotal / limits.markdownCharacters
    for (let at = 0; at < many; at++) assert.isDefined(reader.read(long(at)))
    assert.isUndefined(reader.read(long(many)))
    assert.isDefined(reader.read(long(0)), "what is repeated is read once")
  })
})
