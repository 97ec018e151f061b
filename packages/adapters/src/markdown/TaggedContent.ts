import { type Block, type ContentRef, Inline } from "@quire/core"
import type { RootContent } from "mdast"
import { decodeString } from "micromark-util-decode-string"
import { paragraph } from "./BlockNesting.ts"
import type { Reader } from "./Reader.ts"
import type * as Tag from "./Tag.ts"

export type Blocks = ReadonlyArray<Block.TopLevel>

/** A tag with its content. */
export interface TaggedContent {
  readonly reader: Reader
  readonly tag: Tag.Tag
  readonly inner: ReadonlyArray<RootContent>
  readonly depth: number
}

/** Blocks of a tag; undefined when the tag is unknown. */
export type ReadTag = (tagged: TaggedContent) => Blocks | undefined

/** The value of an attribute. */
export const get = ({ tag }: TaggedContent, name: string): string | undefined => tag.attributes.get(name)

/** The text of an attribute that people read, without the escapes of Markdown and with its character references. */
export const textOf = (tagged: TaggedContent, name: string): string | undefined => {
  const text = get(tagged, name)
  return text === undefined ? undefined : decodeString(text)
}

/** Whether an attribute says `true`. */
export const isSet = (tagged: TaggedContent, name: string): boolean => get(tagged, name) === "true"

/** The property of blocks that are wider than the text. */
export const fullWidth = (tagged: TaggedContent): { readonly fullWidth?: true } =>
  isSet(tagged, "fullWidth") ? { fullWidth: true } : {}

/** Names the attributes that a block has no place for. */
export const expectAttributes = ({ reader, tag }: TaggedContent, ...known: ReadonlyArray<string>): void => {
  for (const name of tag.attributes.keys()) {
    if (!known.includes(name)) reader.warn("attribute", `the attribute ${name} of ${tag.name} was ignored`)
  }
}

/** The blocks in a tag. */
export const content = ({ reader, inner, depth }: TaggedContent): Blocks => reader.flow(inner, depth + 1)

export const linkTo = (ref: ContentRef.ContentRef, label: string): Block.Paragraph =>
  paragraph([Inline.link(ref, [Inline.text(label)])])

/** A line that names what follows it; nothing without words. */
export const label = (text: string | undefined): Blocks => {
  const line = text?.replace(/\s+/g, " ").trim() ?? ""
  return line === "" ? [] : [paragraph([Inline.text(line, [{ object: "mark", type: "bold" }])])]
}

/** The last part of a path. */
export const nameIn = (path: string): string => path.split("/").findLast((name) => name !== "") ?? path
