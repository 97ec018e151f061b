import * as Tag from "../markdown/Tag.ts"

/** How tags are written: as lines of Markdown, or as elements of MDX. Only Python Markdown has its own syntax as well. */
export type TagForm = "markdown" | "mdx" | "python"

/** The prefix of elements of MDX that are tags. */
export const elementPrefix = "Quire."

export type Lines = ReadonlyArray<string>

export interface TagContext {
  readonly form: TagForm
}

/** The lines before and after a body. */
export interface Enclosure {
  readonly begin: Lines
  readonly end: Lines
}

export const nothing: Enclosure = { begin: [], end: [] }

const openTag = ({ form }: TagContext, name: string, attributes: Tag.Attributes = {}): string => {
  if (form !== "mdx") return Tag.print(name, attributes)
  const printed = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(String(value))}"`)
  return `<${elementPrefix}${name}${printed.join("")}>`
}

const closeTag = ({ form }: TagContext, name: string): string =>
  form === "mdx" ? `</${elementPrefix}${name}>` : Tag.printEnd(name)

const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("{", "&#123;")

const plainTitle = (text: string): string => text.replace(/\\([!-/:-@[-`{-~])/g, "$1").replace(/\*\*|`/g, "")

/** A title as a line of bold text. */
export const titleLine = (title: string): string => `**${title.replaceAll("**", "")}**`

export const hint = (context: TagContext, style: string, title: string): Enclosure => ({
  begin: [openTag(context, "hint", { style }), ...(title === "" ? [] : ["", titleLine(title)])],
  end: [closeTag(context, "hint")]
})

export const expandable = (title: string): Enclosure => ({
  begin: ["<details>", "", `<summary>${escapeHtml(plainTitle(title))}</summary>`],
  end: ["</details>"]
})

export const tab = (context: TagContext, title: string): Enclosure => ({
  begin: [openTag(context, "tab", { title: plainTitle(title) })],
  end: [closeTag(context, "tab")]
})

export const tabs = (context: TagContext): Enclosure => ({
  begin: [openTag(context, "tabs")],
  end: [closeTag(context, "tabs")]
})
