import type { Typesetting } from "@quire/core"
import type { ElementContent, Root } from "hast"
import { all, common, createLowlight } from "lowlight"

/** The highlighting class of highlight.js scopes; other scopes are plain text. */
const kindsByScope: { readonly [scope: string]: Typesetting.Kind } = {
  comment: "comment",
  quote: "comment",
  keyword: "keyword",
  "selector-tag": "keyword",
  "template-tag": "keyword",
  name: "keyword",
  doctag: "keyword",
  operator: "keyword",
  string: "string",
  regexp: "string",
  "char.escape": "string",
  link: "string",
  code: "string",
  number: "number",
  literal: "number",
  bullet: "number",
  symbol: "number",
  title: "title",
  section: "title",
  built_in: "title",
  type: "title",
  class: "title",
  "selector-id": "title",
  "selector-class": "title",
  attr: "attr",
  attribute: "attr",
  property: "attr",
  variable: "attr",
  meta: "attr",
  "template-variable": "attr",
  "selector-attr": "attr",
  "selector-pseudo": "attr",
  addition: "addition",
  deletion: "deletion",
  emphasis: "emphasis",
  strong: "strong"
}

const prefix = "hljs-"

const kindOf = (names: unknown): Typesetting.Kind | undefined => {
  const [name]: ReadonlyArray<unknown> = Array.isArray(names) ? names : []
  const scope = typeof name === "string" ? name.slice(prefix.length) : ""
  return Object.hasOwn(kindsByScope, scope) ? kindsByScope[scope] : undefined
}

/** Collects runs, and splits them at line ends. */
class Lines {
  readonly all: Array<Array<Typesetting.Run>> = [[]]

  add(text: string, kind: Typesetting.Kind | undefined): void {
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) this.all.push([])
      if (part !== "") this.#extend(part, kind)
    }
  }

  #extend(text: string, kind: Typesetting.Kind | undefined): void {
    const line = this.all.at(-1)
    const last = line?.at(-1)
    if (last !== undefined && last.kind === kind) line?.splice(-1, 1, { ...last, text: last.text + text })
    else line?.push(kind === undefined ? { text } : { text, kind })
  }
}

/** Trees are as deep as languages are within each other. */
const collect = (nodes: ReadonlyArray<ElementContent>, kind: Typesetting.Kind | undefined, lines: Lines): void => {
  for (const node of nodes) {
    if (node.type === "text") lines.add(node.value, kind)
    else if (node.type === "element") collect(node.children, kindOf(node.properties["className"]) ?? kind, lines)
  }
}

const isElement = (node: Root["children"][number]): node is ElementContent => node.type !== "doctype"

const find = (language: string): keyof typeof all | undefined => (Object.hasOwn(all, language) ? language : undefined)

/**
 * Finds languages by name and alias. Languages are created on first use: the well-known ones together, because they
 * contain each other, then those requested by name, and all others only for an alias that is not one of these.
 */
export class Highlighter {
  readonly #lowlight = createLowlight()
  #hasAll = false

  #knows(language: string): boolean {
    const lowlight = this.#lowlight
    if (lowlight.listLanguages().length === 0) lowlight.register(common)
    if (lowlight.registered(language) || this.#hasAll) return lowlight.registered(language)
    const name = find(language)
    const grammar = name === undefined ? undefined : all[name]
    if (name !== undefined && grammar !== undefined) lowlight.register(name, grammar)
    else lowlight.register(all)
    this.#hasAll = name === undefined
    return lowlight.registered(language)
  }

  /** The highlighted lines of a text; undefined if its language is unknown. */
  highlight({ language, text }: Typesetting.CodeText): ReadonlyArray<Typesetting.Line> | undefined {
    const name = language.trim().toLowerCase()
    if (name === "" || !this.#knows(name)) return undefined
    const lines = new Lines()
    collect(this.#lowlight.highlight(name, text, { prefix }).children.filter(isElement), undefined, lines)
    return lines.all
  }
}
