import type { Node } from "prosemirror-model"
import type { EditorView } from "prosemirror-view"
import type { EditorContext } from "../interface/EditorHost.ts"
import { isObject } from "../Json.ts"
import { readBlock } from "../mapping/FromDocument.ts"
import { placeBlock } from "./BlockCommands.ts"
import { type BlockKind, blockKinds } from "./BlockKinds.ts"
import { type Suggestion, type SuggestionRange, type SuggestionSource, startSuggestions } from "./Suggestions.ts"

/** What the kinds that ask for something first do. */
export interface KindRequests {
  /** Lets the person choose files. */
  readonly pickFiles: (view: EditorView, kind: "image" | "file") => void
  /** Lets the person choose a page or an address, for a block that links to it. */
  readonly pickTarget: (view: EditorView) => void
}

const normalize = (text: string): string => text.toLowerCase()

/** How well a text matches what was typed; 0 if it does not. */
const rank = (query: string, label: string, keywords: string): number => {
  const wanted = normalize(query)
  if (wanted === "") return 1
  const text = normalize(label)
  if (text.startsWith(wanted)) return 4
  if (text.split(/\s+/).some((word) => word.startsWith(wanted))) return 3
  if (
    normalize(keywords)
      .split(/\s+/)
      .some((word) => word.startsWith(wanted))
  )
    return 2
  return text.includes(wanted) ? 1 : 0
}

/** Replaces the text that opened the menu by a node. */
export const placeNode = (view: EditorView, range: SuggestionRange | undefined, node: Node): void => {
  const tr = range === undefined ? view.state.tr : view.state.tr.delete(range.from, range.to)
  view.dispatch(node.isInline ? tr.replaceSelectionWith(node).scrollIntoView() : placeBlock(tr, node))
}

const remove = (view: EditorView, { from, to }: SuggestionRange) => view.dispatch(view.state.tr.delete(from, to))

const chooseKind = (kind: BlockKind, requests: KindRequests, { host }: EditorContext): Suggestion["choose"] => {
  const { id, make } = kind
  if (make !== undefined) return (view, range) => placeNode(view, range, make())
  return (view, range) => {
    remove(view, range)
    if (id === "mention") startSuggestions(view, "@")
    else if (id === "contentRef") requests.pickTarget(view)
    else if (id === "image" && host.uploadFile === undefined) placeNode(view, undefined, emptyImage())
    else requests.pickFiles(view, id === "image" ? "image" : "file")
  }
}

const emptyImage = () =>
  readBlock({
    object: "block",
    type: "images",
    data: {},
    nodes: [{ object: "block", type: "image", isVoid: true, data: { ref: { kind: "url", url: "" } }, fragments: [] }]
  })

/** The menu of blocks that `/` opens. */
export const slashMenu = (context: EditorContext, requests: KindRequests): SuggestionSource => {
  const { host, labels } = context
  const kinds = blockKinds.filter(({ needs }) => needs === undefined || host[needs] !== undefined)
  return {
    trigger: "/",
    label: labels.insert,
    find: (query) => {
      const own = kinds.map((kind) => ({
        score: rank(query, labels[kind.id], kind.keywords),
        suggestion: {
          title: labels[kind.id],
          icon: kind.icon,
          ...(query === "" ? { group: labels[kind.group] } : {}),
          choose: chooseKind(kind, requests, context)
        }
      }))
      const added = (host.blocks ?? []).map(({ keywords = "", label, make }) => ({
        score: rank(query, label, keywords),
        suggestion: {
          title: label,
          icon: "integration" as const,
          ...(query === "" ? { group: labels.more } : {}),
          choose: (view: EditorView, range: SuggestionRange) => {
            remove(view, range)
            void make().then((block) => {
              if (isObject(block)) placeNode(view, undefined, readBlock(block))
            })
          }
        }
      }))
      return [...own, ...added]
        .filter(({ score }) => score > 0)
        .toSorted((left, right) => right.score - left.score)
        .map(({ suggestion }) => suggestion)
    }
  }
}
