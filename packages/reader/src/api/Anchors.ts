import { type Block, DocumentTree, Unicode } from "@quire/core"
import type { Ids } from "../document/Ids.ts"

/** Characters of a name in an anchor. */
export const limits = { name: 60 } as const

/** A name in a URL fragment: ASCII letters and digits, separated by hyphens. */
const slugOf = (text: string): string =>
  Unicode.normalize(text, "NFKD")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .slice(0, limits.name)
    .replace(/^-+|(?<!-)-+$/g, "")
    .toLowerCase()

/** An unused ID made from the given names. */
export const claim = (ids: Ids, ...names: ReadonlyArray<string>): string => {
  const id = names
    .map(slugOf)
    .filter((name) => name !== "")
    .join("-")
  return ids.claim(id === "" ? undefined : id) ?? ids.next(id === "" ? "api" : id)
}

/** The anchors of the models of a page, by spec and name. They are assigned before any link to them is rendered. */
export type Models = ReadonlyMap<string, string>

export const modelKey = (spec: string, name: string): string => `${spec} ${name}`

/** The anchor of a model on the page of models, where no other one is called alike. */
export const modelAnchor = (name: string): string => ["model", slugOf(name)].filter((part) => part !== "").join("-")

export const modelsOf = (document: DocumentTree.BlockRoot, ids: Ids): Models => {
  const models = new Map<string, string>()
  const add = (block: Block.Block) => {
    if (block.type !== "openapi-schemas") return
    for (const name of block.data.schemas) {
      const key = modelKey(block.data.ref.spec, name)
      if (!models.has(key)) models.set(key, claim(ids, "model", name))
    }
  }
  for (const [block] of DocumentTree.walk(document)) add(block)
  return models
}
