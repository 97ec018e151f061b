import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import type { Side } from "./Sides.ts"

/** How a conflict is resolved: by a side, or by given content. */
export type Choice = Side | { readonly content: Json }

export interface DocumentConflict {
  /**
   * Built from block keys: `block/{key}` for a whole block, `block/{key}/text`, `block/{key}/data`,
   * `block/{key}/place`, `order/{key of the container, empty at the top}`, followed by `/{name}` for a fragment's;
   * `blocks` for all blocks, `data` for the data of the document.
   */
  readonly key: string
  readonly kind: "existence" | "text" | "data" | "place" | "order"
  /** The key of the block; null for the document itself: its data, its blocks and their order at the top level. */
  readonly block: string | null
  /**
   * The value on each side, null if absent: plain text for `text`, the key of the container for `place`, keys for
   * `order`, otherwise the block.
   */
  readonly base: Json | null
  readonly primary: Json | null
  readonly changed: Json | null
}

/** Resolves a conflict; if `accept` rejects the content of a choice, the conflict stays open. */
export type Settle = <A>(
  conflict: DocumentConflict,
  accept: (content: Json) => A | undefined
) => Side | { readonly given: A }

export interface ConflictSettlement {
  readonly settle: Settle
  /** The conflicts that no choice resolved, each once. */
  readonly open: ReadonlyMap<string, DocumentConflict>
}

/** `otherwise` is the side that is used without a choice. */
export const makeSettlement = (choices: (key: string) => Choice | undefined, otherwise: Side): ConflictSettlement => {
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

/** Resolves a conflict that allows only a side, not content. */
export const settleBySide = (settle: Settle, conflict: DocumentConflict): Side => {
  const outcome = settle<never>(conflict, () => undefined)
  return typeof outcome === "string" ? outcome : outcome.given
}

export const toJson = (value: unknown): Json => (CanonicalJson.isJson(value) ? value : null)
