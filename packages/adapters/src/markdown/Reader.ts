import { type Block, ContentRef, type Markdown } from "@quire/core"
import type { Definition, FootnoteDefinition, Nodes, PhrasingContent, Root, RootContent } from "mdast"

export type Name = Markdown.WarningName

/** Context for reading one text. Its functions accept any content and never fail. */
export interface Reader {
  readonly warn: (name: Name, reason: string) => void
  /** Notes the node that is read next, whose line further warnings name. */
  readonly enter: (node: LocatedNode) => void
  /** Undefined, with a warning, for a target that is not safe. */
  readonly refOf: (target: string) => ContentRef.ContentRef | undefined
  /** The text of several lines, joined by the line separator of the context. */
  readonly lines: (text: string) => string
  /** Whether tags without a meaning stay as text, as people wrote them. */
  readonly keepsTags: boolean
  readonly definition: (identifier: string) => Definition | undefined
  /**
   * Reads the footnote of that name and returns the result with the number of the footnote, in reading order.
   * Undefined when there is no such footnote, it is being read already, or footnotes were repeated too often.
   */
  readonly note: <A>(identifier: string, read: (note: FootnoteDefinition, ordinal: number) => A) => A | undefined
  /** The text that a node was read from; undefined for nodes that come from HTML. */
  readonly source: (from: LocatedNode, to?: LocatedNode) => string | undefined
  readonly flow: (nodes: ReadonlyArray<RootContent>, depth: number) => ReadonlyArray<Block.TopLevel>
  readonly phrasing: (nodes: ReadonlyArray<PhrasingContent>, depth: number) => ReadonlyArray<Block.InlineNode>
  readonly notesUnused: () => ReadonlyArray<FootnoteDefinition>
}

export interface LocatedNode {
  readonly position?: RootContent["position"]
}

/**
 * Greatest nesting depth of containers. Deeper content is kept as code, so that a document never exceeds its own limit.
 */
export const deepest = 56

const mostWarnings = 1_000
const lineEnd = /\r\n?|\n/g
/** How many characters of notes may be read again because of a second reference, no note counted as fewer than `leastNote`. */
export const noteBudget = 100_000
export const leastNote = 100

/** How the two kinds of content are read; each calls the other through the reader. */
export interface Steps {
  readonly flow: (reader: Reader, nodes: ReadonlyArray<RootContent>, depth: number) => ReadonlyArray<Block.TopLevel>
  readonly phrasing: (
    reader: Reader,
    nodes: ReadonlyArray<PhrasingContent>,
    depth: number
  ) => ReadonlyArray<Block.InlineNode>
}

export interface Source {
  readonly root: Root
  /** Undefined for trees that were not read from a text. */
  readonly text: string | undefined
  /** Restores withheld texts in a part of the text. */
  readonly restore?: (piece: string) => string
  readonly refOf?: Markdown.ReadOptions["refOf"]
  readonly lineEnd?: Markdown.ReadOptions["lineEnd"]
}

const all = <T extends Nodes["type"]>(
  root: Root,
  type: T
): Map<string, Extract<Nodes, { type: T; identifier: string }>> => {
  const found = new Map<string, Extract<Nodes, { type: T; identifier: string }>>()
  const isOne = (node: Nodes): node is Extract<Nodes, { type: T; identifier: string }> =>
    node.type === type && "identifier" in node
  const open: Array<Nodes> = [root]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isOne(next) && !found.has(next.identifier)) found.set(next.identifier, next)
    if ("children" in next) for (const child of next.children.toReversed()) open.push(child)
  }
  return found
}

const sizeOf = ({ position }: LocatedNode): number => (position?.end.offset ?? 0) - (position?.start.offset ?? 0)

const makeNotes = (root: Root): Pick<Reader, "note" | "notesUnused"> => {
  const notes = all(root, "footnoteDefinition")
  const [reading, used] = [new Set<string>(), new Set<string>()]
  let spent = 0
  const ordinals = new Map<string, number>()
  return {
    note: (identifier, read) => {
      const found = notes.get(identifier)
      if (found === undefined || reading.has(identifier)) return undefined
      if (used.has(identifier)) spent += Math.max(sizeOf(found), leastNote)
      if (spent > noteBudget) return undefined
      used.add(identifier)
      reading.add(identifier)
      const ordinal = ordinals.get(identifier) ?? ordinals.size + 1
      ordinals.set(identifier, ordinal)
      const result = read(found, ordinal)
      reading.delete(identifier)
      return result
    },
    notesUnused: () => Array.from(notes.values()).filter((note) => !used.has(note.identifier))
  }
}

/** Collects distinct warnings, each with the line at which it occurred first. */
const makeWarnings = () => {
  const warnings = new Map<string, Markdown.Warning>()
  let line: number | undefined
  const warn = (name: Name, reason: string) => {
    const key = `${name} ${reason}`
    if (warnings.size >= mostWarnings || warnings.has(key)) return
    warnings.set(key, line === undefined ? { name, reason } : { name, line, reason })
  }
  return {
    warn,
    enter: ({ position }: LocatedNode) => {
      line = position?.start.line ?? line
    },
    warnings: () => Array.from(warnings.values())
  }
}

/** A reader for one tree, and its warnings so far. */
export const make = (
  source: Source,
  steps: Steps
): Reader & { readonly warnings: () => ReadonlyArray<Markdown.Warning> } => {
  const definitions = all(source.root, "definition")
  const { enter, warn, warnings } = makeWarnings()
  const reader: Reader = {
    warn,
    enter,
    ...makeNotes(source.root),
    refOf: (target) => {
      const ref = source.refOf === undefined ? ContentRef.fromUrl(target) : source.refOf(target)
      if (ref === null) {
        warn("url", "a link or image without a valid target was converted to text")
        return undefined
      }
      if (ref !== undefined) return ref
      if (ContentRef.isSafeUrl(target)) return { kind: "url", url: target }
      warn(
        "url",
        "a link or image was converted to text because its URL is too long or its scheme is not http, https, mailto or tel"
      )
      return undefined
    },
    lines: (text) => text.replace(lineEnd, source.lineEnd === "break" ? "\n" : " "),
    keepsTags: source.lineEnd === "break",
    definition: (identifier) => definitions.get(identifier),
    source: (from, to = from) => {
      const [start, end] = [from.position?.start.offset, to.position?.end.offset]
      if (start === undefined || end === undefined || source.text === undefined) return undefined
      const piece = source.text.slice(start, end)
      return source.restore?.(piece) ?? piece
    },
    flow: (nodes, depth) => steps.flow(reader, nodes, depth),
    phrasing: (nodes, depth) => steps.phrasing(reader, nodes, depth)
  }
  return { ...reader, warnings }
}
