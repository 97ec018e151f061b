import type { NodeSpec } from "prosemirror-model"
import { attributes, common, leafInDom } from "./Attributes.ts"

/** Inline nodes without content, by their type in documents. */
export const inlineVoids = ["inline-image", "emoji", "icon", "expression", "inline-math", "mention", "button"] as const

/** The name of the node of a type of documents, without the level of a heading; `code` is the name of a mark. */
export const nodeName = (type: string): string =>
  type === "code" ? "code_block" : type.replace(/^heading-\d$/, "heading").replaceAll("-", "_")

const inlineVoid = (type: string): NodeSpec => ({
  group: "inline",
  inline: true,
  atom: true,
  attrs: attributes({ ...common(null, { isVoid: true }), data: undefined }),
  ...leafInDom(nodeName(type), "span")
})

export const inlineNodes: { readonly [name: string]: NodeSpec } = {
  text: { group: "inline" },
  hard_break: {
    group: "inline",
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    leafText: () => "\n",
    parseDOM: [{ tag: "br" }],
    toDOM: () => ["br"]
  },
  ...Object.fromEntries(inlineVoids.map((type) => [nodeName(type), inlineVoid(type)])),
  /** An inline node that the editor does not know, or that has no text, as JSON. */
  opaque_inline: {
    group: "inline",
    inline: true,
    atom: true,
    attrs: attributes({ json: undefined }),
    ...leafInDom("opaque_inline", "span")
  }
}
