import type { MarkSpec } from "prosemirror-model"
import { isObject, type JsonObject } from "../Json.ts"
import { attributes, common, type DisplayAttributes, markInDom } from "./Attributes.ts"

/** The marks of text without attributes, from outermost to innermost, as in normalized documents. */
export const simpleMarks = ["bold", "italic", "strikethrough", "superscript", "subscript", "keyboard", "code"] as const

const elements = {
  bold: "strong",
  italic: "em",
  strikethrough: "s",
  superscript: "sup",
  subscript: "sub",
  keyboard: "kbd",
  code: "code"
} as const

/** The marks that may be in a line of code. */
export const codeMarks = ["annotation", "color", ...simpleMarks].join(" ")

const named = (value: unknown) =>
  typeof value === "string" && value !== "default" ? value.replace("$", "") : undefined

const colorsOf = ({ data }: JsonObject): DisplayAttributes =>
  isObject(data) ? { "data-color": named(data["text"]), "data-background": named(data["background"]) } : {}

/** Links and annotations, which are nodes in documents, and the marks of text, in the order of normalized documents. */
export const marks: { readonly [name: string]: MarkSpec } = {
  link: {
    attrs: attributes({ ...common(null), data: undefined }),
    inclusive: false,
    excludes: "link annotation",
    ...markInDom("link", "a")
  },
  annotation: {
    attrs: attributes({ ...common(null), fragments: undefined }),
    inclusive: false,
    excludes: "link annotation",
    ...markInDom("annotation", "span")
  },
  color: { attrs: attributes({ data: undefined }), ...markInDom("color", "span", colorsOf) },
  ...Object.fromEntries(simpleMarks.map((name) => [name, markInDom(name, elements[name])]))
}
