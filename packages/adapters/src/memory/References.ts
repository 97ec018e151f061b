import type { RowStore } from "@quire/core"
import { HashMap, Option } from "effect"
import * as OrderedRows from "./OrderedRows.ts"
import * as Table from "./Table.ts"

export type Tables = HashMap.HashMap<string, Table.Table>

/** Identifies a row across collections. */
export interface RowName {
  readonly collection: string
  readonly id: string
}

const rowOf = (tables: Tables, { collection, id }: RowName) =>
  Option.flatMapNullishOr(HashMap.get(tables, collection), (table) => Table.get(table, id))

/** The rows that refer to a row, each with the reference. */
export const findReferrers = (tables: Tables, { collection, id }: RowName) => {
  const found: Array<RowName & { readonly reference: RowStore.Reference }> = []
  for (const [name, table] of tables) {
    for (const reference of table.shape.references.filter(({ to }) => to === collection)) {
      const group = Table.groupMembers(table, Table.referenceGroup(reference.column, collection, id))
      for (const referrer of OrderedRows.rows(group)) found.push({ collection: name, id: referrer.id, reference })
    }
  }
  return found
}

/**
 * Every row that is removed along with the given ones, and the rows that restrict the removal. The latter must be
 * deleted before the transaction ends.
 */
export const planRemoval = (tables: Tables, names: ReadonlyArray<RowName>) => {
  const textOf = ({ collection, id }: RowName) => JSON.stringify([collection, id])
  const removed = new Map(names.map((name) => [textOf(name), name]))
  const restricting: Array<RowName> = []
  for (const target of removed.values()) {
    for (const { reference, ...referrer } of findReferrers(tables, target)) {
      if (reference.onDelete === "cascade") removed.set(textOf(referrer), referrer)
      else restricting.push(referrer)
    }
  }
  return { removed: [...removed.values()], restricting }
}

/** Throws when one of the rows, if it still exists, refers to a missing row or to one of another organization. */
export const check = (tables: Tables, names: Iterable<RowName>): void => {
  for (const name of names) {
    const row = Option.getOrUndefined(rowOf(tables, name))
    const shape = Option.getOrUndefined(HashMap.get(tables, name.collection))?.shape
    if (row === undefined || shape === undefined) continue
    for (const { column, to, scoped } of shape.references) {
      const id = Table.valueOf(row, column)
      if (typeof id !== "string" || id === "") continue
      const target = Option.getOrUndefined(rowOf(tables, { collection: to, id }))
      const same =
        target !== undefined &&
        (scoped !== true || Table.valueOf(target, "organization") === Table.valueOf(row, "organization"))
      if (!same) throw new Error(`${column} of ${name.id} in ${name.collection} refers to no row of ${to}`)
    }
  }
}
