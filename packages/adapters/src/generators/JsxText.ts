import type { Markdown } from "@quire/core"
import { Predicate } from "effect"
import type { PhrasingContent } from "mdast"
import type { MdxTextExpression } from "mdast-util-mdx"
import { startTag } from "../markdown/HastText.ts"
import { type Conversion, html, lineOf, text, wordsOf } from "./Conversion.ts"
import * as Jsx from "./Jsx.ts"
import * as Literal from "./Literal.ts"

type Nodes = ReadonlyArray<PhrasingContent>

const voids = new Set(["br", "hr", "img", "input", "source", "wbr"])
const hidden = new Set(["script", "style", "svg"])

const expression = (conversion: Conversion, node: MdxTextExpression): Nodes => {
  const { value } = node
  const read = Literal.read(value, conversion.scope)
  if (typeof read.value === "string" || typeof read.value === "number") return [text(String(read.value))]
  if (!read.isPartial && typeof read.value !== "object") return []
  const shown = value.replace(/\s+/g, " ").trim()
  conversion.warn("an expression of MDX was kept as code because its value is not known", node)
  return [{ type: "inlineCode", value: `{${shown}}` }]
}

const colors: ReadonlyMap<string, string> = new Map([
  ["tip", "green"],
  ["success", "green"],
  ["info", "blue"],
  ["note", "blue"],
  ["warning", "orange"],
  ["caution", "orange"],
  ["danger", "red"],
  ["error", "red"]
])

const around = (name: string, attributes: Readonly<Record<string, string | true>>, content: Nodes): Nodes => [
  html(startTag(name, attributes)),
  ...content,
  html(`</${name}>`)
]

/** The addresses of an image, one for each theme where it has several. */
const imageSources = (attributes: Jsx.Attributes): ReadonlyArray<string> => {
  const source = Jsx.textIn(attributes, "src", "img", "url")
  if (source !== undefined) return [source]
  const sources = attributes.get("sources")
  const { dark, light } = Predicate.isReadonlyObject(sources) ? sources : {}
  if (typeof light !== "string") return []
  return typeof dark === "string" ? [`${light}#gh-light-mode-only`, `${dark}#gh-dark-mode-only`] : [light]
}

/** A component that is a part of a line. */
const component = (conversion: Conversion, node: Jsx.Jsx, rule: Markdown.ComponentRule, content: Nodes): Nodes => {
  const attributes = Jsx.attributesOf(node, conversion.scope)
  const own = rule.title === undefined ? [] : [rule.title]
  switch (rule.block) {
    case "badge": {
      const label = Jsx.textIn(attributes, ...own, "text", "label", "title")
      const kind = Jsx.textIn(attributes, "type", "variant", "color") ?? ""
      const color =
        colors.get(kind) ?? (["green", "blue", "red", "orange", "yellow", "purple"].includes(kind) ? kind : "yellow")
      const shown = content.length > 0 ? content : label === undefined ? [] : [text(label)]
      return shown.length === 0 ? [] : around("mark", { style: `background-color:${color}` }, shown)
    }
    case "button": {
      const target = Jsx.textIn(attributes, "href", "to", "link", "url")
      const label = Jsx.textIn(attributes, ...own, "label", "text", "title")
      const shown = content.length > 0 ? content : label === undefined ? [] : [text(label)]
      if (target === undefined) return shown
      const isLink = node.name === "Link" || node.name === "a"
      if (isLink) return [{ type: "link", url: target, children: [...linkable(shown)] }]
      const isMinor = ["secondary", "minimal", "outline"].includes(Jsx.textIn(attributes, "variant", "type") ?? "")
      return around("a", { class: isMinor ? "button secondary" : "button primary", href: target }, shown)
    }
    case "formula": {
      const value = Jsx.textIn(attributes, "formula", "math") ?? wordsOf(content)
      return [{ type: "inlineMath", value }]
    }
    case "icon": {
      const name = Jsx.textIn(attributes, ...own, "icon", "name")
      return name === undefined ? [] : around("i", { class: `fa-${name.replace(/^.*:/, "")}` }, [])
    }
    case "image": {
      const sources = imageSources(attributes)
      const alt = Jsx.textIn(attributes, "alt") ?? ""
      return sources.length === 0 ? content : sources.map((url) => ({ type: "image", url, alt, title: null }))
    }
    case "tooltip": {
      const tip = Jsx.textIn(attributes, ...own, "tip", "content", "text", "title")
      return tip === undefined ? content : around("abbr", { title: tip }, content)
    }
    default:
      return content
  }
}

/** The nodes that a link of Markdown may contain. */
const linkable = (nodes: Nodes) =>
  nodes.flatMap((node) => (node.type === "link" || node.type === "linkReference" ? node.children : [node]))

const element = (conversion: Conversion, node: Jsx.Jsx, content: Nodes): Nodes => {
  const name = node.name ?? ""
  if (!/^[a-z][\w-]*$/.test(name)) return content
  if (hidden.has(name)) {
    conversion.warn(`an element ${name} was removed`, node)
    return []
  }
  const attributes = Jsx.htmlAttributes(Jsx.attributesOf(node, conversion.scope))
  return voids.has(name) ? [html(startTag(name, attributes))] : around(name, attributes, content)
}

const jsx = (conversion: Conversion, node: Jsx.Jsx): Nodes => {
  const content = conversion.phrasing(lineOf(node.children))
  const rule = conversion.ruleOf(node.name ?? "")
  if (rule !== undefined) return component(conversion, node, rule, content)
  if (/^[A-Z]|\./.test(node.name ?? ""))
    conversion.warn(`an unknown component ${node.name} was removed and its content was kept`, node)
  return element(conversion, node, content)
}

/** Content of a line without expressions and elements of MDX. */
export const convert = (conversion: Conversion, nodes: Nodes): Nodes =>
  nodes.flatMap((node): Nodes => {
    switch (node.type) {
      case "mdxTextExpression":
        return expression(conversion, node)
      case "mdxJsxTextElement":
        return jsx(conversion, node)
      case "delete":
      case "emphasis":
      case "link":
      case "linkReference":
      case "strong":
        return [{ ...node, children: [...convert(conversion, node.children)] }]
      default:
        return [node]
    }
  })

/** The content of a heading, in which `{#id}` is an anchor. */
export const heading = (conversion: Conversion, nodes: Nodes): Nodes => {
  const last = nodes.at(-1)
  const id = last?.type === "mdxTextExpression" ? /^ ?#([^\s{}]+) ?$/.exec(last.value)?.[1] : undefined
  if (id === undefined) return convert(conversion, nodes)
  return [...convert(conversion, nodes.slice(0, -1)), ...around("a", { id }, [])]
}
