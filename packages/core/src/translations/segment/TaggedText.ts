import type * as Block from "../../content/document/Block.ts"
import type * as Inline from "../../content/document/Inline.ts"
import { type Mark, text as textNode, textOf } from "../../content/document/Inline.ts"

/** Endings by which names of files are known. */
const endings =
  "cjs|conf|css|csv|env|gif|go|html?|ini|ipynb|java|jpe?g|jsonl?|jsx?|lock|log|mdx?|mjs|pdf|php|png|proto|py|rb|rs|sh|sql|svg|toml|tsv?|tsx|txt|wasm|xml|ya?ml|zip"

/** Addresses, paths, names of files and names from code, in prose (rule translation-unsent). */
const unsent = new RegExp(
  [
    String.raw`(?:https?|ftp|mailto|tel):[^\s<>"']*[^\s<>"'.,;:!?)\]]`,
    String.raw`(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
    String.raw`\bwww\.[\w-]+(?:\.[\w-]+)+(?:/[^\s<>"']*[^\s<>"'.,;:!?)\]])?`,
    String.raw`(?<![\w/])(?:\.{0,2}/)[\w.{}:@-]+(?:/[\w.{}:@-]*[\w{}@-])*/?`,
    String.raw`(?<![\w@./-])[\w@-][\w@./-]*\.(?:${endings})\b`,
    String.raw`(?<![\w.])[\w.]*\w\(\)`,
    String.raw`\b[A-Za-z][A-Za-z0-9]*_\w+`,
    String.raw`\b[a-z]+[0-9]*(?:[A-Z][a-z0-9]+)+[A-Z]*\b`,
    String.raw`(?<![\w-])--?[a-z][\w-]*\b`,
    String.raw`\$\{?[A-Za-z_]\w*\}?`
  ].join("|"),
  "g"
)

export interface Part {
  readonly text: string
  readonly isUnsent: boolean
}

/** The parts of a text, those that a translator does not see apart. */
export const splitSegments = (text: string): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  let at = 0
  for (const found of text.matchAll(unsent)) {
    if (found.index > at) parts.push({ text: text.slice(at, found.index), isUnsent: false })
    parts.push({ text: found[0], isUnsent: true })
    at = found.index + found[0].length
  }
  if (at < text.length) parts.push({ text: text.slice(at), isUnsent: false })
  return parts
}

/** What a numbered tag of a text represents. */
export type Tag = { readonly number: number; readonly parent: number; readonly of: Meaning }

type Meaning =
  /** Words with the same looks. */
  | { readonly kind: "words"; readonly marks: ReadonlyArray<Mark> }
  /** Content that is not sent and stays unchanged. */
  | { readonly kind: "whole"; readonly node: Block.InlineNode }
  /** An inline with words in it, or of which one field is words. */
  | { readonly kind: "around"; readonly node: Block.InlineNode }

/** A text as a translator sees it, and what its tags represent; the outermost tags have the parent 0. */
export interface TaggedText {
  readonly text: string
  readonly tags: ReadonlyArray<Tag>
  /** Whether it contains a word to translate. */
  readonly hasWords: boolean
}

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

const escape = (text: string): string => text.replace(/[&<>]/g, (found) => escapes[found] ?? found)

const isCode = ({ marks }: Inline.Leaf): boolean => marks.some(({ type }) => type === "code" || type === "keyboard")

const letter = /\p{L}/u

class Encoder {
  readonly #parts: Array<string> = []
  readonly tags: Array<Tag> = []
  hasWords = false

  get text() {
    return this.#parts.join("")
  }

  #tag(parent: number, of: Meaning): number {
    const number = this.tags.length + 1
    this.tags.push({ number, parent, of })
    return number
  }

  #whole(parent: number, node: Block.InlineNode) {
    this.#parts.push(`<${this.#tag(parent, { kind: "whole", node })}/>`)
  }

  #around(parent: number, of: Meaning, inside: (number: number) => void) {
    const number = this.#tag(parent, of)
    this.#parts.push(`<${number}>`)
    inside(number)
    this.#parts.push(`</${number}>`)
  }

  #words(parent: number, text: string, marks: ReadonlyArray<Mark>) {
    for (const part of splitSegments(text)) {
      if (part.isUnsent) this.#whole(parent, textNode(part.text, marks))
      else {
        this.hasWords ||= letter.test(part.text)
        this.#parts.push(escape(part.text))
      }
    }
  }

  #leaf(parent: number, leaf: Inline.Leaf) {
    if (isCode(leaf)) this.#whole(parent, textOf([leaf]))
    else if (leaf.marks.length === 0) this.#words(parent, leaf.text, leaf.marks)
    else {
      this.#around(parent, { kind: "words", marks: leaf.marks }, (number) => this.#words(number, leaf.text, leaf.marks))
    }
  }

  #field(parent: number, node: Block.InlineNode, text: string | undefined) {
    if (text === undefined || !letter.test(text)) this.#whole(parent, node)
    else this.#around(parent, { kind: "around", node }, (number) => this.#words(number, text, []))
  }

  nodes(parent: number, nodes: ReadonlyArray<Block.InlineNode>) {
    for (const node of nodes) {
      if (node.object === "text") for (const leaf of node.leaves) this.#leaf(parent, leaf)
      else if (node.type === "link" || node.type === "annotation") {
        this.#around(parent, { kind: "around", node }, (number) => this.nodes(number, node.nodes))
      } else if (node.type === "button") this.#field(parent, node, node.data.label)
      else if (node.type === "inline-image") this.#field(parent, node, node.data.caption)
      else this.#whole(parent, node)
    }
  }
}

/**
 * The text of inlines for a translator: links, formatting and the like become numbered tags; code and addresses are
 * omitted.
 */
export const encode = (nodes: ReadonlyArray<Block.InlineNode>): TaggedText => {
  const encoder = new Encoder()
  encoder.nodes(0, nodes)
  return { text: encoder.text, tags: encoder.tags, hasWords: encoder.hasWords }
}
