import { type Block, DocumentText, DocumentTree, Inline, InlineText } from "@quire/core"
import * as fc from "fast-check"
import { choice } from "./Choice.ts"
import * as RefArbitrary from "./RefArbitrary.ts"

const signs = Array.from("*_`~[]()<>!#$|\\{}%:;&@.-+=\"'/^ ")

const chunk = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z]{1,8}$/) },
  { weight: 4, arbitrary: fc.constantFrom(...signs) },
  {
    weight: 2,
    arbitrary: choice(" ", "  ", ", ", "日本語", "안녕", "🚀", "👩‍🚀", "é", "\u00a0", "1. ", "- ", "{% hint %}")
  },
  {
    weight: 2,
    arbitrary: choice(
      "https://example.com",
      "www.example.com",
      "a@b.cd",
      ":1f680:",
      "[^1]",
      "<b>",
      "<T>",
      "</b>",
      "<!-- x -->",
      "&amp;",
      "&#32;",
      "{#id}",
      "[!NOTE]",
      "```",
      "$$x$$",
      "[x] "
    )
  }
)

/** One line of text with many characters that are syntax elsewhere; it may begin or end with white space. */
export const phrase: fc.Arbitrary<string> = fc
  .array(chunk, { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(""))

/** One line of text that neither begins nor ends with white space. */
export const label: fc.Arbitrary<string> = phrase.map((text) => text.trim()).filter((text) => text !== "")

const simpleMark: fc.Arbitrary<Inline.Mark> = choice(
  "bold",
  "italic",
  "strikethrough",
  "superscript",
  "subscript",
  "keyboard",
  "code"
).map((type) => ({ object: "mark", type }))

const colorMark: fc.Arbitrary<Inline.Mark> = fc
  .tuple(fc.constantFrom(...Inline.colors), fc.constantFrom(...Inline.colors))
  .filter(([text, background]) => text !== "default" || background !== "default")
  .map(([text, background]) => ({ object: "mark", type: "color", data: { text, background } }))

const marks: fc.Arbitrary<ReadonlyArray<Inline.Mark>> = fc
  .array(fc.oneof({ weight: 7, arbitrary: simpleMark }, { weight: 1, arbitrary: colorMark }), { maxLength: 2 })
  .map((list) => list.reduce<ReadonlyArray<Inline.Mark>>(InlineText.withMark, []))

const plainOrMarked = fc.oneof(
  { weight: 3, arbitrary: fc.constant<ReadonlyArray<Inline.Mark>>([]) },
  { weight: 2, arbitrary: marks }
)

const text: fc.Arbitrary<Inline.Text> = fc.tuple(phrase, plainOrMarked).map(([value, list]) => Inline.text(value, list))

const lineBreak: fc.Arbitrary<Inline.Text> = fc.constant(Inline.text("\n"))

const inlineImage: fc.Arbitrary<Inline.InlineImage> = fc
  .record(
    {
      ref: RefArbitrary.image,
      refDark: RefArbitrary.image,
      caption: label,
      size: choice("original", "line")
    },
    { requiredKeys: ["ref"] }
  )
  .map((data) => ({ object: "inline", type: "inline-image", data, isVoid: true }))

const texts = fc.array(text, { minLength: 1, maxLength: 3 }).map((nodes) => InlineText.join<Inline.Text>(nodes))

const link: fc.Arbitrary<Inline.Link> = fc
  .tuple(
    RefArbitrary.any,
    fc.array(fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: inlineImage }), { maxLength: 3 })
  )
  .map(([ref, nodes]) => Inline.link(ref, InlineText.join(nodes)))

const formula = fc.oneof(choice("a^2", "\\frac{a}{b}", "x | y", "a $ b", "<b", "`"), label)

const icon = choice("gear", "rocket-launch", "face", "a1")

const voids: fc.Arbitrary<Block.Inline> = fc.oneof(
  inlineImage,
  choice("1f680", "1f468-200d-1f680", "2764").map(
    (code) => ({ object: "inline", type: "emoji", data: { code }, isVoid: true }) as const
  ),
  icon.map((name) => ({ object: "inline", type: "icon", data: { icon: name }, isVoid: true }) as const),
  label.map((expression) => ({ object: "inline", type: "expression", data: { expression }, isVoid: true }) as const),
  formula.map((value) => ({ object: "inline", type: "inline-math", data: { formula: value }, isVoid: true }) as const),
  RefArbitrary.any.map((ref) => ({ object: "inline", type: "mention", data: { ref }, isVoid: true }) as const),
  fc
    .record(
      { label, kind: choice("primary", "secondary"), ref: RefArbitrary.any, icon },
      { requiredKeys: ["label", "kind", "ref"] }
    )
    .map((data) => ({ object: "inline", type: "button", data, isVoid: true }) as const)
)

/**
 * Whether blocks can be the content of a note: there, a line of blanks is read as an empty one, also in code and lists.
 */
export const isOfNote = (nodes: ReadonlyArray<Block.TopLevel>): boolean =>
  Array.from(DocumentTree.walk({ nodes })).every(
    ([block]) => block.type !== "code-line" || !/^[ \t]+$/.test(DocumentText.ofBlock(block))
  )

const noteOf = (nodes: ReadonlyArray<Inline.Text>, body: Block.AnnotationBody["nodes"]): Block.Annotation => ({
  object: "inline",
  type: "annotation",
  isVoid: false,
  nodes,
  fragments: [{ object: "fragment", type: "annotation-body", fragment: "annotation-body", nodes: body }]
})

const plainNote: fc.Arbitrary<Block.Annotation> = fc
  .tuple(texts, label)
  .map(([nodes, body]) => noteOf(nodes, [{ object: "block", type: "paragraph", nodes: [Inline.text(body)] }]))

const isRead = (nodes: ReadonlyArray<Block.InlineNode>): boolean =>
  nodes.length > 0 && DocumentText.ofInlines(nodes) !== " "

const line = (note: fc.Arbitrary<Block.Annotation>): fc.Arbitrary<ReadonlyArray<Block.InlineNode>> =>
  fc
    .array(
      fc.oneof(
        { weight: 8, arbitrary: text },
        { weight: 1, arbitrary: lineBreak },
        { weight: 2, arbitrary: link },
        { weight: 2, arbitrary: voids },
        { weight: 1, arbitrary: note }
      ),
      { minLength: 1, maxLength: 5 }
    )
    .map((nodes) => InlineText.trim<Block.InlineNode>(nodes))
    .filter(isRead)

/** Inline content of normal documents, with notes whose content is `body`. */
export const lineWith = (body: fc.Arbitrary<Block.AnnotationBody["nodes"]>) =>
  line(fc.tuple(texts, body).map(([nodes, blocks]) => noteOf(nodes, blocks)))

/** Inline content whose notes are one plain paragraph each, which HTML can express. */
export const simpleLine = line(plainNote)

/** A line of code that contains more than text. */
export const codeNodes: fc.Arbitrary<Block.CodeLine["nodes"]> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: text },
      {
        weight: 1,
        arbitrary: label.map(
          (expression) => ({ object: "inline", type: "expression", data: { expression }, isVoid: true }) as const
        )
      },
      { weight: 1, arbitrary: plainNote }
    ),
    { maxLength: 3 }
  )
  .map((nodes) => InlineText.join(nodes))
