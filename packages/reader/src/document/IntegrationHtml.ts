import type { StaticElement } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { classes } from "./Attributes.ts"
import type { Drawing } from "./Drawing.ts"
import { ratioClass } from "./Widths.ts"

type Element = StaticElement.StaticElement
type Of<T extends Element["type"]> = Extract<Element, { readonly type: T }>

/** A link to a URL from a script, which is untrusted. */
const linkTo = (url: string, { externalLinks }: Drawing): Html => {
  const target = externalLinks === "blank" ? html` target="_blank"` : emptyHtml
  return html` href="${url}" rel="nofollow noopener noreferrer"${target}`
}

const lineBreak = html`<br>`

const drawLines = (text: string): Html =>
  html`${text.split("\n").map((line, at) => (at === 0 ? html`${line}` : html`${lineBreak}${line}`))}`

const withStyle = (inner: Html, style: "bold" | "code" | "italic" | "strikethrough"): Html => {
  switch (style) {
    case "bold":
      return html`<strong>${inner}</strong>`
    case "italic":
      return html`<em>${inner}</em>`
    case "code":
      return html`<code>${inner}</code>`
    case "strikethrough":
      return html`<s>${inner}</s>`
  }
}

const drawRun = ({ styles = [], text, url }: StaticElement.Run, drawing: Drawing): Html => {
  const inner = styles.reduceRight(withStyle, drawLines(text))
  return url === undefined ? inner : html`<a${linkTo(url, drawing)}>${inner}</a>`
}

const drawRuns = (runs: ReadonlyArray<StaticElement.Run>, drawing: Drawing): Html =>
  html`${runs.map((run) => drawRun(run, drawing))}`

/** Pixels that a picture is taken to be high until it is there. */
const height = 480

/** Scripts give pictures no words. */
const drawPicture = ({ ratio, url }: StaticElement.Picture, name: string): Html =>
  html`<img class="${name}" src="${url}" alt="" width="${Math.max(1, Math.round(height * ratio))}" height="${height}" loading="lazy" decoding="async">`

type Inlines = ReadonlyArray<StaticElement.Picture | StaticElement.Words>

const drawInlines = (inlines: Inlines, drawing: Drawing): Html =>
  html`${inlines.map((each, at) => {
    const inner = each.type === "text" ? drawRuns(each.runs, drawing) : drawPicture(each, "drawn-inline")
    return at === 0 ? inner : html` ${inner}`
  })}`

const drawNote = (inlines: Inlines, drawing: Drawing): Html =>
  inlines.length === 0 ? emptyHtml : html`<p class="drawn-hint" dir="auto">${drawInlines(inlines, drawing)}</p>`

const drawButton = ({ icon, isPrimary, label, url }: StaticElement.Press, drawing: Drawing): Html => {
  const sign = icon === undefined ? emptyHtml : drawing.icon(icon)
  const look = classes("button", isPrimary ? "button-primary" : "button-secondary")
  return html`<a${look}${linkTo(url, drawing)}>${sign}<bdi>${label}</bdi></a>`
}

/** Frames from origins that the policy does not allow are replaced by links (rule page-block-frames). */
const drawFrame = ({ ratio, url }: StaticElement.Frame, drawing: Drawing): Html => {
  const { host, origin } = new URL(url)
  if (!drawing.frames.has(origin)) return html`<p dir="auto"><a${linkTo(url, drawing)}>${url}</a></p>`
  const sandbox = "allow-scripts allow-forms allow-popups"
  return html`<iframe${classes("drawn-frame", ratioClass(ratio))} src="${url}" title="${host}" sandbox="${sandbox}" referrerpolicy="no-referrer" loading="lazy"></iframe>`
}

const drawCard = (card: StaticElement.Card, drawing: Drawing): Html => {
  const { children, hint, icon, title, url } = card
  const sign =
    icon === undefined ? emptyHtml : typeof icon === "string" ? drawing.icon(icon) : drawPicture(icon, "drawn-sign")
  const name = title ?? (url === undefined ? undefined : new URL(url).host)
  const words = url === undefined ? html`${name ?? ""}` : html`<a${linkTo(url, drawing)}>${name ?? ""}</a>`
  const head = name === undefined ? emptyHtml : html`<p class="drawn-title" dir="auto">${words}</p>`
  const below = drawAll(children, drawing)
  const body = html`<div class="drawn-card-body">${head}${drawNote(hint, drawing)}${below}</div>`
  const mark = sign === emptyHtml ? emptyHtml : html`<span class="card-sign">${sign}</span>`
  return html`<div class="drawn-card">${mark}${body}</div>`
}

const drawLabelled = ({ children, hint, label }: StaticElement.LabelledControl, drawing: Drawing): Html => {
  const inner = drawAll(children, drawing)
  return html`<div class="drawn-field"><p class="drawn-title" dir="auto">${label}</p>${drawNote(hint, drawing)}${inner}</div>`
}

const drawStack = ({ align, children, grow = 0, type }: StaticElement.Stack, drawing: Drawing): Html => {
  const inner = drawAll(children, drawing)
  const look = classes(`drawn-${type}`, align && `drawn-${align}`, grow > 0 && "drawn-grow")
  return html`<div${look}>${inner}</div>`
}

const drawHint = ({ children }: Of<"hint">, drawing: Drawing): Html => {
  const icon = drawing.icons.svg("circle-info", "solid") ?? emptyHtml
  const label = drawing.words.hint.info
  return html`<aside class="hint hint-info" role="note" aria-label="${label}">${icon}<div class="hint-body"><p dir="auto">${drawInlines(children, drawing)}</p></div></aside>`
}

const drawElement = (element: Element, drawing: Drawing): Html => {
  switch (element.type) {
    case "text":
      return html`<p dir="auto">${drawRuns(element.runs, drawing)}</p>`
    case "image":
      return drawPicture(element, "drawn-image")
    case "buttons":
      return html`<div class="drawn-buttons">${element.buttons.map((each) => drawButton(each, drawing))}</div>`
    case "document":
      return drawing.blocks(element.nodes)
    case "divider":
      return html`<hr${classes(element.size && `drawn-${element.size}`)}>`
    case "frame":
      return drawFrame(element, drawing)
    case "hint":
      return drawHint(element, drawing)
    case "card":
      return drawCard(element, drawing)
    case "labelled":
      return drawLabelled(element, drawing)
    default:
      return drawStack(element, drawing)
  }
}

const drawAll = (elements: ReadonlyArray<Element>, drawing: Drawing): Html => {
  const drawn: Array<Html> = []
  for (const element of elements) drawn.push(drawElement(element, drawing))
  return html`${drawn}`
}

/** The elements that a script returned for a block, as static markup (rule page-block-static). */
export const draw = (elements: ReadonlyArray<Element>, isFull: boolean, drawing: Drawing): Html => {
  return html`<div${classes("drawn", isFull && "full")}>${drawAll(elements, drawing)}</div>`
}

/** The Markdown and code blocks among the elements, for typesetting. */
export const writtenIn = (elements: ReadonlyArray<Element>): ReadonlyArray<Of<"document">["nodes"][number]> =>
  elements.flatMap((element) => {
    if (element.type === "document") return element.nodes
    return "children" in element && element.type !== "hint" ? writtenIn(element.children) : []
  })
