import type { ContentRef, Nodes } from "@quire/core"
import { emptyHtml, type Html, html } from "../html/Html.ts"
import { attribute, classes, flag } from "./Attributes.ts"
import type { Drawing } from "./Drawing.ts"
import * as Links from "./Links.ts"

export interface PictureData {
  readonly ref: ContentRef.ImageRef
  readonly refDark?: ContentRef.ImageRef
  readonly width?: Nodes.Length
  readonly height?: Nodes.Length
  readonly alt?: string
}

const image = /^(?!(?:mailto|tel):)/i

/** The length in pixels, if it is given in pixels. */
const pixels = (length: Nodes.Length | undefined): number | undefined => {
  if (length === undefined) return undefined
  const value = typeof length === "number" ? length : length.unit === "px" ? length.value : 0
  const rounded = Math.round(value)
  return rounded > 0 && rounded < 100_000 ? rounded : undefined
}

interface Size {
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/**
 * The size given by the author, completed by that of the file, so that the layout does not shift when the image loads.
 */
const sizeOf = (data: PictureData, target: Links.Link["target"]): Size => {
  const own = target?.kind === "file" ? target.dimensions : undefined
  const [width, height] = [pixels(data.width), pixels(data.height)]
  if (own === undefined || own.width <= 0 || own.height <= 0) return { width, height }
  const ratio = own.width / own.height
  if (width === undefined && height === undefined) return own
  return {
    width: width ?? Math.max(1, Math.round((height ?? 0) * ratio)),
    height: height ?? Math.max(1, Math.round((width ?? 0) / ratio))
  }
}

interface Look {
  readonly names: ReadonlyArray<string | undefined>
  readonly canZoom: boolean
}

const drawOne = (data: PictureData, ref: ContentRef.ImageRef, drawing: Drawing, { canZoom, names }: Look): Html => {
  const link = Links.of(ref, drawing)
  if (link === undefined || !image.test(link.href)) return emptyHtml
  const { height, width } = sizeOf(data, link.target)
  const size = html`${attribute("width", width)}${attribute("height", height)}`
  const shown = html`${classes(...names)}${flag("data-zoom", canZoom)}`
  return html`<img src="${link.href}" alt="${data.alt ?? ""}"${size}${shown} loading="lazy" decoding="async">`
}

/** One image, or two of which the page's theme shows one; nothing if the URL is not that of an image. */
export const draw = (
  data: PictureData,
  drawing: Drawing,
  names: ReadonlyArray<string | undefined> = [],
  canZoom = false
): Html => {
  if (data.refDark === undefined) return drawOne(data, data.ref, drawing, { names, canZoom })
  const light = drawOne(data, data.ref, drawing, { names: [...names, "light-only"], canZoom })
  return html`${light}${drawOne(data, data.refDark, drawing, { names: [...names, "dark-only"], canZoom })}`
}
