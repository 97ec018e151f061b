import type { ContentRef } from "../../content/document/ContentRef.ts"
import { toUrl } from "../../content/document/ContentRef.ts"
import * as Text from "../../foundation/text/Text.ts"
import type * as View from "./SemanticChange.ts"

/** Maximum number of characters of a value in a line. */
const maxLength = 60

const quote = (text: string): string => {
  const start = Text.cut(text, maxLength)
  return JSON.stringify(start === text ? text : `${start}…`)
}

interface Sides<A> {
  readonly before?: A
  readonly after?: A
}

const describeSides = <A>(
  name: string,
  sides: Sides<A> | undefined,
  text: (value: A) => string
): ReadonlyArray<string> => {
  if (sides === undefined) return []
  const side = (value: A | undefined) => (value === undefined ? "none" : text(value))
  return [`${name} ${side(sides.before)} → ${side(sides.after)}`]
}

const mention = (name: string, sides: Sides<unknown> | undefined): ReadonlyArray<string> =>
  sides === undefined ? [] : [name]

const describePage = (attributes: View.PageAttributes): ReadonlyArray<string> => [
  ...describeSides("title", attributes.title, quote),
  ...describeSides("slug", attributes.slug, quote),
  ...describeSides("description", attributes.description, quote),
  ...describeSides("emoji", attributes.emoji, (emoji) => emoji),
  ...describeSides("icon", attributes.icon, quote),
  ...describeSides("target", attributes.target, (target: ContentRef) => quote(toUrl(target))),
  ...mention("text", attributes.document),
  ...mention("cover", attributes.cover),
  ...mention("layout", attributes.layout)
]

const withoutName = (url: string | undefined) => url?.slice(0, url.lastIndexOf("/"))

const describeFile = ({ contentType, dimensions, downloadURL, name, size }: View.FileAttributes) => [
  ...describeSides("name", name, quote),
  ...describeSides("type", contentType, (type) => type),
  ...describeSides("size", size, (bytes) => `${bytes} bytes`),
  ...describeSides("dimensions", dimensions, ({ height, width }) => `${width}×${height}`),
  ...(withoutName(downloadURL?.before) === withoutName(downloadURL?.after) ? [] : ["content"])
]

const describeReusable = ({ document, title }: View.ReusableContentAttributes) => [
  ...describeSides("title", title, quote),
  ...mention("text", document)
]

const describeEdit = (what: string, details: ReadonlyArray<string>): string =>
  `edited ${what}: ${details.length === 0 ? "settings" : details.join(", ")}`

const describeParent = (page: View.ChangedPage | undefined): string =>
  page === undefined ? "the top" : quote(page.title)

const describeMove = (page: View.ChangedPage, from: View.ChangedPage | undefined, to: View.ChangedPage | undefined) =>
  from?.id === to?.id
    ? `moved ${quote(page.title)} within ${describeParent(to)}`
    : `moved ${quote(page.title)} from ${describeParent(from)} to ${describeParent(to)}`

type FieldValues = Extract<View.SemanticChange, { readonly type: "custom_fields_edited" }>["customFields"]

const describeFields = ({ after, before }: FieldValues): string => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  const sides = (name: string) => ({ before: old.get(name), after: now.get(name) })
  const text = (side: { readonly value: unknown } | undefined) =>
    side === undefined ? "none" : Text.cut(JSON.stringify(side.value), maxLength)
  return `set fields: ${names.map((name) => `${name} ${text(sides(name).before)} → ${text(sides(name).after)}`).join(", ")}`
}

/** Describes a change in one line, such as `edited "Install it": title "Install" → "Install it", text`. */
export const describe = (change: View.SemanticChange): string => {
  switch (change.type) {
    case "page_created":
      return `added ${quote(change.page.title)}`
    case "page_edited":
      return describeEdit(quote(change.page.title), describePage(change.attributes))
    case "page_moved":
      return describeMove(change.page, change.parent.before, change.parent.after)
    case "page_deleted":
      return `deleted ${quote(change.page.title)}`
    case "file_created":
      return `added file ${quote(change.file.name)}`
    case "file_edited":
      return describeEdit(`file ${quote(change.file.name)}`, describeFile(change.attributes))
    case "file_deleted":
      return `deleted file ${quote(change.file.name)}`
    case "reusable_content_created":
      return `added reusable content ${quote(change.reusableContent.title)}`
    case "reusable_content_edited":
      return describeEdit(
        `reusable content ${quote(change.reusableContent.title)}`,
        describeReusable(change.attributes)
      )
    case "reusable_content_deleted":
      return `deleted reusable content ${quote(change.reusableContent.title)}`
    case "custom_fields_edited":
      return describeFields(change.customFields)
  }
}
