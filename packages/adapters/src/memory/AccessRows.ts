import { ChangeRequest, Grant, Placement, type RevisionId } from "@quire/core"
import { Function, HashMap, Option, Schema } from "effect"
import * as OrderedRows from "./OrderedRows.ts"
import type { Tables } from "./References.ts"
import * as Table from "./Table.ts"

const decodePlacement = Schema.decodeUnknownSync(Placement.Placement)
const decodeRequest = Schema.decodeUnknownSync(ChangeRequest.ChangeRequest)

export const texts = (row: Table.StoredRow, column: string): ReadonlyArray<string> => {
  const value = Table.valueOf(row, column)
  return typeof value === "string" ? [value] : typeof value === "object" && value !== null ? value : []
}

/** Grants of a user and of teams on any of the resources. */
export const grantsOf = (
  tables: Tables,
  user: string,
  teams: ReadonlyArray<string>,
  resources: ReadonlyArray<string>
): ReadonlyArray<Table.StoredRow> => {
  const readers = new Set([`user:${user}`, ...teams.map((team) => `team:${team}`)])
  return Option.match(HashMap.get(tables, Grant.collection.name), {
    onNone: () => [],
    onSome: (table) => {
      const groups = [...new Set(resources)].map((resource) =>
        Table.groupMembers(table, Table.groupKey("onResource", [resource]))
      )
      return groups
        .flatMap((group) => OrderedRows.rows(group))
        .filter((row) => texts(row, "reader").some((reader) => readers.has(reader)))
    }
  })
}

/** The grants that give access to a placement; decoded from the document, because no column contains them. */
export const scopeOf = Function.memoize(
  (row: Table.StoredRow): ReadonlyArray<string> => Placement.accessScope(decodePlacement(Table.rowOf(row).doc))
)

/** The head of a change request. */
export const headOf = Function.memoize(
  (row: Table.StoredRow): RevisionId => decodeRequest(Table.rowOf(row).doc).revision
)
