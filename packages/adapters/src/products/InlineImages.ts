import { EventLoop } from "@quire/core"
import { Effect } from "effect"
import * as Names from "../import/Names.ts"
import type * as ProductLayout from "./ProductLayout.ts"

const begin = "data:image/"

export const limits = {
  /** Images of one page: as many as an import may bring files. */
  images: 5_000
} as const

const extensions: ReadonlyMap<string, string> = new Map([
  ["png", "png"],
  ["jpeg", "jpg"],
  ["jpg", "jpg"],
  ["gif", "gif"],
  ["webp", "webp"],
  ["svg+xml", "svg"]
])

const opening = /^data:image\/([a-z+]{3,8});base64,/

interface InlineImage {
  readonly start: number
  readonly end: number
  readonly extension: string
  /** Where its base64 begins. */
  readonly data: number
}

/** The images that a page contains as values of attributes. */
const findImages = (html: string): ReadonlyArray<InlineImage> => {
  const images: Array<InlineImage> = []
  let start = html.indexOf(begin)
  for (
    let count = 0;
    start !== -1 && count < limits.images;
    start = html.indexOf(begin, start + begin.length), count++
  ) {
    const quote = html[start - 1] ?? ""
    const head = opening.exec(html.slice(start, start + 40))
    const extension = extensions.get(head?.[1] ?? "")
    if (head === null || extension === undefined || (quote !== '"' && quote !== "'")) continue
    const end = html.indexOf(quote, start)
    if (end === -1) break
    images.push({ start, end, extension, data: start + head[0].length })
  }
  return images
}

/** The files of a source, in which images that web pages contain are separate files. */
export const extract = Effect.fnUntraced(function* (files: ProductLayout.Files) {
  const changed = new Map(files)
  for (const [path, bytes] of files) {
    if (!Names.isHtml(path)) continue
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    if (!buffer.includes(begin)) continue
    const html = buffer.toString("latin1")
    const images = findImages(html)
    const targets = yield* EventLoop.map(images, ({ data, end, extension }, index) => {
      const image = `${path}.images/image-${index + 1}.${extension}`
      changed.set(image, new Uint8Array(Buffer.from(html.slice(data, end), "base64")))
      return `${encodeURIComponent(Names.basename(path))}.images/image-${index + 1}.${extension}`
    })
    const parts = images.map(
      ({ start }, index) => html.slice(images[index - 1]?.end ?? 0, start) + (targets[index] ?? "")
    )
    changed.set(path, new Uint8Array(Buffer.from(parts.join("") + html.slice(images.at(-1)?.end ?? 0), "latin1")))
  }
  return changed
})
