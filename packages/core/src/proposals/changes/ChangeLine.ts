import type { ContentRef } from "../../content/document/ContentRef.ts"
import { toUrl } from "../../content/document/ContentRef.ts"
import * as Text from "../../foundation/text/Text.ts"
import type * as View from "./SemanticChange.ts"

/** Characters of a value that a line shows. */
const shown = 60

const quoted = (text: string): string => {
  const start = Text.cut(text, shown)
  return JSON.stringify(start === text ? text : `${start}…`)
}

interface Sides<A> {
  readonly before?: A
  readonly after?: A
}

const fromTo = <A>(name: string, sides: Sides<A> | undefined, text: (value: A) => string): ReadonlyArray<string> => {
  if (sides === undefined) return []
  const side = (value: A | undefined) => (value === undefined ? "none" : text(value))
  return [`${name} ${side(sides.before)} → ${side(sides.after)}`]
}

const mentioned = (name: string, sides: Sides<unknown> | undefined): ReadonlyArray<string> =>
  sides === undefined ? [] : [name]

const pageDetails = (attributes: View.PageAttributes): ReadonlyArray<string> => [
  ...fromTo("title", attributes.title, quoted),
  ...fromTo("slug", attributes.slug, quoted),
  ...fromTo("description", attributes.description, quoted),
  ...fromTo("emoji", attributes.emoji, (emoji) => emoji),
  ...fromTo("icon", attributes.icon, quoted),
  ...fromTo("target", attributes.target, (target: ContentRef) => quoted(toUrl(target))),
  ...mentioned("text", attributes.document),
  ...mentioned("cover", attributes.cover),
  ...mentioned("layout", attributes.layout)
]

const withoutName = (url: string | undefined) => url?.slice(0, url.lastIndexOf("/"))

const fileDetails = ({ contentType, dimensions, downloadURL, name, size }: View.FileAttributes) => [
  ...fromTo("name", name, quoted),
  ...fromTo("type", contentType, (type) => type),
  ...fromTo("size", size, (bytes) => `${bytes} bytes`),
  ...fromTo("dimensions", dimensions, ({ height, width }) => `${width}×${height}`),
  ...(withoutName(downloadURL?.before) === withoutName(downloadURL?.after) ? [] : ["content"])
]

const reusableDetails = ({ document, title }: View.ReusableContentAttributes) => [
  ...fromTo("title", title, quoted),
  ...mentioned("text", document)
]

const edited = (what: string, details: ReadonlyArray<string>): string =>
  `edited ${what}: ${details.length === 0 ? "settings" : details.join(", ")}`

const place = (page: View.ChangedPage | undefined): string => (page === undefined ? "the top" : quoted(page.title))

const movedLine = (page: View.ChangedPage, from: View.ChangedPage | undefined, to: View.ChangedPage | undefined) =>
  from?.id === to?.id
    ? `moved ${quoted(page.title)} within ${place(to)}`
    : `moved ${quoted(page.title)} from ${place(from)} to ${place(to)}`

type FieldValues = Extract<View.SemanticChange, { readonly type: "custom_fields_edited" }>["customFields"]

const fieldLine = ({ after, before }: FieldValues): string => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  const sides = (name: string) => ({ before: old.get(name), after: now.get(name) })
  const text = (side: { readonly value: unknown } | undefined) =>
    side === undefined ? "none" : Text.cut(JSON.stringify(side.value), shown)
  return `set fields: ${names.map((name) => `${name} ${text(sides(name).before)} → ${text(sides(name).after)}`).join(", ")}`
}

/** One line that tells people what changed, such as `edited "Install it": title "Install" → "Install it", text`. */
export const of = (change: View.SemanticChange): string => {
  switch (change.type) {
    case "page_created":
      return `added ${quoted(change.page.title)}`
    case "page_edited":
      return edited(quoted(change.page.title), pageDetails(change.attributes))
    case "page_moved":
      return movedLine(change.page, change.parent.before, change.parent.after)
    case "page_deleted":
      return `deleted ${quoted(change.page.title)}`
    case "file_created":
      return `added file ${quoted(change.file.name)}`
    case "file_edited":
      return edited(`file ${quoted(change.file.name)}`, fileDetails(change.attributes))
    case "file_deleted":
      return `deleted file ${quoted(change.file.name)}`
    case "reusable_content_created":
      return `added reusable content ${quoted(change.reusableContent.title)}`
    case "reusable_content_edited":
      return edited(`reusable content ${quoted(change.reusableContent.title)}`, reusableDetails(change.attributes))
    case "reusable_content_deleted":
      return `deleted reusable content ${quoted(change.reusableContent.title)}`
    case "custom_fields_edited":
      return fieldLine(change.customFields)
  }
}
