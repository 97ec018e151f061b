import type * as Block from "../../content/document/Block.ts"
import type * as ContentKitElement from "../contentkit/ContentKitElement.ts"
import type { Element } from "../contentkit/ContentKitElement.ts"
import type { ElementOutput } from "../contentkit/ContentKitOutput.ts"
import type * as ContentKitValue from "../contentkit/ContentKitValue.ts"
import { type BoundText, type Url, type UrlParts, urlOf } from "../contentkit/ContentKitValue.ts"
import type { Picture, Press, Run, StaticElement, Words } from "./StaticElement.ts"

/** Context of rendering: the state, and the documents of Markdown and code. */
interface With {
  readonly state: ElementOutput["state"]
  readonly read: (markdown: string) => ReadonlyArray<Block.TopLevel>
}

const textOf = (bound: BoundText, { state }: Pick<With, "state">): string => {
  if (typeof bound === "string") return bound
  const value = Object.hasOwn(state, bound.$state) ? state[bound.$state] : undefined
  return typeof value === "string" || typeof value === "number" ? String(value) : ""
}

const joined = ({ host, pathname, query = {} }: UrlParts, given: Pick<With, "state">): string => {
  const url = new URL(`https://${host}${pathname}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, textOf(value, given))
  return url.href
}

const addressOf = (url: Url, given: Pick<With, "state">): string =>
  typeof url === "string" ? new URL(url).href : joined(url, given)

const isSecure = (url: string): boolean => url.startsWith("https://")

/** Pages load pictures only by https (rule published-policy). */
const pictureOf = ({ aspectRatio, source }: ContentKitElement.Image): ReadonlyArray<Picture> => {
  const url = new URL(source.url).href
  return isSecure(url) ? [{ type: "image", url, ratio: aspectRatio }] : []
}

const linkOf = ({ children, target }: ContentKitElement.Link, given: Pick<With, "state">): Run => {
  const url = addressOf(target.url, given)
  const text = typeof children === "string" ? children : children.join("")
  return { text: text.trim() === "" ? url : text, url }
}

type Styles = NonNullable<Run["styles"]>

const runsOf = (
  { children, style }: ContentKitElement.TextElement,
  given: Pick<With, "state">,
  around: Styles = []
): ReadonlyArray<Run> => {
  const styles: Styles = style === undefined || around.includes(style) ? around : [...around, style]
  const plain = (text: string): Run => (styles.length === 0 ? { text } : { text, styles })
  if (typeof children === "string") return [plain(children)]
  return children.flatMap((child): ReadonlyArray<Run> => {
    if (typeof child === "string") return [plain(child)]
    if (child.type === "text") return runsOf(child, given, styles)
    return [styles.length === 0 ? linkOf(child, given) : { ...linkOf(child, given), styles }]
  })
}

const words = (...runs: ReadonlyArray<Run>): ReadonlyArray<Words> =>
  runs.every(({ text }) => text.trim() === "") ? [] : [{ type: "text", runs }]

const inlineOf = (inline: ContentKitElement.Inline, given: Pick<With, "state">): ReadonlyArray<Words | Picture> => {
  switch (inline.type) {
    case "image":
      return pictureOf(inline)
    case "link":
      return words(linkOf(inline, given))
    case "text":
      return words(...runsOf(inline, given))
  }
}

type Hinted = Exclude<ContentKitElement.Input["hint"], undefined>

const hintOf = (hint: Hinted | undefined, given: Pick<With, "state">): ReadonlyArray<Words | Picture> => {
  if (hint === undefined) return []
  if (typeof hint === "string") return words({ text: hint })
  return "type" in hint ? inlineOf(hint, given) : hint.flatMap((each) => inlineOf(each, given))
}

const pressedBy = (action: ContentKitValue.Action | undefined): string | undefined => {
  const url = action === undefined ? undefined : urlOf(action)
  return url === undefined ? undefined : new URL(url).href
}

/** Omits buttons that need their script, so that none is shown without effect. */
const pressOf = ({
  disabled,
  icon,
  label,
  onPress,
  style,
  tooltip,
  trailingIcon
}: ContentKitElement.Button): ReadonlyArray<Press> => {
  const url = disabled === true ? undefined : pressedBy(onPress)
  if (url === undefined) return []
  const sign = icon ?? trailingIcon
  const name = [label, tooltip].find((text) => text !== undefined && text.trim() !== "") ?? new URL(url).host
  return [{ label: name, url, isPrimary: style === "primary", ...(sign === undefined ? {} : { icon: sign }) }]
}

const buttonsOf = (buttons: ReadonlyArray<ContentKitElement.Button> = []): ReadonlyArray<StaticElement> => {
  const pressed = buttons.flatMap(pressOf)
  return pressed.length === 0 ? [] : [{ type: "buttons", buttons: pressed }]
}

const all = (elements: ReadonlyArray<Element> = [], given: With): ReadonlyArray<StaticElement> =>
  elements.flatMap((element) => elementsOf(element, given))

type Of<T extends Element["type"]> = Extract<Element, { readonly type: T }>

const cardOf = (card: Of<"card">, given: With): ReadonlyArray<StaticElement> => {
  const { hint, icon, onPress, title } = card
  const url = pressedBy(onPress)
  const sign = icon === undefined || typeof icon === "string" ? icon : pictureOf(icon)[0]
  const made = {
    type: "card" as const,
    ...(title === undefined || title.trim() === "" ? {} : { title }),
    hint: hintOf(hint, given),
    ...(sign === undefined ? {} : { icon: sign }),
    ...(url === undefined ? {} : { url }),
    children: [...all(card.children, given), ...buttonsOf(card.buttons)]
  }
  const isEmpty =
    made.title === undefined && made.hint.length === 0 && made.children.length === 0 && made.url === undefined
  return isEmpty ? [] : [made]
}

const codeOf = (block: Of<"codeblock">, given: With): ReadonlyArray<StaticElement> => {
  const { buttons, content, footer, header, lineNumbers = false, syntax } = block
  const isNumbered = lineNumbers !== false
  const code: Block.TopLevel = {
    object: "block",
    type: "code",
    data: { ...(syntax === undefined ? {} : { syntax }), ...(isNumbered ? { lineNumbers: true } : {}) },
    nodes: textOf(content, given)
      .replace(/\r\n?/gu, "\n")
      .replace(/\n$/u, "")
      .split("\n")
      .map((text) => ({
        object: "block",
        type: "code-line",
        data: {},
        nodes: [{ object: "text", leaves: [{ object: "leaf", text, marks: [] }] }]
      }))
  }
  return [...all(header, given), { type: "document", nodes: [code] }, ...buttonsOf(buttons), ...all(footer, given)]
}

const frameOf = ({ aspectRatio, buttons, source }: Of<"webframe">): ReadonlyArray<StaticElement> => {
  const url = new URL(source.url).href
  const shown: StaticElement = isSecure(url)
    ? { type: "frame", url, ...(aspectRatio === undefined ? {} : { ratio: aspectRatio }) }
    : { type: "text", runs: [{ text: url, url }] }
  return [shown, ...buttonsOf(buttons)]
}

const stackOf = (element: Of<"box" | "hstack" | "step" | "vstack">, given: With): ReadonlyArray<StaticElement> => {
  const children = all(element.children, given)
  if (children.length === 0) return []
  if (element.type === "step") return children
  if (element.type !== "box") {
    const { align, type } = element
    return [{ type, children, ...(align === undefined ? {} : { align }) }]
  }
  return [{ type: "box", children, ...(element.grow === undefined ? {} : { grow: element.grow }) }]
}

const labelledOf = ({ element, hint, label }: ContentKitElement.Input, given: With): ReadonlyArray<StaticElement> => {
  const children = elementsOf(element, given)
  return children.length === 0 ? [] : [{ type: "labelled", label, hint: hintOf(hint, given), children }]
}

/** Static parts of an element, without controls (rule page-block-static). */
const elementsOf = (element: Element, given: With): ReadonlyArray<StaticElement> => {
  switch (element.type) {
    case "text":
    case "image":
    case "link":
      return inlineOf(element, given)
    case "markdown": {
      const nodes = given.read(textOf(element.content, given))
      return nodes.length === 0 ? [] : [{ type: "document", nodes }]
    }
    case "codeblock":
      return codeOf(element, given)
    case "divider":
      return [{ type: "divider", ...(element.size === undefined ? {} : { size: element.size }) }]
    case "webframe":
      return frameOf(element)
    case "button":
      return buttonsOf([element])
    case "hint": {
      const children = element.children.flatMap((child) => inlineOf(child, given))
      return children.length === 0 ? [] : [{ type: "hint", children }]
    }
    case "card":
      return cardOf(element, given)
    case "box":
    case "hstack":
    case "vstack":
    case "step":
      return stackOf(element, given)
    case "input":
      return labelledOf(element, given)
    default:
      return []
  }
}

/** The Markdown texts of a response. */
export const markdownOf = ({ element, state }: ElementOutput): ReadonlyArray<string> => {
  const found = new Set<string>()
  if (element.type === "block") {
    const read = (text: string) => {
      found.add(text)
      return []
    }
    all(element.children, { state, read })
  }
  return [...found]
}

/** The static form of a block; output that is not a block is empty. */
export const of = (
  { element, state }: ElementOutput,
  documents: ReadonlyMap<string, ReadonlyArray<Block.TopLevel>>
): ReadonlyArray<StaticElement> => {
  if (element.type !== "block") return []
  const controls = (element.controls ?? []).flatMap((control): ReadonlyArray<Press> => {
    const given = "label" in control ? [control] : control
    return given.flatMap(({ icon, label, onPress }) =>
      pressOf({ type: "button", label, onPress, ...(icon === undefined ? {} : { icon }) })
    )
  })
  const shown = all(element.children, { state, read: (text) => documents.get(text) ?? [] })
  return controls.length === 0 ? shown : [...shown, { type: "buttons", buttons: controls }]
}
