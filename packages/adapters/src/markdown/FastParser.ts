import type { Nodes, Root } from "mdast"
import type { MdastNode, markdownToMdast, TreeOptions } from "satteri"
import * as NeedsReferenceParser from "./NeedsReferenceParser.ts"
import * as TagProtection from "./TagProtection.ts"

const options: TreeOptions = { features: { gfm: true, math: { singleDollarTextMath: false }, frontmatter: true } }

let parse: typeof markdownToMdast | undefined

/**
 * Resolves once texts are read by the native parser, or cannot be, on machines that its package has no binary for. A
 * module that awaited this itself could not be required by CommonJS (rule host-commonjs).
 */
export const loaded: Promise<void> = import("satteri").then(
  (loaded) => {
    parse = loaded.markdownToMdast
  },
  () => undefined
)

const isRoot = (node: MdastNode): node is Root => node.type === "root"

const containers: ReadonlySet<string> = new Set(["root", "blockquote", "listItem"] satisfies ReadonlyArray<
  Nodes["type"]
>)

/** Restores tags that are separate blocks; returns false if a tag is anywhere else. Changes the tree. */
const putBack = (root: Root, text: string, { tags }: TagProtection.ProtectedText): boolean => {
  let missing = tags.size
  const open: Array<Nodes> = missing === 0 ? [] : [root]
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    if (!("children" in parent)) continue
    const isContainer = containers.has(parent.type)
    for (const node of parent.children) {
      const [start, end] = [node.position?.start.offset, node.position?.end.offset]
      if (isContainer && node.type === "html" && start !== undefined && tags.get(start) === end) {
        node.value = text.slice(start, end)
        missing--
      }
      open.push(node)
    }
  }
  return missing === 0
}

/**
 * The tree that micromark produces for a text, in a small part of the time. Undefined where the two parsers may differ,
 * or where no native parser is loaded. A native parser cannot be stopped, so the text must have been bounded by
 * `Complexity`.
 */
export const read = (text: string): Root | undefined => {
  if (parse === undefined || NeedsReferenceParser.needsReferenceParser(text)) return undefined
  const swapped = TagProtection.swap(text)
  const root = parse(swapped.text, options)
  return isRoot(root) && NeedsReferenceParser.isCertain(root, swapped.text) && putBack(root, text, swapped)
    ? root
    : undefined
}
