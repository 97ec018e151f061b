import { isHistoryTransaction } from "prosemirror-history"
import { type EditorState, Plugin, type Transaction } from "prosemirror-state"
import { Mapping } from "prosemirror-transform"
import { isObject, omit } from "../Json.ts"
import { schema } from "../schema/Schema.ts"
import { assignKeys, blocksOf, type KeyedBlock } from "./BlockKeys.ts"
import { keysIn, nestedBlocks, withNewKeys } from "./NestedKeys.ts"
import { completeTableIds } from "./TableIds.ts"
import { isTextEdit } from "./TextEdits.ts"

const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
const keyLength = 20

/** A random key of letters and digits. */
export const randomKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(keyLength))
  return Array.from(bytes, (byte) => characters.charAt(byte % characters.length)).join("")
}

/** A copy is not the target of links to the original: it has neither its anchor nor its id. */
const removeAnchors = (tr: Transaction, { node, pos }: KeyedBlock): void => {
  const { data, fields } = node.attrs
  if (isObject(fields) && "meta" in fields) tr.setNodeAttribute(pos, "fields", omit(fields, ["meta"]))
  if (node.type.name === "heading" && isObject(data) && "id" in data) {
    tr.setNodeAttribute(pos, "data", omit(data, ["id"]))
  }
}

/** Gives blocks in annotations and in JSON new keys where others have theirs; those that did not move keep them. */
const renewNestedKeys = (tr: Transaction, mapping: Mapping, makeKey: () => string): void => {
  const nested = nestedBlocks(tr.doc)
  if (nested.length === 0) return
  const inverse = mapping.invert()
  const isHere = (pos: number) => !inverse.mapResult(pos, 1).deletedAfter
  const taken = new Set(blocksOf(tr.doc).map(({ key }) => key))
  for (const each of nested.toSorted((left, right) => Number(isHere(right.pos)) - Number(isHere(left.pos)))) {
    const keys = [...keysIn(each.json)]
    const isTaken = keys.some((key) => taken.has(key)) || new Set(keys).size < keys.length
    const json = isTaken ? withNewKeys(each.json, makeKey) : each.json
    for (const key of keysIn(json)) taken.add(key)
    if (!isTaken) continue
    if (each.in === "attribute") tr.setNodeAttribute(each.pos, each.name, json)
    else {
      const mark = tr.doc.nodeAt(each.pos)?.marks.find(({ type }) => type.name === "annotation")
      if (mark) tr.addMark(each.pos, each.end, mark.type.create({ ...mark.attrs, fragments: json }))
    }
  }
}

const filled: ReadonlySet<string> = new Set(["expandable_title", "expandable_body", "table_cell"])

/** Inserts a paragraph into titles, bodies and cells that an edit left empty. That of a cell without text has no key. */
const fillFragments = (tr: Transaction, makeKey: () => string): void => {
  const empty: Array<readonly [pos: number, key: string | null]> = []
  tr.doc.descendants((node, pos) => {
    if (node.childCount > 0 || !filled.has(node.type.name)) return !node.isTextblock
    empty.push([pos, node.attrs["fragment"] === null ? null : makeKey()])
    return false
  })
  for (const [pos, key] of empty.toReversed()) tr.insert(pos + 1, schema.node("paragraph", { key }))
}

/** Keeps what typing has just formatted undoable with the Backspace key, which ends with the next change. */
const keepInputRule = (tr: Transaction, transactions: ReadonlyArray<Transaction>, { plugins }: EditorState): void => {
  const rules = plugins.find(({ spec }) => spec["isInputRules"] === true)
  const made = rules === undefined ? undefined : transactions.findLast((each) => each.getMeta(rules) !== undefined)
  if (rules !== undefined && made !== undefined) tr.setMeta(rules, made.getMeta(rules))
}

const keyed = "quireKeyed"

/** Marks a transaction whose blocks have the keys that they are to have, because it comes from the server. */
export const markAsKeyed = (tr: Transaction): Transaction => tr.setMeta(keyed, true)

/** Settings of the plugin. */
export interface KeysOptions {
  /** Makes a key that no other block has; random by default. */
  readonly makeKey?: () => string
}

/**
 * Keeps the keys of blocks, and the ids of rows and columns of tables, while a document is edited, see `assignKeys`.
 * What it changes belongs to the transaction that it completes: undoing both brings the original keys back.
 */
export const keys = ({ makeKey = randomKey }: KeysOptions = {}): Plugin =>
  new Plugin({
    appendTransaction: (transactions, before, after) => {
      if (transactions.every((each) => each.getMeta(keyed) === true || isTextEdit(each))) return null
      const mapping = new Mapping(transactions.flatMap((each) => each.mapping.maps))
      const edit = { mapping, makeKey, isUndo: transactions.some(isHistoryTransaction) }
      const { tr } = after
      for (const [block, { isCopy, key }] of assignKeys(before.doc, after.doc, edit)) {
        tr.setNodeAttribute(block.pos, "key", key)
        if (isCopy) removeAnchors(tr, block)
      }
      completeTableIds(tr, mapping, makeKey)
      renewNestedKeys(tr, mapping, makeKey)
      fillFragments(tr, makeKey)
      keepInputRule(tr, transactions, after)
      return tr.docChanged ? tr : null
    }
  })
