import type * as Block from "./Block.ts"
import * as DocumentText from "./DocumentText.ts"
import * as DocumentTree from "./DocumentTree.ts"

/**
 * Text of a document under one heading and in `if` blocks of the same conditions. The text before the first heading has
 * no title, no id and no anchor.
 */
export interface Section {
  /** The key of the heading, or its anchor if it has none. */
  readonly id: string
  readonly title: string
  readonly anchor: string
  /** The sources of the conditions around the text, outermost first. */
  readonly conditions: ReadonlyArray<string>
  /** The number of the heading in the whole document, if its anchor or title depends on the reader. */
  readonly heading?: number
  readonly text: string
}

type Conditions = ReadonlyArray<string>

/** A heading, with the texts below it by their conditions. */
interface Heading {
  readonly id: string
  readonly title: string
  readonly anchor: string
  readonly number: number | undefined
  readonly parts: Map<string, { readonly conditions: Conditions; readonly texts: Array<string> }>
}

/** The content of one `if` block, or the content outside of all; a heading inside does not apply to content outside. */
interface Scope {
  readonly conditions: Conditions
  heading: Heading
}

const nothing = () => ""

const addText = ({ parts }: Heading, conditions: Conditions, text: string): void => {
  if (text === "") return
  const key = JSON.stringify(conditions)
  const part = parts.get(key)
  if (part === undefined) parts.set(key, { conditions, texts: [text] })
  else part.texts.push(text)
}

/** An empty condition is always true. */
const enter = ({ conditions, heading }: Scope, source: string): Scope => ({
  conditions: source.trim() === "" || conditions.includes(source) ? conditions : [...conditions, source],
  heading
})

/** Reads the headings of a document; `isFixed` states whether all readers see the same headings. */
const makeReader = () => {
  const read = DocumentText.makeHeadingReader()
  const state = { count: 0, isFixed: true }
  const start = (block: Block.Heading, { conditions }: Scope): Heading => {
    const { anchor, key, title: whole } = read(block)
    const title = DocumentText.titleOf(block, nothing)
    state.isFixed &&= conditions.length === 0 && title === whole
    return {
      id: key ?? anchor,
      title,
      anchor,
      number: state.count++,
      parts: new Map([[JSON.stringify(conditions), { conditions, texts: [] }]])
    }
  }
  return { start, state }
}

const operations: ReadonlySet<Block.Block["type"]> = new Set([
  "openapi-operation",
  "openapi-schemas",
  "openapi-webhook"
])

/**
 * The units of the search index (rules search-terms and search-conditions): each heading with the text after it, and
 * separate units for the parts of that text under conditions. Expressions have no text.
 */
export const ofDocument = (root: DocumentTree.BlockRoot): ReadonlyArray<Section> => {
  const { start, state } = makeReader()
  const opening: Heading = { id: "", title: "", anchor: "", number: undefined, parts: new Map() }
  const found = [opening]
  const open: Array<readonly [Block.Block, Scope]> = []
  const push = (blocks: ReadonlyArray<Block.Block>, scope: Scope) => {
    for (let at = blocks.length - 1; at >= 0; at--) {
      const block = blocks[at]
      if (block !== undefined) open.push([block, scope])
    }
  }
  push(root.nodes, { conditions: [], heading: opening })
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [block, scope] = next
    if (DocumentText.isHeading(block)) found.push((scope.heading = start(block, scope)))
    else addText(scope.heading, scope.conditions, DocumentText.ownText(block, nothing))
    push(DocumentTree.children(block), block.type === "if" ? enter(scope, block.data.expression) : scope)
  }
  return found.flatMap(({ anchor, id, number, parts, title }) =>
    Array.from(parts.values(), ({ conditions, texts }) => ({
      id,
      title,
      anchor,
      conditions,
      ...(number === undefined || state.isFixed ? {} : { heading: number }),
      text: DocumentText.joinLines(texts)
    })).filter((section) => section.title !== "" || section.text !== "")
  )
}

/** Whether a document shows operations or schemas of an API outside of `if` blocks. */
export const hasOperation = (root: DocumentTree.BlockRoot): boolean => {
  const open: Array<Block.Block> = [...root.nodes]
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    if (operations.has(block.type)) return true
    if (block.type !== "if") for (const child of DocumentTree.children(block)) open.push(child)
  }
  return false
}
