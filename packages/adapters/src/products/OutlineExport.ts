import { Importer } from "@quire/core"
import { Effect, Option, Predicate, Schema } from "effect"
import * as Names from "../import/Names.ts"
import * as ProductLayout from "./ProductLayout.ts"

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/** Whether text is a record with certain fields, in a few characters. */
const hasFields = (text: string, ...names: ReadonlyArray<string>): boolean => {
  if (text.length > 4_096 || !text.startsWith("{")) return false
  const value = Option.getOrUndefined(decodeJson(text))
  return Predicate.isReadonlyObject(value) && names.every((name) => Object.hasOwn(value, name))
}

const encoded = /%(?:2F|5C|3A|2A|3F|22|3C|3E|7C|2E|20)/gi

/** A title from the name of a file or a folder, in which some characters are encoded. */
const titleOf = (name: string): string => name.replace(encoded, decodeURIComponent)

/** The size that Outline writes as the title of an image. */
const imageSize = / " ?=\d{0,6}x\d{0,6}"\)/g

const isJsonExport = (files: ProductLayout.Files): boolean =>
  hasFields(ProductLayout.textOf(files, "metadata.json") ?? "", "exportVersion", "createdById")

/**
 * Reads the export of collections of Outline, whose pages are in the order of the archive (rule import-products). Outline
 * comments on each page in the archive when it was created.
 */
export const read: ProductLayout.ReadLayout = Effect.fnUntraced(function* ({ commentOf, files, order }) {
  const pages = order.filter((path) => /\.(?:md|html)$/.test(path) && files.has(path))
  const [first] = pages
  if (first === undefined && isJsonExport(files)) {
    return yield* new Importer.ImportFailed({
      problem: "the JSON export of Outline is not supported; export the collections as Markdown or HTML instead"
    })
  }
  if (first === undefined || !hasFields(commentOf(first), "createdAt", "updatedAt")) return undefined
  const positions = new Map<string, number>()
  for (const [position, page] of pages.entries()) {
    positions.set(page, position)
    for (let end = page.lastIndexOf("/"); end > 0; end = page.lastIndexOf("/", end - 1)) {
      const folder = page.slice(0, end + 1)
      if (positions.has(folder)) break
      positions.set(folder, position)
    }
  }
  const changes = yield* ProductLayout.mapTexts(files, pages, (text, path) =>
    text.search(imageSize) === -1 ? [] : [[path, ProductLayout.encode(text.replace(imageSize, ")"))] as const]
  )
  return {
    files: ProductLayout.withFiles(files, new Map(changes.flat())),
    places: {
      page: (path) => ({ position: positions.get(path), slug: titleOf(Names.ownName(path) ?? "") || undefined }),
      folder: (path) => {
        const title = titleOf(Names.basename(path))
        return { position: positions.get(path), title, slug: title }
      }
    }
  }
})
