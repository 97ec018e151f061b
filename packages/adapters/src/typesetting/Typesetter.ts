import { createContext, Script } from "node:vm"
import type { Typesetting } from "@quire/core"
import type { ElementContent, Root } from "hast"
import { renderToString } from "katex"
import { all, common, createLowlight } from "lowlight"

/** Macros that are expanded at most, and ems that anything may measure. */
const [mostExpansions, largest] = [200, 50] as const

/** In the output of katex, quotes occur only around attribute values. */
const styles = / style="[^"]*"/g

const wrapper = /^<span class="katex">(<math [\s\S]*<\/math>)<\/span>$/

/** A formula as MathML; throws where it is wrong. */
export const typeset = ({ isBlock, tex }: Typesetting.Formula): string | undefined => {
  const text = renderToString(tex, {
    output: "mathml",
    displayMode: isBlock,
    trust: false,
    strict: "ignore",
    maxExpand: mostExpansions,
    maxSize: largest
  })
  return wrapper.exec(text)?.[1]?.replace(styles, "")
}

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

export const limits = {
  /** How long one text may take. */
  textMilliseconds: 1_000,
  /** Time limit for all texts of a page; the rest stays plain. */
  pageMilliseconds: 3_000
} as const

interface Limits {
  readonly textMilliseconds: number
  readonly pageMilliseconds: number
}

const script = new Script("work()")
const sandbox: { work: () => void } = { work: () => undefined }
const context = createContext(sandbox)

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"

/** The result of a text: plain if it is invalid in its language. */
interface Made<A> {
  readonly value: A | undefined
  readonly isInTime: boolean
}

/** Node terminates a script that takes too long. */
const within = <A>(milliseconds: number, work: () => A | undefined): Made<A> => {
  let value: A | undefined
  sandbox.work = () => void (value = work())
  try {
    script.runInContext(context, { timeout: milliseconds })
    return { value, isInTime: true }
  } catch (error) {
    return { value: undefined, isInTime: !isTimeout(error) }
  }
}

/** Typesets pages one after the other. A text that takes too long or is invalid stays plain. */
export class Typesetter {
  readonly #limits: Limits
  #highlighter = new Highlighter()

  constructor(given: Limits = limits) {
    this.#limits = given
  }

  typeset({ codes, formulas }: Typesetting.Texts): Typesetting.Typeset {
    const end = performance.now() + this.#limits.pageMilliseconds
    let [isCut, isSlow] = [false, false]
    const make = <A>(work: () => A | undefined): A | undefined => {
      const time = Math.min(this.#limits.textMilliseconds, Math.floor(end - performance.now()))
      isCut ||= time < 1
      if (time < 1) return undefined
      const { isInTime, value } = within(time, work)
      isSlow ||= !isInTime
      // An interrupted text may have left a language partly initialized.
      if (!isInTime) this.#highlighter = new Highlighter()
      return value
    }
    const lines = codes.map((code) => make(() => this.#highlighter.highlight(code)))
    const markup = formulas.map((formula) => make(() => typeset(formula)))
    return { codes: lines, formulas: markup, isFinal: isSlow || !isCut }
  }
}
