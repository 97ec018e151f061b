import type { Markdown } from "@quire/core"
import { Predicate } from "effect"
import type { Code, Heading, PhrasingContent, RootContent } from "mdast"
import { escapeText } from "../markdown/HastText.ts"
import * as Tag from "../markdown/Tag.ts"
import * as Admonitions from "./Admonitions.ts"
import * as Cards from "./Cards.ts"
import * as CodeFence from "./CodeFence.ts"
import { elementPrefix } from "./ContainerTags.ts"
import { type Conversion, html, isJsx, isLayout, isPhrasing, lineOf, text, wordsOf } from "./Conversion.ts"
import * as Jsx from "./Jsx.ts"
import * as JsxHtml from "./JsxHtml.ts"

type Nodes = ReadonlyArray<RootContent>
type Rule = Markdown.ComponentRule

/** An element with the meaning of its component. */
interface Component {
  readonly conversion: Conversion
  readonly node: Jsx.Jsx
  readonly rule: Rule
  readonly attributes: Jsx.Attributes
}

const childrenOf = (node: Jsx.Jsx): Nodes => node.children

const content = ({ conversion, node }: Component): Nodes => conversion.flow(childrenOf(node))

const titleNames = ["title", "label", "header", "heading", "summary", "name", "value"]

const titleOf = ({ attributes, rule }: Component, ...names: ReadonlyArray<string>): string | undefined =>
  Jsx.textIn(attributes, ...(rule.title === undefined ? [] : [rule.title]), ...(names.length > 0 ? names : titleNames))

const paragraph = (...children: Array<PhrasingContent>): RootContent => ({ type: "paragraph", children })

const strong = (title: string | undefined): Nodes =>
  title === undefined ? [] : [paragraph({ type: "strong", children: [text(title)] })]

const heading = (depth: Heading["depth"], title: string | undefined): Nodes =>
  title === undefined ? [] : [{ type: "heading", depth, children: [text(title)] }]

const tagged = (name: string, attributes: Tag.Attributes, inner: Nodes): Nodes => [
  html(Tag.print(name, attributes)),
  ...inner,
  html(Tag.printEnd(name))
]

/** The paragraphs of elements that stand alone, opened: their elements are blocks. */
export const unraveled = (nodes: Nodes): Nodes =>
  nodes.flatMap((node): Nodes => {
    const isAlone = node.type === "paragraph" && node.children.every((child) => isJsx(child) || isLayout(child))
    return node.type === "paragraph" && isAlone ? node.children : [node]
  })

/** The elements of a component among nodes, and the nodes that are none. */
const partsOf = (conversion: Conversion, nodes: Nodes, ...blocks: ReadonlyArray<Rule["block"]>) => {
  const parts: Array<Component> = []
  const rest: Array<RootContent> = []
  for (const node of unraveled(nodes)) {
    const rule = isJsx(node) ? conversion.ruleOf(node.name ?? "") : undefined
    if (isJsx(node) && rule !== undefined && blocks.includes(rule.block))
      parts.push({ conversion, node, rule, attributes: Jsx.attributesOf(node, conversion.scope) })
    else rest.push(node)
  }
  return { parts, rest }
}

const hint = (component: Component): Nodes => {
  const { attributes, rule } = component
  const type = Jsx.textIn(attributes, "type", "variant", "kind", "intent", "severity", "status") ?? ""
  const style = rule.style ?? Admonitions.styleOf(type) ?? "info"
  const title = titleOf(component, "title", "label", "heading")
  return tagged("hint", { style }, [...strong(title), ...content(component)])
}

/** The labels of tabs that the element around them lists, by value or by number. */
const labelsOf = (attributes: Jsx.Attributes): ReadonlyMap<string, string> => {
  const listed = attributes.get("values") ?? attributes.get("items")
  const labels = new Map<string, string>()
  for (const [index, item] of (Array.isArray(listed) ? listed : []).entries()) {
    if (typeof item === "string") labels.set(String(index), item)
    else if (Predicate.isReadonlyObject(item) && typeof item["label"] === "string")
      labels.set(String(item["value"] ?? index), item["label"])
  }
  return labels
}

const tabs = (component: Component): Nodes => {
  const { attributes, conversion, node } = component
  const { parts, rest } = partsOf(conversion, childrenOf(node), "tab")
  if (parts.length === 0) return content(component)
  const labels = labelsOf(attributes)
  const inner = parts.flatMap((part, index) => {
    const value = Jsx.textIn(part.attributes, "value")
    const title = titleOf(part, "label", "title") ?? labels.get(value ?? String(index)) ?? value
    return tagged("tab", { title }, content(part))
  })
  return [...tagged("tabs", {}, inner), ...conversion.flow(rest)]
}

const steps = (component: Component): Nodes => {
  const { conversion, node } = component
  const { parts, rest } = partsOf(conversion, childrenOf(node), "step")
  const stepOf = (title: string | undefined, inner: Nodes) => tagged("step", {}, [...heading(3, title), ...inner])
  if (parts.length > 0)
    return [
      ...tagged(
        "stepper",
        {},
        parts.flatMap((part) => stepOf(titleOf(part), content(part)))
      ),
      ...conversion.flow(rest)
    ]
  return rest.flatMap(
    (each): Nodes =>
      each.type === "list" && each.ordered === true
        ? tagged(
            "stepper",
            {},
            each.children.flatMap((item) => stepOf(undefined, conversion.flow(item.children)))
          )
        : conversion.flow([each])
  )
}

const expandable = (title: string, inner: Nodes): Nodes => [
  html("<details>"),
  html(`<summary>${escapeText(title)}</summary>`),
  ...inner,
  html("</details>")
]

const cardOf = ({ attributes, conversion, node, rule }: Component): Cards.Card => {
  const own = rule.title === undefined ? [] : [rule.title]
  const description = Jsx.textIn(attributes, "description")
  const inner = JsxHtml.print(conversion.forHtml().flow(childrenOf(node)))
  return {
    title: Jsx.textIn(attributes, ...own, "title", "label", "heading", "name") ?? "",
    content: (description === undefined ? "" : `<p>${escapeText(description)}</p>`) + inner,
    target: Jsx.textIn(attributes, "href", "to", "link", "url"),
    image: Jsx.textIn(attributes, "img", "image", "cover")
  }
}

const cardTable = (cards: ReadonlyArray<Component>): Nodes => {
  const [first] = cards
  if (first?.conversion.isHtml !== true) return [html(Cards.print(cards.map(cardOf)))]
  return cards.flatMap((card) => [...strong(titleOf(card)), ...content(card)])
}

const cards = (component: Component): Nodes => {
  const { conversion, node } = component
  const { parts, rest } = partsOf(conversion, childrenOf(node), "card")
  if (parts.length === 0) return columns(component)
  return [...cardTable(parts), ...conversion.flow(rest)]
}

const columns = (component: Component): Nodes => {
  const { conversion, node } = component
  const { parts, rest } = partsOf(conversion, childrenOf(node), "column")
  if (parts.length === 0) return content(component)
  return [
    ...tagged(
      "columns",
      {},
      parts.flatMap((part) => tagged("column", {}, content(part)))
    ),
    ...conversion.flow(rest)
  ]
}

const codeNode = (language: string | undefined, value: string, title: string | undefined): Code => ({
  type: "code",
  lang: language ?? null,
  meta: title === undefined ? null : `title="${title.replaceAll('"', "'")}"`,
  value: value.replace(/^\n/, "").replace(/\n[ \t]*$/, "")
})

const code = (component: Component): Nodes => {
  const { attributes, conversion, node } = component
  const inner = content(component)
  if (inner.some((each) => each.type === "code")) return inner
  const value = Jsx.textIn(attributes, "code", "chart", "children") ?? wordsOf(conversion.flow(childrenOf(node)))
  const language = Jsx.textIn(attributes, "lang", "language") ?? (node.name === "Mermaid" ? "mermaid" : undefined)
  return value === "" ? [] : [codeNode(language, value, titleOf(component, "title", "filename"))]
}

const codeGroup = (component: Component): Nodes => {
  const all = content(component)
  const inner = all.flatMap((each): Nodes => {
    if (each.type !== "code") return []
    const fence = CodeFence.read(`${each.lang ?? ""} ${each.meta ?? ""}`, each.value.split("\n"), true)
    const [lang = "", ...meta] = fence.info.split(" ")
    const title = fence.title ?? (lang || "Code")
    return tagged("tab", { title }, [{ ...each, lang: lang || null, meta: meta.join(" ") || null }])
  })
  const rest = all.filter((each) => each.type !== "code")
  return inner.length === 0 ? rest : [...tagged("tabs", {}, inner), ...rest]
}

/** A parameter or a field: its name, what is known of it, and its description. */
const field = (component: Component): Nodes => {
  const { attributes } = component
  const name = Jsx.textIn(attributes, "name", "path", "query", "body", "header", "field")
  const fallback = Jsx.textIn(attributes, "default", "initialValue")
  const facts = [
    Jsx.textIn(attributes, "type"),
    Jsx.isSet(attributes, "required") ? "required" : undefined,
    Jsx.isSet(attributes, "deprecated") ? "deprecated" : undefined,
    fallback === undefined ? undefined : `default: ${fallback}`
  ].filter((fact) => fact !== undefined)
  const head: Array<PhrasingContent> = [
    ...(name === undefined
      ? []
      : [{ type: "strong" as const, children: [{ type: "inlineCode" as const, value: name }] }]),
    ...(facts.length === 0 ? [] : [text(` ${facts.join(", ")}`)])
  ]
  return [...(head.length === 0 ? [] : [paragraph(...head)]), ...content(component)]
}

const frame = (component: Component): Nodes => {
  const caption = titleOf(component, "caption")
  const inner = content(component)
  const [only, ...others] = inner
  const image = only?.type === "paragraph" && only.children.length === 1 ? only.children[0] : undefined
  if (caption === undefined) return inner
  if (image?.type === "image" && others.length === 0) return [paragraph({ ...image, title: caption })]
  if (only?.type === "html" && only.value.startsWith("<img") && others.length === 0)
    return [html(`<figure>${only.value}<figcaption>${escapeText(caption)}</figcaption></figure>`)]
  return [...inner, paragraph({ type: "emphasis", children: [text(caption)] })]
}

const include = ({ attributes, conversion, node }: Component): Nodes => {
  const imported = conversion.scope(node.name ?? "")
  const file = Jsx.textIn(attributes, "file", "path", "src")
  const path =
    typeof imported === "string" ? imported : file === undefined || /^[./]/.test(file) ? file : `/snippets/${file}`
  if (path === undefined) return conversion.flow(childrenOf(node))
  return [html(Tag.print("include", { [Tag.unnamed]: path })), ...conversion.flow(childrenOf(node))]
}

const section = (component: Component): Nodes => {
  const description = Jsx.textIn(component.attributes, "description")
  const facts = description === undefined ? [] : [paragraph({ type: "emphasis", children: [text(description)] })]
  return [...heading(2, titleOf(component)), ...facts, ...content(component)]
}

const titled = (component: Component): Nodes => [...strong(titleOf(component)), ...content(component)]

const readers: Readonly<Record<Rule["block"], (component: Component) => Nodes>> = {
  badge: content,
  button: content,
  card: (component) => cardTable([component]),
  cards,
  code,
  "code-group": codeGroup,
  column: content,
  columns,
  content,
  expandable: (component) => expandable(titleOf(component) ?? "Details", content(component)),
  field,
  formula: content,
  frame,
  hint,
  icon: content,
  image: content,
  include,
  none: () => [],
  section,
  step: (component) => [...heading(3, titleOf(component)), ...content(component)],
  steps,
  tab: titled,
  tabs,
  tooltip: content
}

/** Blocks that documents cannot have in HTML become their content there. */
const inHtml: Readonly<Partial<Record<Rule["block"], (component: Component) => Nodes>>> = {
  cards: content,
  "code-group": content,
  columns: content,
  hint: titled,
  include: content,
  steps: content,
  tabs: content
}

const tagOf = (conversion: Conversion, node: Jsx.Jsx, name: string): Nodes => {
  const inner = conversion.flow(childrenOf(node))
  const attributes = Object.entries(Jsx.htmlAttributes(Jsx.attributesOf(node, conversion.scope)))
  return conversion.isHtml ? inner : tagged(name, Object.fromEntries(attributes), inner)
}

/** Attributes that say how a component looks or what it is in a program. */
const technical = /^(?:class|className|style|id|key|icon|color|aria-.*|data-.*|on[A-Z].*)$/
const shells = ["npm", "yarn", "pnpm", "bun", "deno", "cargo", "pip", "bash", "sh"]

/** The attributes of a component that people read: titles, and values of several words. */
const wordsIn = (attributes: Jsx.Attributes): ReadonlyArray<string> => {
  const titles = ["title", "label", "text", "description"]
  const named = titles.flatMap((name) => Jsx.textIn(attributes, name) ?? [])
  const others = Array.from(attributes).flatMap(([name, value]) =>
    typeof value !== "string" || titles.includes(name) || technical.test(name) || !/\S\s+\S/.test(value) ? [] : [value]
  )
  return [...named, ...others]
}

/** The lists and objects among the attributes of a component, as code. */
const dataIn = (attributes: Jsx.Attributes): Nodes =>
  Array.from(attributes).flatMap(([name, value]) =>
    typeof value !== "object" || value === null || technical.test(name)
      ? []
      : [codeNode("json", JSON.stringify(value, undefined, 2), undefined)]
  )

/** The words, the target, the data and the content of a component without a meaning. */
const unknown = (conversion: Conversion, node: Jsx.Jsx): Nodes => {
  const attributes = Jsx.attributesOf(node, conversion.scope)
  conversion.warn(`an unknown component ${node.name} was removed and its content was kept`, node)
  const commands = shells.flatMap((name) => {
    const value = Jsx.textIn(attributes, name)
    return value === undefined ? [] : [{ name, value }]
  })
  if (commands.length > 1 && !conversion.isHtml) {
    const inner = commands.flatMap(({ name, value }) =>
      tagged("tab", { title: name }, [codeNode("sh", value, undefined)])
    )
    return [...tagged("tabs", {}, inner), ...conversion.flow(childrenOf(node))]
  }
  const [first, ...words] = wordsIn(attributes)
  const target = Jsx.textIn(attributes, "href", "to", "link", "url")
  const label = first ?? target
  const line: ReadonlyArray<PhrasingContent> =
    label === undefined
      ? []
      : target === undefined
        ? [text(label)]
        : [{ type: "link", url: target, children: [{ type: "text", value: label }] }]
  const head = line.map((each) => paragraph(each))
  const data = conversion.isHtml ? [] : dataIn(attributes)
  return [...head, ...words.map((word) => paragraph(text(word))), ...data, ...conversion.flow(childrenOf(node))]
}

/** The blocks of an element. */
export const convert = (conversion: Conversion, node: Jsx.Jsx): Nodes => {
  const name = node.name ?? ""
  if (name === "" || name === "Fragment") return conversion.flow(childrenOf(node))
  if (name.startsWith(elementPrefix)) return tagOf(conversion, node, name.slice(elementPrefix.length))
  const rule = conversion.ruleOf(name)
  if (rule === undefined) return JsxHtml.isName(name) ? JsxHtml.convert(conversion, node) : unknown(conversion, node)
  const component = { conversion, node, rule, attributes: Jsx.attributesOf(node, conversion.scope) }
  if (isPhrasing(node) || !isInline(rule))
    return (conversion.isHtml ? inHtml[rule.block] : undefined)?.(component) ?? readers[rule.block](component)
  return [paragraph(...conversion.phrasing(lineOf([node])))]
}

const inlineBlocks: ReadonlySet<Rule["block"]> = new Set(["badge", "button", "formula", "icon", "image", "tooltip"])

/** Whether a component is a part of a line. */
export const isInline = ({ block }: Rule): boolean => inlineBlocks.has(block)

/** Adjacent cards as one table. */
export const joinCards = (conversion: Conversion, nodes: ReadonlyArray<Jsx.Jsx>): Nodes =>
  cardTable(partsOf(conversion, nodes, "card").parts)
