import type { ImportWarning } from "@quire/core"
import { Effect, Option, Predicate, Schema } from "effect"
import * as SiteTargets from "../import/SiteTargets.ts"
import type * as Summary from "../import/Summary.ts"
import * as Markup from "./Markup.ts"
import * as ProductLayout from "./ProductLayout.ts"

const description = "data.json"

export const limits = {
  /** Bytes of a description that is read. */
  bytes: 5_242_880,
  /** Entries of a list of chapters, pages or attachments. */
  entries: 10_000
} as const

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

const field = (value: unknown, name: string): unknown =>
  Predicate.isReadonlyObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

const textAt = (value: unknown, name: string): string => {
  const text = field(value, name)
  return typeof text === "string" ? text : ""
}

const numberAt = (value: unknown, name: string): number => {
  const number = field(value, name)
  return typeof number === "number" ? number : Number.POSITIVE_INFINITY
}

const listAt = (value: unknown, name: string): ReadonlyArray<unknown> => {
  const list = field(value, name)
  return Array.isArray(list) ? list.slice(0, limits.entries).filter(Predicate.isReadonlyObject) : []
}

const kinds = ["book", "chapter", "page"] as const
type Kind = (typeof kinds)[number]

/** A book, a chapter or a page of an export. */
interface Entity {
  readonly kind: Kind
  readonly value: unknown
  /** The file that is made of it. */
  readonly path: string
  readonly children: ReadonlyArray<Entity>
}

const byOrder = (name: string) => (left: unknown, right: unknown) =>
  Math.sign(numberAt(left, name) - numberAt(right, name)) || 0

const partsOf = (kind: Kind, value: unknown): ReadonlyArray<readonly [kind: Kind, value: unknown]> => {
  const chapters = kind === "book" ? listAt(value, "chapters") : []
  const pages = kind === "page" ? [] : listAt(value, "pages")
  return [
    ...chapters.map((chapter) => ["chapter", chapter] as const),
    ...pages.map((page) => ["page", page] as const)
  ].sort(([, left], [, right]) => byOrder("priority")(left, right))
}

/** The entities of an export, each at a path made of its name; `counts` has how many have a path. */
const entityOf = (kind: Kind, value: unknown, folder: string, counts: Map<string, number>): Entity => {
  const name =
    textAt(value, "name")
      .replace(/[/\\%?#\p{Cc}]+/gu, "-")
      .trim() || kind
  const own = `${folder}${name}`
  const count = (counts.get(own.toLowerCase()) ?? 0) + 1
  counts.set(own.toLowerCase(), count)
  const stem = count === 1 ? own : `${own} (${count})`
  const isMarkdown = kind === "page" && textAt(value, "markdown") !== ""
  return {
    kind,
    value,
    path: `${stem}.${isMarkdown ? "md" : "html"}`,
    children: partsOf(kind, value).map(([part, inner]) => entityOf(part, inner, `${stem}/`, counts))
  }
}

const withChildren = (entity: Entity): ReadonlyArray<Entity> => [entity, ...entity.children.flatMap(withChildren)]

const reference = /\[\[bsexport:([a-z]{1,20}):([^\]\s]{1,500})\]\]/g

/** Text in which references lead to files. */
const resolve = (text: string, pathOf: (kind: string, id: string) => string | undefined): string =>
  text.replace(reference, (whole, kind: string, id: string) => {
    const path = pathOf(kind, id)
    return path === undefined ? whole : encodeURI(SiteTargets.targetOf(path)).replace(/[()]/g, encodeURIComponent)
  })

const labelOf = (text: string): string => text.replace(/[\\[\]]/g, "\\$&")

/** The files and addresses that are attached to a page and that its text does not mention. */
const attachmentsOf = ({ path, value }: Entity): string => {
  const text = textAt(value, "html") + textAt(value, "markdown")
  const links = listAt(value, "attachments")
    .toSorted(byOrder("order"))
    .flatMap((attachment) => {
      const file = textAt(attachment, "file")
      const target = file === "" ? textAt(attachment, "link") : `[[bsexport:attachment:${file}]]`
      return target === "" || text.includes(target) ? [] : [{ target, name: textAt(attachment, "name") || target }]
    })
  if (path.endsWith(".md")) return links.map(({ name, target }) => `\n\n[${labelOf(name)}](${target})`).join("")
  return links
    .map(({ name, target }) => `<p><a href="${Markup.escape(target)}">${Markup.escape(name)}</a></p>`)
    .join("")
}

/** The text of the file of an entity. */
const textOf = (entity: Entity): string => {
  const { kind, path, value } = entity
  if (path.endsWith(".md")) return textAt(value, "markdown") + attachmentsOf(entity)
  const cover = textAt(value, "cover")
  const picture = cover === "" ? "" : `<p><img src="[[bsexport:image:${Markup.escape(cover)}]]" alt=""></p>`
  const body = kind === "page" ? textAt(value, "html") : textAt(value, "description_html") + picture
  return `<html><head></head><body>${body}${attachmentsOf(entity)}</body></html>`
}

const itemOf = ({ children, path, value }: Entity): Summary.Item => ({
  title: textAt(value, "name"),
  target: SiteTargets.targetOf(path),
  anchor: undefined,
  children: children.map(itemOf)
})

const tagsOf = ({ path, value }: Entity): ReadonlyArray<ImportWarning.ImportWarning> => {
  const tags = listAt(value, "tags").map((tag) => {
    const content = textAt(tag, "value")
    return textAt(tag, "name") + (content === "" ? "" : `: ${content}`)
  })
  return tags.length === 0
    ? []
    : [{ kind: "front-matter", path, reason: `its tags were left out: ${tags.slice(0, 20).join(", ").slice(0, 500)}` }]
}

/** Reads the portable export of a book, a chapter or a page of BookStack (rule import-products). */
export const read: ProductLayout.ReadLayout = Effect.fnUntraced(function* ({ files }) {
  const bytes = files.get(description)
  if (bytes === undefined || bytes.byteLength > limits.bytes) return undefined
  const data = Option.getOrUndefined(decodeJson(ProductLayout.textOf(files, description) ?? ""))
  const kind = kinds.find((name) => Predicate.isReadonlyObject(field(data, name)))
  if (kind === undefined || textAt(field(data, kind), "name") === "" || textAt(data, "exported_at") === "")
    return undefined
  const root = entityOf(kind, field(data, kind), "", new Map())
  const all = withChildren(root)
  const paths = new Map(all.map(({ kind: own, path, value }) => [`${own}:${numberAt(value, "id")}`, path]))
  const pathOf = (of: string, name: string) => {
    const file = `files/${name}`
    return of === "image" || of === "attachment" ? (files.has(file) ? file : undefined) : paths.get(`${of}:${name}`)
  }
  const made = all.map((entity) => [entity.path, ProductLayout.encode(resolve(textOf(entity), pathOf))] as const)
  const fileNames = all.flatMap(({ value }) =>
    [...listAt(value, "attachments"), ...listAt(value, "images")].flatMap((file) => {
      const [path, name] = [textAt(file, "file"), textAt(file, "name")]
      return path === "" || name === "" ? [] : [[`files/${path}`, name] as const]
    })
  )
  return {
    files: ProductLayout.withFiles(files, new Map([...made, [description, undefined]])),
    contents: { path: description, parts: [{ heading: undefined, anchor: undefined, items: [itemOf(root)] }] },
    fileNames: new Map(fileNames),
    warnings: all.flatMap(tagsOf)
  }
})
