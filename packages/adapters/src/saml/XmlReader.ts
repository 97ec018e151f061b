/** An element of a message, with its names resolved. Text is kept only in elements without child elements. */
export interface XmlElement {
  readonly namespace: string
  readonly name: string
  /** By their names as written; declarations of namespaces are not among them. */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: ReadonlyArray<XmlElement>
  readonly text: string
}

/** The text is not XML as this server reads it. */
export class XmlRefused extends Error {}

interface Open extends XmlElement {
  readonly children: Array<XmlElement>
  text: string
  readonly tag: string
  readonly scope: ReadonlyMap<string, string>
}

const declaration = /^\s*<\?xml[^<>?]*\?>/
const piece =
  /<(\/?)([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y
const attribute = /(?<![\w.:-])([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g
const named = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"]
])

const decodeReference = (body: string): string => {
  const known = named.get(body)
  if (known !== undefined) return known
  const [, hexadecimal, decimal] = /^#(?:x([\da-fA-F]{1,6})|(\d{1,7}))$/.exec(body) ?? []
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16)
  if (!(code > 0 && code <= 0x10_ffff) || (code >= 0xd800 && code <= 0xdfff)) throw new XmlRefused("unknown reference")
  return String.fromCodePoint(code)
}

const decode = (text: string): string => {
  if (/&(?![^;&\s]{1,9};)/.test(text)) throw new XmlRefused("unknown reference")
  return text.replace(/&([^;&\s]{1,9});/g, (_, body: string) => decodeReference(body))
}

const readAttributes = (text: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const [, name = "", double, single] of text.matchAll(attribute)) {
    if (found.has(name)) throw new XmlRefused("an attribute occurs twice")
    found.set(name, decode(double ?? single ?? ""))
  }
  return found
}

const isDeclaration = (name: string) => name === "xmlns" || name.startsWith("xmlns:")

const scopeWith = (outer: ReadonlyMap<string, string>, all: ReadonlyMap<string, string>) => {
  const own = [...all].filter(([name]) => isDeclaration(name))
  return own.length === 0 ? outer : new Map([...outer, ...own.map(([name, value]) => [name.slice(6), value] as const)])
}

const open = (tag: string, written: string, outer: ReadonlyMap<string, string>): Open => {
  const all = readAttributes(written)
  const scope = scopeWith(outer, all)
  const [prefix = "", local = ""] = tag.includes(":") ? tag.split(":") : ["", tag]
  const namespace = scope.get(prefix)
  if (namespace === undefined) throw new XmlRefused("a prefix is not declared")
  const attributes = new Map([...all].filter(([name]) => !isDeclaration(name)))
  return { tag, scope, namespace, name: local, attributes, children: [], text: "" }
}

/** Reads XML of elements and text alone; throws `XmlRefused`. */
export const read = (xml: string): XmlElement => {
  const text = xml.replace(declaration, "").trim()
  const root: Open = {
    tag: "",
    scope: new Map([["", ""]]),
    namespace: "",
    name: "",
    attributes: new Map(),
    children: [],
    text: ""
  }
  const path: Array<Open> = [root]
  piece.lastIndex = 0
  while (piece.lastIndex < text.length) {
    const [, closing, tag = "", written = "", empty, characters] = piece.exec(text) ?? []
    const top = path.at(-1)
    if (top === undefined) throw new XmlRefused("it is not well-formed XML")
    if (characters !== undefined) top.text += decode(characters)
    else if (closing === "/") {
      if (top.tag !== tag || written !== "" || empty === "/") throw new XmlRefused("it is not well-formed XML")
      path.pop()
    } else if (closing === "") {
      const made = open(tag, written, top.scope)
      top.children.push(made)
      if (empty !== "/") path.push(made)
    } else throw new XmlRefused("it is not well-formed XML")
  }
  const [only] = root.children
  if (path.length !== 1 || only === undefined || root.children.length !== 1 || root.text !== "") {
    throw new XmlRefused("it is not well-formed XML")
  }
  return only
}

/** An element and all below it. */
export const listElements = (self: XmlElement): ReadonlyArray<XmlElement> => [
  self,
  ...self.children.flatMap((child) => listElements(child))
]
