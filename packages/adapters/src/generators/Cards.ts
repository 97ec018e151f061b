import { element, escapeText, startTag } from "../markdown/HastText.ts"

/** A card; its content is HTML. */
export interface Card {
  readonly title: string
  readonly content: string
  readonly target: string | undefined
  readonly image?: string | undefined
}

const cell = (content: string): string => element("td", {}, content)

const linkTo = (target: string | undefined): string =>
  target === undefined ? "" : element("a", { href: target }, escapeText(target))

/** A table of cards as HTML, in the form that is read as a block of cards. */
export const print = (cards: ReadonlyArray<Card>): string => {
  const hasImages = cards.some(({ image }) => image !== undefined)
  const heads = [
    "<th></th><th></th>",
    startTag("th", { "data-hidden": true, "data-card-target": true, "data-type": "content-ref" }),
    "</th>",
    ...(hasImages
      ? [startTag("th", { "data-hidden": true, "data-card-cover": true, "data-type": "files" }), "</th>"]
      : [])
  ]
  const rows = cards.map(({ content, image, target, title }) => {
    const cells = [
      cell(title === "" ? "" : element("strong", {}, escapeText(title))),
      cell(content),
      cell(linkTo(target)),
      ...(hasImages ? [cell(linkTo(image))] : [])
    ]
    return element("tr", {}, cells.join(""))
  })
  const body = element("thead", {}, element("tr", {}, heads.join(""))) + element("tbody", {}, rows.join(""))
  return element("table", { "data-view": "cards" }, body)
}
