import { assert, describe, it } from "@effect/vitest"
import { TypesettingAdapter } from "@quire/adapters"
import { Document, type PublishedPage } from "@quire/core"
import { Effect, Layer, Option, Schema } from "effect"
import type { Element, Nodes as Node } from "hast"
import { fromHtml } from "hast-util-from-html"
import * as FontAwesome from "../../src/icon/FontAwesome.ts"
import * as corpus from "./corpus.ts"
import { draw } from "./draw.ts"

const hostile = [
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  "</style></title></textarea></svg><script>alert(1)</script>",
  "javascript:alert(1)",
  "\u0001javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "{{constructor.constructor('alert(1)')()}}",
  "--><svg onload=alert(1)>",
  "]]><iframe srcdoc=x>",
  "\u202e\u2066bidi\u2069 \u0007\u001b[0m control",
  "` onmouseover=alert(1) x=`",
  "__proto__",
  "constructor",
  "$&$`$'${}",
  "a b\tc\nd"
]

/** Elements of pages, with what each may have besides `class`, `id` and `dir`. */
const elements: { readonly [name: string]: ReadonlyArray<string> } = {
  a: ["href", "rel", "target", "download", "aria-label"],
  aside: ["role", "aria-label"],
  bdi: [],
  blockquote: [],
  br: [],
  button: ["type", "popovertarget"],
  code: [],
  col: [],
  colgroup: [],
  details: [],
  div: ["tabindex", "popover", "data-tabs", "role", "aria-label"],
  em: [],
  figcaption: [],
  figure: ["data-copy"],
  h2: [],
  h3: [],
  h4: [],
  hr: [],
  img: ["src", "alt", "width", "height", "loading", "decoding", "data-zoom"],
  input: ["type", "disabled", "checked", "aria-label"],
  kbd: [],
  li: [],
  ol: ["start"],
  p: [],
  path: ["d"],
  pre: ["tabindex"],
  s: [],
  section: ["role", "aria-labelledby"],
  span: ["role", "aria-label"],
  strong: [],
  sub: [],
  summary: [],
  sup: [],
  svg: ["viewbox", "fill", "aria-hidden"],
  table: [],
  tbody: [],
  td: [],
  th: ["scope"],
  thead: [],
  tr: [],
  ul: []
}

const mathElement = /^(?:math|semantics|annotation|m[a-z]+)$/
const mathAttribute =
  /^(?:xmlns|display|encoding|(?:math(?:variant|color|background|size))|stretchy|fence|separator|form|[lr]space|width|height|depth|voffset|(?:min|max)size|(?:display|script)style|scriptlevel|accent(?:under)?|linethickness|notation|movablelimits|symmetric|column(?:align|spacing|lines)|row(?:align|spacing|lines)|side|href-none)$/

const safeUrl = /^(?:https?:|mailto:|tel:|[^:]*(?:$|[/?#]))/i

const isElement = (node: Node): node is Element => node.type === "element"

const plainNames: { readonly [property: string]: string } = {
  className: "class",
  popoverTarget: "popovertarget",
  tabIndex: "tabindex"
}

/** The name of an attribute, as pages have it. */
const attributeOf = (property: string): string =>
  plainNames[property] ?? property.replace(/^(aria|data)(?=[A-Z])/, "$1-").toLowerCase()

const judge = ({ properties, tagName }: Element, isMath: boolean): ReadonlyArray<string> => {
  const own = isMath ? (mathElement.test(tagName) ? [] : undefined) : elements[tagName]
  if (own === undefined) return [`element ${tagName}`]
  return Object.entries(properties).flatMap(([property, value]) => {
    const name = attributeOf(property)
    const isKnown = isMath ? mathAttribute.test(name) : [...own, "class", "id", "dir"].includes(name)
    const isUrl = name === "href" || name === "src"
    if (!isKnown) return [`attribute ${name} of ${tagName}`]
    return isUrl && !safeUrl.test(String(value)) ? [`${name} ${String(value)}`] : []
  })
}

/** What is in a page that must not be, and all ids. */
const inspect = (text: string) => {
  const [faults, ids]: [Array<string>, Array<string>] = [[], []]
  const open: Array<readonly [node: Node, isMath: boolean]> = [[fromHtml(text, { fragment: true }), false]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, isWithin] = next
    const isMath = isWithin || (isElement(node) && node.tagName === "math")
    if (isElement(node)) {
      faults.push(...judge(node, isMath))
      if (node.properties["id"] !== undefined) ids.push(String(node.properties["id"]))
    }
    if (node.type === "comment") faults.push("comment")
    if ("children" in node) for (const child of node.children) open.push([child, isMath])
  }
  return { faults, ids }
}

/** Names by which the format tells its parts apart; what an author writes is everywhere else. */
const structural = new Set(["object", "type", "kind", "fragment", "schemaVersion"])

const decode = Schema.decodeUnknownOption(Document.Document)

const mapTexts = (value: unknown, f: (text: string, name: string) => string, name = ""): unknown => {
  if (typeof value === "string") return structural.has(name) ? value : f(value, name)
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, f, name))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapTexts(part, f, key)]))
}

const namesOf = (value: unknown): ReadonlySet<string> => {
  const names = new Set<string>()
  mapTexts(value, (text, name) => {
    names.add(name)
    return text
  })
  return names
}

const isDocument = (value: unknown): value is Document.Document =>
  typeof value === "object" && value !== null && "nodes" in value

/** The corpus with a text in every place of some names. */
const replaced = (fields: ReadonlySet<string>, text: string): Document.Document => {
  const changed = mapTexts(corpus.document, (own, name) => (fields.has(name) ? text : own))
  if (!isDocument(changed)) throw new Error("not a document")
  return changed
}

const isAllowed = (field: string, text: string): boolean => Option.isSome(decode(replaced(new Set([field]), text)))

const isTargets = (value: unknown): value is PublishedPage.Targets => typeof value === "object" && value !== null

const layers = Layer.merge(FontAwesome.layer, TypesettingAdapter.layerHere)

describe("hostile documents", () => {
  it.layer(layers)((it) => {
    it.effect("nothing but known elements and attributes is drawn", () =>
      Effect.gen(function* () {
        const { faults } = inspect((yield* draw(corpus.document, corpus.references)).text)
        assert.deepStrictEqual([...new Set(faults)], [])
      })
    )

    it.effect("whatever an author writes in any field, be it allowed or not", () =>
      Effect.gen(function* () {
        for (const text of hostile) {
          const fields = [...namesOf(corpus.document)].filter((field) => isAllowed(field, text))
          assert.isAbove(fields.length, 10, text)
          for (const checked of [[], ["url"], ["icon", "code", "color"]]) {
            const changed = replaced(new Set([...fields, ...checked]), text)
            const { faults, ids } = inspect((yield* draw(changed, corpus.references)).text)
            assert.deepStrictEqual([...new Set(faults)], [], text)
            assert.strictEqual(new Set(ids).size, ids.length, text)
          }
        }
      })
    )

    it.effect("whatever what it refers to is called", () =>
      Effect.gen(function* () {
        for (const text of hostile) {
          const changed = mapTexts(corpus.references, (own, name) => (name === "path" ? own : text))
          if (!isTargets(changed)) throw new Error("no targets")
          const { faults } = inspect((yield* draw(corpus.document, changed)).text)
          assert.deepStrictEqual([...new Set(faults)], [], text)
        }
      })
    )
  })
})
