import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import type { Side } from "./Sides.ts"

/** What a conflict ends in: what a side has, or content of its own. */
export type Choice = Side | { readonly content: Json }

export interface DocumentConflict {
  /**
   * Made of keys of blocks alone: `block/{key}` for a whole block, `block/{key}/text`, `block/{key}/data`,
   * `block/{key}/place`, `order/{key of the container, empty at the top}`, with `/{name}` for a fragment's; `blocks` for
   * all of them, `data` for those of the document.
   */
  readonly key: string
  readonly kind: "existence" | "text" | "data" | "place" | "order"
  /** The key of the block; null for what is the document's: its data, its blocks and their order at the top. */
  readonly block: string | null
  /**
   * What each side has, null where it has nothing: plain text for `text`, the key of the container for `place`, keys for
   * `order`, else the block.
   */
  readonly base: Json | null
  readonly primary: Json | null
  readonly changed: Json | null
}

/** What stands where the sides conflict; a content that `accept` makes nothing of leaves the conflict open. */
export type Settle = <A>(
  conflict: DocumentConflict,
  accept: (content: Json) => A | undefined
) => Side | { readonly given: A }

export interface Settlement {
  readonly settle: Settle
  /** The conflicts that no choice ended, each once. */
  readonly open: ReadonlyMap<string, DocumentConflict>
}

/** `otherwise` stands where there is no choice. */
export const settlement = (choices: (key: string) => Choice | undefined, otherwise: Side): Settlement => {
  const open = new Map<string, DocumentConflict>()
  const settle: Settle = (conflict, accept) => {
    const choice = choices(conflict.key)
    if (typeof choice === "string") return choice
    const given = choice === undefined ? undefined : accept(choice.content)
    if (given !== undefined) return { given }
    open.set(conflict.key, conflict)
    return otherwise
  }
  return { settle, open }
}

/** For conflicts that end in what one side has, and in nothing else. */
export const chosen = (settle: Settle, conflict: DocumentConflict): Side => {
  const outcome = settle<never>(conflict, () => undefined)
  return typeof outcome === "string" ? outcome : outcome.given
}

export const shown = (value: unknown): Json => (CanonicalJson.isJson(value) ? value : null)
