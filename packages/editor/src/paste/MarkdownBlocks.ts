import { lexer, type MarkedToken, type Token, type Tokens } from "marked"
import type { Mark, Node } from "prosemirror-model"
import {
  addLink,
  addMark,
  type InlineNodes,
  makeBreak,
  makeCode,
  makeDivider,
  makeHeading,
  makeHint,
  makeInlineImage,
  makeList,
  makeParagraph,
  makeQuote,
  makeTable,
  makeText
} from "./BlockBuilder.ts"

const strong = [/^#{1,6} +\S/m, /^ {0,3}(?:```|~~~)/m, /^ {0,3}[-*+] +\[[ xX]\] /m, /\]\([^()\s]+\)/]

const weak = [
  /^ {0,3}[-*+] +\S.*\n(?: *\n)? {0,3}[-*+] +\S/m,
  /^ {0,3}1[.)] +\S.*\n(?: *\n)? {0,3}2[.)] +\S/m,
  /^ {0,3}> +\S/m,
  /(?:^|[\s(])\*\*[^\s*][^*\n]*\*\*(?:[\s).,:;!?]|$)/m,
  /(?:^|[\s(])`[^`\n]+`(?:[\s).,:;!?]|$)/m
]

/** Whether a line separates the header of a table from its rows. */
const isTableRule = (line: string) => /^[ \t|:-]+$/.test(line) && line.includes("|") && line.includes("--")

/** Whether a text has the structure of Markdown, so that it means more than its lines. */
export const isMarkdown = (text: string): boolean =>
  [...strong, ...weak].some((pattern) => pattern.test(text)) || text.split("\n").some(isTableRule)

const isKnown = (token: Token): token is MarkedToken => token.type !== "generic"

const inlinesOf = (tokens: ReadonlyArray<Token> | undefined, marks: ReadonlyArray<Mark>): InlineNodes =>
  (tokens ?? []).flatMap((token) => (isKnown(token) ? inlineOf(token, marks) : makeText(token.raw, marks)))

const inlineOf = (token: MarkedToken, marks: ReadonlyArray<Mark>): InlineNodes => {
  switch (token.type) {
    case "strong":
      return inlinesOf(token.tokens, addMark(marks, "bold"))
    case "em":
      return inlinesOf(token.tokens, addMark(marks, "italic"))
    case "del":
      return inlinesOf(token.tokens, addMark(marks, "strikethrough"))
    case "codespan":
      return makeText(token.text, addMark(marks, "code"))
    case "link":
      return inlinesOf(token.tokens, addLink(marks, token.href))
    case "image":
      return makeInlineImage(token.href, token.text, marks)
    case "br":
      return makeBreak(marks)
    case "escape":
      return makeText(token.text, marks)
    case "html":
      return /^<br\s*\/?>$/i.test(token.raw.trim()) ? makeBreak(marks) : makeText(token.raw, marks)
    case "text":
      return token.tokens === undefined
        ? makeText(token.text.replace(/\n/g, " "), marks)
        : inlinesOf(token.tokens, marks)
    case "checkbox":
      return []
    default:
      return makeText(token.raw, marks)
  }
}

const alert = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*/i
const styles: { readonly [name: string]: string } = {
  note: "info",
  tip: "success",
  important: "info",
  warning: "warning",
  caution: "danger"
}

const quoteOf = ({ text, tokens }: Tokens.Blockquote): ReadonlyArray<Node> => {
  const name = alert.exec(text)?.[1]?.toLowerCase()
  if (name === undefined) return makeQuote(blocksOf(tokens))
  return [makeHint(styles[name] ?? "info", blocksOfMarkdown(text.replace(alert, "")))]
}

const tableOf = ({ align, header, rows }: Tokens.Table): ReadonlyArray<Node> =>
  makeTable({
    titles: header.map(({ tokens }) =>
      inlinesOf(tokens, [])
        .map((node) => node.text ?? "")
        .join("")
    ),
    alignments: align.map((each) => each ?? "left"),
    rows: rows.map((row) => row.map(({ tokens }) => makeParagraph(inlinesOf(tokens, []))))
  })

const blockOf = (token: MarkedToken): ReadonlyArray<Node> => {
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return []
    case "heading":
      return makeHeading(token.depth, inlinesOf(token.tokens, []))
    case "code":
      return [makeCode(token.text, (token.lang ?? "").split(/\s/)[0] ?? "")]
    case "hr":
      return [makeDivider()]
    case "blockquote":
      return quoteOf(token)
    case "list":
      return makeList(
        token.items.map(({ checked, task, tokens }) => ({
          blocks: blocksOf(tokens),
          isChecked: task ? checked === true : undefined
        })),
        token.ordered,
        typeof token.start === "number" ? token.start : 1
      )
    case "table":
      return tableOf(token)
    case "paragraph":
      return makeParagraph(inlinesOf(token.tokens, []))
    case "text":
      return makeParagraph(inlineOf(token, []))
    default:
      return makeParagraph(makeText(token.raw, []))
  }
}

const blocksOf = (tokens: ReadonlyArray<Token>): ReadonlyArray<Node> =>
  tokens.flatMap((token) => (isKnown(token) ? blockOf(token) : makeParagraph(makeText(token.raw, []))))

/** The blocks of a Markdown text. */
export function blocksOfMarkdown(text: string): ReadonlyArray<Node> {
  return blocksOf(lexer(text, { gfm: true }))
}
