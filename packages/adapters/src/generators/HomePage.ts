import { Emoji, type Markdown } from "@quire/core"
import { Predicate } from "effect"
import type { Html, PhrasingContent, RootContent } from "mdast"
import { element, escapeText } from "../markdown/HastText.ts"
import * as Cards from "./Cards.ts"

type Fields = Markdown.Frontmatter["fields"]

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : ""
  return text === "" ? undefined : text
}

const recordOf = (value: unknown): Fields => (Predicate.isReadonlyObject(value) ? value : {})

const listOf = (value: unknown): ReadonlyArray<Fields> => (Array.isArray(value) ? value.map(recordOf) : [])

const html = (value: string): Html => ({ type: "html", value })

/** The address of an image, which is a text or an object with one for each theme. */
const imageOf = (value: unknown): { readonly url: string; readonly alt: string } | undefined => {
  const fields = recordOf(value)
  const url = ["src", "file", "light", "dark"].map((name) => textOf(fields[name])).find((each) => each !== undefined)
  const address = textOf(value) ?? url
  return address === undefined ? undefined : { url: address, alt: textOf(fields["alt"]) ?? "" }
}

const paragraph = (children: Array<PhrasingContent>): RootContent => ({ type: "paragraph", children })

const text = (value: string): PhrasingContent => ({ type: "text", value })

const heroNodes = (hero: Fields): ReadonlyArray<RootContent> => {
  const [words, tagline, image] = [textOf(hero["text"]), textOf(hero["tagline"]), imageOf(hero["image"])]
  const buttons = listOf(hero["actions"]).flatMap((action): ReadonlyArray<PhrasingContent> => {
    const [label, target] = [textOf(action["text"]), textOf(action["link"])]
    if (label === undefined || target === undefined) return label === undefined ? [] : [text(label), text(" ")]
    const isMinor = [action["theme"], action["variant"]].some(
      (kind) => kind === "alt" || kind === "secondary" || kind === "minimal"
    )
    const link = { class: isMinor ? "button secondary" : "button primary", href: target }
    return [html(element("a", link, "").slice(0, -"</a>".length)), text(label), html("</a>"), text(" ")]
  })
  return [
    ...(words === undefined ? [] : [paragraph([{ type: "strong", children: [text(words)] }])]),
    ...(tagline === undefined ? [] : [paragraph([text(tagline)])]),
    ...(image === undefined ? [] : [paragraph([{ type: "image", ...image }])]),
    ...(buttons.length === 0 ? [] : [paragraph(buttons)])
  ]
}

const featureCard = (feature: Fields): Cards.Card => {
  const icon = textOf(feature["icon"])
  const emoji = icon !== undefined && Emoji.characters(icon) !== undefined ? `${icon} ` : ""
  const label = textOf(feature["linkText"])
  return {
    title: emoji + (textOf(feature["title"]) ?? ""),
    content: [textOf(feature["details"]), label]
      .flatMap((each) => (each === undefined ? [] : [element("p", {}, escapeText(each))]))
      .join(""),
    target: textOf(feature["link"]),
    image: emoji === "" ? imageOf(recordOf(feature["icon"]))?.url : undefined
  }
}

/** The content that the front matter of a home page describes. */
export interface HomePage {
  readonly frontmatter: Markdown.Frontmatter
  readonly nodes: ReadonlyArray<RootContent>
}

/** Reads `hero` and `features` of the front matter of VitePress and Starlight as content of the page. */
export const read = (frontmatter: Markdown.Frontmatter): HomePage => {
  const { features, hero, layout, template, ...fields } = frontmatter.fields
  if (!Predicate.isReadonlyObject(hero) && !Array.isArray(features)) return { frontmatter, nodes: [] }
  const head = recordOf(hero)
  const title = frontmatter.title ?? textOf(head["name"]) ?? textOf(head["title"])?.replace(/<[^<>]*>/g, "")
  const cards = listOf(features).map(featureCard)
  return {
    frontmatter: {
      ...frontmatter,
      ...(title === undefined ? {} : { title }),
      fields: { ...fields, ...(layout === undefined || typeof layout === "string" ? {} : { layout }) }
    },
    nodes: [...heroNodes(head), ...(cards.length === 0 ? [] : [html(Cards.print(cards))])]
  }
}
