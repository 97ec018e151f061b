import type { Nodes } from "hast"
import { fromHtml } from "hast-util-from-html"

/** An element of a page as a browser reads it, with the attributes by their names in HTML. */
export interface Parsed {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly text: string
  readonly within: ReadonlyArray<string>
}

const names: { readonly [property: string]: string } = { className: "class", htmlFor: "for", httpEquiv: "http-equiv" }

/** The name of an attribute, as pages have it. */
export const attributeOf = (property: string): string => {
  const known = names[property]
  if (known !== undefined) return known
  if (/^aria[A-Z]/.test(property)) return `aria-${property.slice(4).toLowerCase()}`
  return /^data[A-Z]/.test(property)
    ? property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    : property.toLowerCase()
}

const valueOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(" ") : value === true ? "" : String(value)

const textOf = (node: Nodes): string =>
  node.type === "text" ? node.value : "children" in node ? node.children.map(textOf).join("") : ""

const walk = (node: Nodes, within: ReadonlyArray<string>): ReadonlyArray<Parsed> => {
  if (!("children" in node)) return []
  if (node.type !== "element") return node.children.flatMap((child) => walk(child, within))
  const attributes = new Map(
    Object.entries(node.properties).map(([property, value]) => [attributeOf(property), valueOf(value)] as const)
  )
  const own = { name: node.tagName, attributes, text: textOf(node), within }
  return [own, ...node.children.flatMap((child) => walk(child, [...within, node.tagName]))]
}

/** Every element of a page, in order. */
export const parse = (text: string): ReadonlyArray<Parsed> => walk(fromHtml(text), [])

/** What a page must not have, whatever it is made of. */
export const faultsOf = (elements: ReadonlyArray<Parsed>): ReadonlyArray<string> => {
  const ids = elements.flatMap(({ attributes }) => attributes.get("id") ?? [])
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  const headings = elements.filter(({ name }) => name === "h1").length
  const attributes = elements.flatMap((element) =>
    [...element.attributes.keys()]
      .filter((name) => name === "style" || name.startsWith("on"))
      .map((name) => `${element.name} has ${name}`)
  )
  return [...twice.map((id) => `the id ${id} twice`), ...(headings === 1 ? [] : [`${headings} h1`]), ...attributes]
}

const addresses = ["href", "src", "action"]

/** Every address that a page leads to or loads, but for what its head says to machines. */
export const addressesOf = (elements: ReadonlyArray<Parsed>): ReadonlyArray<string> =>
  elements.flatMap(({ attributes }) =>
    attributes.get("rel") === "canonical" ? [] : addresses.flatMap((name) => attributes.get(name) ?? [])
  )

export const withAttribute = (elements: ReadonlyArray<Parsed>, name: string, value?: string): ReadonlyArray<Parsed> =>
  elements.filter(({ attributes }) => {
    const found = attributes.get(name)
    return found !== undefined && (value === undefined || found === value)
  })

export const withClass = (elements: ReadonlyArray<Parsed>, name: string): ReadonlyArray<Parsed> =>
  elements.filter(({ attributes }) => (attributes.get("class") ?? "").split(" ").includes(name))
