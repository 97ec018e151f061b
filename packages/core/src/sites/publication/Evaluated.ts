import type * as Block from "../../content/document/Block.ts"
import type * as ContentRef from "../../content/document/ContentRef.ts"
import type { Document } from "../../content/document/Document.ts"
import * as DocumentTree from "../../content/document/DocumentTree.ts"
import * as Inline from "../../content/document/Inline.ts"
import * as Rewriting from "../../content/document/Rewriting.ts"
import * as Text from "../../foundation/text/Text.ts"
import type * as Conditions from "./Conditions.ts"

/** Code points of the text of one expression, and of all expressions of a document. */
export const limits = { text: 1000, texts: 100_000 } as const

let construct: (data: Document["data"], nodes: Document["nodes"]) => EvaluatedDocument

/**
 * A document as one audience sees it, created only by `document`: without `if` blocks and expressions, and without the
 * content that they hide (rule document-evaluated).
 */
export class EvaluatedDocument implements Document {
  readonly object = "document"
  readonly data: Document["data"]
  readonly nodes: Document["nodes"]
  /** Brand of documents that only this module creates; copies do not have it. */
  readonly #made = true

  private constructor(data: Document["data"], nodes: Document["nodes"]) {
    this.data = data
    this.nodes = nodes
  }

  static is(value: Document): value is EvaluatedDocument {
    return #made in value && value.#made
  }

  static {
    construct = (data, nodes) => new EvaluatedDocument(data, nodes)
  }
}

export const isEvaluated = (document: Document): document is EvaluatedDocument => EvaluatedDocument.is(document)

const isExpression = (node: Block.InlineNode): node is Inline.InlineExpression =>
  node.object === "inline" && node.type === "expression"

/** The expressions that a block evaluates directly, conditions included. */
const sourcesOf = (block: Block.Block): ReadonlyArray<string> =>
  block.type === "if"
    ? [block.data.expression]
    : DocumentTree.content(block).flatMap((node) => (isExpression(node) ? [node.data.expression] : []))

/** Evaluates the expressions of a document outside of hidden content. Returns false if there are none. */
const ask = ({ nodes }: Document, conditions: Conditions.Conditions): boolean => {
  let asked = false
  const open: Array<Block.Block> = [...nodes]
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    for (const source of sourcesOf(block)) {
      asked = true
      conditions.valueOf(source)
    }
    if (block.type === "if" && !conditions.holds(block.data.expression)) continue
    for (const child of DocumentTree.children(block)) open.push(child)
  }
  return asked
}

/** The printed form of a value: a text, number or boolean itself, anything else as nothing. */
const print = (value: unknown): string => {
  if (typeof value === "string") return value.replaceAll("\u0000", "").toWellFormed()
  return typeof value === "number" || typeof value === "boolean" ? String(value) : ""
}

/** Rewrites blocks as the conditions let them be seen; the texts of expressions are bounded together. */
const rewriteFor = (conditions: Conditions.Conditions) => {
  let left: number = limits.texts
  const printNode = ({ data, key }: Inline.InlineExpression): ReadonlyArray<Inline.Text> => {
    const value = print(conditions.valueOf(data.expression))
    const text = Text.cut(value, Math.min(limits.text, left))
    left -= Text.codePoints(text)
    return text === "" ? [] : [{ ...Inline.text(text), ...(key === undefined ? {} : { key }) }]
  }
  const inlines = <I extends Block.InlineNode>(nodes: ReadonlyArray<I>): ReadonlyArray<I | Inline.Text> =>
    nodes.some(isExpression)
      ? nodes.flatMap((node): ReadonlyArray<I | Inline.Text> => (isExpression(node) ? printNode(node) : [node]))
      : nodes
  return Rewriting.make({
    block: (block) => {
      if (block.type !== "if") return block
      return conditions.holds(block.data.expression) ? block.nodes : []
    },
    inlines,
    codeInlines: inlines
  })
}

/**
 * The document with its conditions applied (rule document-evaluated). Blocks of an `if` that holds replace it, and
 * other `if` blocks are removed with all their content. An expression is replaced by its text. Containers remain even
 * if they become empty. Hidden content leaves no trace.
 */
export const document = (source: Document, conditions: Conditions.Conditions): EvaluatedDocument => {
  if (!ask(source, conditions)) return construct(source.data, source.nodes)
  const rewrite = rewriteFor(conditions)
  return construct(source.data, rewrite(source.nodes))
}

/** The content that a reference names, once for each place where it occurs; undefined if it is omitted. */
type ContentOf = (ref: ContentRef.ReusableContentRef) => EvaluatedDocument | undefined

/** The same nodes if no block refers to separately stored content. */
const includeIn = (nodes: Document["nodes"], contentOf: ContentOf) =>
  Rewriting.make({
    block: (block) => (block.type === "reusable-content" ? (contentOf(block.data.ref)?.nodes ?? []) : block),
    inlines: (inlines) => inlines,
    codeInlines: (inlines) => inlines
  })(nodes)

/** The document with reusable contents in place of the blocks that name them. The contents include no others. */
export const include = ({ data, nodes }: EvaluatedDocument, contentOf: ContentOf): EvaluatedDocument =>
  construct(data, includeIn(nodes, contentOf))
