import type { Nodes, Root } from "mdast"
import type { MdastNode, TreeOptions } from "satteri"
import * as Doubt from "./Doubt.ts"
import * as TagSwap from "./TagSwap.ts"

const options: TreeOptions = { features: { gfm: true, math: { singleDollarTextMath: false }, frontmatter: true } }

/** Absent on machines that the package has no binary for. */
const parse = await import("satteri").then(
  ({ markdownToMdast }) => markdownToMdast,
  () => undefined
)

const isRoot = (node: MdastNode): node is Root => node.type === "root"

const containers: ReadonlySet<string> = new Set(["root", "blockquote", "listItem"] satisfies ReadonlyArray<
  Nodes["type"]
>)

/** Puts tags back where each is a block of its own; false where one is anything else. Changes the tree. */
const putBack = (root: Root, text: string, { tags }: TagSwap.Swapped): boolean => {
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
 * The tree that micromark makes of a text, in a small part of its time; undefined where the two parsers may differ, or
 * where this machine has no native one. A native parser cannot be stopped: the text is one that `Complexity` has bounded.
 */
export const read = (text: string): Root | undefined => {
  if (parse === undefined || Doubt.isDoubtful(text)) return undefined
  const swapped = TagSwap.swap(text)
  const root = parse(swapped.text, options)
  return isRoot(root) && Doubt.isCertain(root, swapped.text) && putBack(root, text, swapped) ? root : undefined
}
