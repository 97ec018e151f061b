import type { Root } from "mdast"
import { fromMarkdown, type Options } from "mdast-util-from-markdown"
import { frontmatterFromMarkdown } from "mdast-util-frontmatter"
import { gfmFromMarkdown } from "mdast-util-gfm"
import { mathFromMarkdown } from "mdast-util-math"
import { frontmatter } from "micromark-extension-frontmatter"
import { gfm } from "micromark-extension-gfm"
import { math } from "micromark-extension-math"
import { tagSyntax } from "./TagSyntax.ts"

/** GFM without the autolinking of finished text, which would turn escaped URLs into links. */
const gfmTree = gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] }))

const extensions: NonNullable<Options["extensions"]> = [
  gfm({ singleTilde: false }),
  math({ singleDollarTextMath: false }),
  frontmatter(["yaml"]),
  tagSyntax
]
const mdastExtensions = [gfmTree, mathFromMarkdown(), frontmatterFromMarkdown(["yaml"])]

/** The tree of a text; tags are nodes of type html. `without` names constructs that are disabled. */
export const read = (text: string, without: ReadonlyArray<string> = []): Root =>
  fromMarkdown(text, { extensions: [...extensions, { disable: { null: [...without] } }], mdastExtensions })
