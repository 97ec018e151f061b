import { type Block, ContentRef, DocumentText, Inline, InlineText } from "@quire/core"
import { Schema } from "effect"
import type { Element } from "hast"
import * as HtmlTag from "./HtmlTag.ts"
import type { Reader } from "./Reader.ts"

type Nodes = ReadonlyArray<Block.InlineNode>

/** The effect of an HTML element on its inline content. */
export type InlineElement =
  | { readonly kind: "mark"; readonly mark: Inline.Mark }
  | { readonly kind: "build"; readonly build: (content: Nodes, marks: ReadonlyArray<Inline.Mark>) => Nodes }
  /** The content is kept; the element has no equivalent in a document. */
  | { readonly kind: "plain" }
  | { readonly kind: "unknown" }

const simpleMarks: ReadonlyMap<string, Inline.SimpleMark["type"]> = new Map([
  ["b", "bold"],
  ["strong", "bold"],
  ["em", "italic"],
  ["i", "italic"],
  ["del", "strikethrough"],
  ["s", "strikethrough"],
  ["strike", "strikethrough"],
  ["sup", "superscript"],
  ["sub", "subscript"],
  ["kbd", "keyboard"],
  ["code", "code"],
  ["samp", "code"],
  ["tt", "code"]
])

const plain = new Set(
  "abbr acronym bdi bdo big center cite data dfn font ins label nobr q ruby rb rp rt small span time u var wbr".split(
    " "
  )
)

/** Elements whose title explains their content. */
const explained = new Set(["abbr", "acronym", "dfn"])

const isColor = Schema.is(Inline.Color)

const styleOf = (element: Element): ReadonlyMap<string, string> =>
  new Map(
    (HtmlTag.attribute(element, "style") ?? "").split(";").map((rule) => {
      const [name = "", value = ""] = rule.split(":", 2)
      return [name.trim().toLowerCase(), value.trim().toLowerCase()]
    })
  )

const colorOf = (element: Element): Inline.ColorMark | undefined => {
  const style = styleOf(element)
  const [text, background] = [style.get("color"), style.get("background-color") ?? style.get("background")]
  const otherwise = element.tagName === "mark" && text === undefined ? "yellow" : "default"
  const data = {
    text: isColor(text) ? text : "default",
    background: isColor(background) ? background : otherwise
  } as const
  const isSeen = data.text !== "default" || data.background !== "default"
  return isSeen ? { object: "mark", type: "color", data } : undefined
}

const isIconName = Schema.is(Inline.IconName)

const iconOf = (element: Element): string | undefined => {
  const found = HtmlTag.classes(element)
    .findLast((name) => name.startsWith("fa-"))
    ?.slice(3)
  return isIconName(found) ? found : undefined
}

const label = (content: Nodes) => DocumentText.ofInlines(content).trim()

const build = (make: Extract<InlineElement, { kind: "build" }>["build"]): InlineElement => ({
  kind: "build",
  build: make
})

const formula: InlineElement = build((content) => [
  { object: "inline", type: "inline-math", data: { formula: label(content) }, isVoid: true }
])

const code = (element: Element): InlineElement => {
  const names = HtmlTag.classes(element)
  if (names.includes("expression")) {
    return build((content) => [
      { object: "inline", type: "expression", data: { expression: label(content) }, isVoid: true }
    ])
  }
  if (names.includes("math")) return formula
  return { kind: "mark", mark: { object: "mark", type: "code" } }
}

const buttonOf = (element: Element, ref: ContentRef.ContentRef): InlineElement => {
  const icon = HtmlTag.attribute(element, "dataIcon")
  const kind = HtmlTag.classes(element).includes("secondary") ? "secondary" : "primary"
  return build((content) => [
    {
      object: "inline",
      type: "button",
      data: { label: label(content), kind, ref, ...(isIconName(icon) ? { icon } : {}) },
      isVoid: true
    }
  ])
}

/** The nodes that a link may contain; all others become text. */
export const inLink = (content: Nodes, reader: Reader): Inline.Link["nodes"] =>
  InlineText.join(
    content.map((node) => {
      if (node.object === "text" || node.type === "inline-image") return node
      reader.warn("inline-flattened", `a node of type ${node.type} in a link was converted to text`)
      return Inline.text(DocumentText.ofInlines([node]))
    })
  )

/** A link to a target from some content; notes, which a link cannot contain, follow the words that they explain. */
export const linksOf = (ref: ContentRef.ContentRef, content: Nodes, reader: Reader): Nodes => {
  const made: Array<Block.InlineNode> = []
  let run: Array<Block.InlineNode> = []
  const flush = () => {
    if (run.length > 0) made.push(Inline.link(ref, inLink(run, reader)))
    run = []
  }
  for (const node of content) {
    if (node.object === "text" || node.type !== "annotation") {
      run.push(node)
      continue
    }
    flush()
    made.push(node)
  }
  if (run.length > 0 || made.length === 0) made.push(Inline.link(ref, inLink(run, reader)))
  return made
}

const anchor = (element: Element, reader: Reader): InlineElement => {
  const href = HtmlTag.attribute(element, "href")
  if (href === undefined) return { kind: "plain" }
  const ref = reader.refOf(href)
  if (ref === undefined) return build((content) => content)
  if (HtmlTag.classes(element).includes("button")) return buttonOf(element, ref)
  if (HtmlTag.attribute(element, "title") === "mention" || HtmlTag.attribute(element, "dataMention") !== undefined) {
    return build(() => [{ object: "inline", type: "mention", data: { ref }, isVoid: true }])
  }
  return build((content) => linksOf(ref, content, reader))
}

export const imageRef = (target: string | undefined, reader: Reader): ContentRef.ImageRef | undefined => {
  if (target === undefined || target === "") return undefined
  const ref = reader.refOf(target)
  if (ref === undefined || ContentRef.isImageRef(ref)) return ref
  return { kind: "url", url: target }
}

/** An image that a `source` names for one theme. */
export interface ThemeImage {
  readonly theme: "light" | "dark"
  readonly ref: ContentRef.ImageRef
}

export const themeImageOf = (source: Element, reader: Reader): ThemeImage | undefined => {
  const [, theme] = /prefers-color-scheme\s*:\s*(light|dark)/.exec(HtmlTag.attribute(source, "media") ?? "") ?? []
  if (source.tagName !== "source" || (theme !== "light" && theme !== "dark")) return undefined
  const [first = ""] = (HtmlTag.attribute(source, "srcSet") ?? "").split(/,\s+/)
  const ref = imageRef(first.trim().replace(/ [\d.]+[xw]$/, ""), reader)
  return ref && { theme, ref }
}

/** The images of a picture: one for each theme where its sources differ from it by theme. */
export const themesOf = (
  ref: ContentRef.ImageRef,
  sources: ReadonlyArray<ThemeImage>
): { readonly ref: ContentRef.ImageRef; readonly refDark?: ContentRef.ImageRef } => {
  const of = (theme: ThemeImage["theme"]) => sources.find((source) => source.theme === theme)?.ref
  const [light, dark] = [of("light"), of("dark")]
  if (dark !== undefined) return { ref: light ?? ref, refDark: dark }
  return light === undefined ? { ref } : { ref: light, refDark: ref }
}

/** The image of an `img` or `picture`; undefined without a usable source. */
export const imageOf = (element: Element, reader: Reader): Inline.InlineImage | undefined => {
  const img = element.tagName === "img" ? element : HtmlTag.find(element, "img")
  const ref = img === undefined ? undefined : imageRef(HtmlTag.attribute(img, "src"), reader)
  if (img === undefined || ref === undefined) return undefined
  const themes = themesOf(
    ref,
    HtmlTag.elements(element).flatMap((source) => themeImageOf(source, reader) ?? [])
  )
  const [alt, size] = [HtmlTag.attribute(img, "alt"), HtmlTag.attribute(img, "dataSize")]
  return {
    object: "inline",
    type: "inline-image",
    data: {
      ...themes,
      ...(alt ? { caption: alt } : {}),
      ...(size === "line" || size === "original" ? { size } : {})
    },
    isVoid: true
  }
}

const image = (element: Element, reader: Reader): InlineElement =>
  build((_, marks) => {
    const found = imageOf(element, reader)
    if (found !== undefined) return [found]
    reader.warn("html", "an image without a usable source was replaced by its alternative text")
    const img = element.tagName === "img" ? element : HtmlTag.find(element, "img")
    return [Inline.text((img && HtmlTag.attribute(img, "alt")) ?? "", marks)]
  })

const isEmojiCode = Schema.is(Inline.EmojiCode)

export const emojiOf = (code: string): Inline.EmojiInline | undefined => {
  const lower = code.toLowerCase()
  return isEmojiCode(lower) ? { object: "inline", type: "emoji", data: { code: lower }, isVoid: true } : undefined
}

/** Inline content as text alone. */
export const textsOnly = (content: Nodes): ReadonlyArray<Inline.Text> =>
  InlineText.join<Inline.Text>(
    content.map((node) => (node.object === "text" ? node : Inline.text(DocumentText.ofInlines([node]))))
  )

/** A footnote with one plain paragraph, attached to the text that it explains. */
const noteOf = (title: string): InlineElement =>
  build((content) => [
    {
      object: "inline",
      type: "annotation",
      isVoid: false,
      nodes: textsOnly(content),
      fragments: [
        {
          object: "fragment",
          type: "annotation-body",
          fragment: "annotation-body",
          nodes: [{ object: "block", type: "paragraph", nodes: [Inline.text(title)] }]
        }
      ]
    }
  ])

const spanOf = (element: Element): InlineElement => {
  const emoji = emojiOf(HtmlTag.attribute(element, "dataEmoji") ?? "")
  if (emoji !== undefined) return build(() => [emoji])
  const mark = colorOf(element)
  return mark === undefined ? { kind: "plain" } : { kind: "mark", mark }
}

const withoutCode = (marks: ReadonlyArray<Inline.Mark>) => marks.filter((mark) => mark.type !== "code")

/** A line break in text with these marks; code has no line breaks. */
export const lineBreak = (marks: ReadonlyArray<Inline.Mark>): Inline.Text => Inline.text("\n", withoutCode(marks))

/** Elements whose content is not displayed. */
const unseen = new Set(["head", "iframe", "noscript", "script", "style", "svg", "textarea", "title"])

export const isInvisible = (element: Element): boolean => unseen.has(element.tagName)

const others = new Set(["a", "br", "img", "mark", "math", "picture"])

/** Whether the only effect of an element is how its text looks. */
export const isMark = (element: Element): boolean => simpleMarks.has(element.tagName) || element.tagName === "mark"

/** Whether an element belongs to a line of text. */
export const isInline = (element: Element): boolean =>
  (others.has(element.tagName) && HtmlTag.attribute(element, "display") !== "block") ||
  simpleMarks.has(element.tagName) ||
  plain.has(element.tagName)

export const classify = (element: Element, reader: Reader): InlineElement => {
  const name = element.tagName
  if (name === "a") return anchor(element, reader)
  if (name === "br") return build((_, marks) => [lineBreak(marks)])
  if (name === "img" || name === "picture") return image(element, reader)
  if (name === "code") return code(element)
  if (name === "math") return formula
  if (name === "mark" || name === "span") return spanOf(element)
  if (name === "font") {
    const text = HtmlTag.attribute(element, "color")
    return isColor(text)
      ? { kind: "mark", mark: { object: "mark", type: "color", data: { text, background: "default" } } }
      : { kind: "plain" }
  }
  const [icon, title] = [name === "i" ? iconOf(element) : undefined, HtmlTag.attribute(element, "title")]
  if (icon !== undefined) return build(() => [{ object: "inline", type: "icon", data: { icon }, isVoid: true }])
  if (explained.has(name) && title) return noteOf(title)
  const type = simpleMarks.get(name)
  if (type !== undefined) return { kind: "mark", mark: { object: "mark", type } }
  return plain.has(name) ? { kind: "plain" } : { kind: "unknown" }
}
