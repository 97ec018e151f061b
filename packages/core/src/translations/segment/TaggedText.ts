import type * as Block from "../../content/document/Block.ts"
import type * as Inline from "../../content/document/Inline.ts"
import { type Mark, text as textNode, textOf } from "../../content/document/Inline.ts"
import * as PendingSegments from "./PendingSegments.ts"

/** What a numbered mark of a text stands for. */
export type Tag = { readonly number: number; readonly parent: number; readonly of: Meaning }

type Meaning =
  /** Words with the same looks. */
  | { readonly kind: "words"; readonly marks: ReadonlyArray<Mark> }
  /** What is not sent, as it stands. */
  | { readonly kind: "whole"; readonly node: Block.InlineNode }
  /** An inline with words in it, or of which one field is words. */
  | { readonly kind: "around"; readonly node: Block.InlineNode }

/** A text as a translator sees it, and what its marks stand for; the outermost marks have the parent 0. */
export interface TaggedText {
  readonly text: string
  readonly tags: ReadonlyArray<Tag>
  /** Whether there is a word in it to translate. */
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
    for (const part of PendingSegments.split(text)) {
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

/** The text of inlines for a translator: links, looks and the like as numbered marks, code and addresses left out. */
export const encode = (nodes: ReadonlyArray<Block.InlineNode>): TaggedText => {
  const encoder = new Encoder()
  encoder.nodes(0, nodes)
  return { text: encoder.text, tags: encoder.tags, hasWords: encoder.hasWords }
}
