import type { Block } from "@quire/core"
import type { RootContent } from "mdast"
import type { Reader } from "./Reader.ts"
import type * as Tag from "./Tag.ts"

type Blocks = ReadonlyArray<Block.TopLevel>

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

const isLinkAlone = (block: Block.TopLevel): boolean =>
  block.type === "paragraph" &&
  block.nodes.every((node) => node.object === "inline" && (node.type === "link" || node.type === "mention"))

/** A block without content, followed by the content that its tag had anyway, except a link to the same target. */
export const voidOf = (tagged: TaggedContent, block: Block.TopLevel): Blocks => {
  const held = content(tagged)
  if (held.every(isLinkAlone)) return [block]
  tagged.reader.warn("tag", `content of ${tagged.tag.name} was moved after it`)
  return [block, ...held]
}
