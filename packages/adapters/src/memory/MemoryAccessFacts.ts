import {
  AccessFacts,
  ApiToken,
  CodePoint,
  Collection,
  Member,
  Organization,
  Placement,
  Site,
  Space,
  User
} from "@quire/core"
import { Effect, HashMap, Layer, Option, Result } from "effect"
import * as AccessRows from "./AccessRows.ts"
import { MemoryStore } from "./MemoryStore.ts"
import * as OrderedRows from "./OrderedRows.ts"
import * as Query from "./Query.ts"
import * as Readers from "./Readers.ts"
import type { Tables } from "./References.ts"
import * as Table from "./Table.ts"

const subjects = {
  space: Space.collection.name,
  collection: Collection.collection.name,
  site: Site.collection.name
}

const rowIn = (tables: Tables, collection: string, id: string): Option.Option<Table.StoredRow> =>
  Option.flatMapNullishOr(HashMap.get(tables, collection), (table) => Table.get(table, id))

const placementOf = (tables: Tables, target: AccessFacts.Target) =>
  target._tag === "Placement"
    ? Option.filter(
        rowIn(tables, Placement.collection.name, target.id),
        (row) => Table.valueOf(row, "kind") === target.kind
      )
    : Option.none()

const subjectOf = (tables: Tables, target: AccessFacts.Target, id: string) =>
  target._tag === "Placement" ? rowIn(tables, subjects[target.kind], id) : Option.none()

const factsOf = (tables: Tables, user: string, target: AccessFacts.Target): AccessFacts.FactRows => {
  const placement = placementOf(tables, target)
  const organizations =
    target._tag === "Organization"
      ? [target.id]
      : Option.match(placement, { onNone: () => [], onSome: (row) => AccessRows.texts(row, "organization") })
  const [organization, member] = [
    Option.flatMap(Option.fromNullishOr(organizations[0]), (id) => rowIn(tables, Organization.collection.name, id)),
    Option.flatMap(Option.fromNullishOr(organizations[0]), (id) =>
      rowIn(tables, Member.collection.name, `${id}.${user}`)
    )
  ]
  const teams = Option.match(member, { onNone: () => [], onSome: (row) => AccessRows.texts(row, "teams") })
  const scope = Option.match(placement, { onNone: () => [], onSome: AccessRows.scopeOf })
  return {
    organization: Option.map(organization, Table.rowOf),
    placement: Option.map(placement, Table.rowOf),
    member: Option.map(member, Table.rowOf),
    grants: AccessRows.grantsOf(tables, user, teams, scope).map(Table.rowOf),
    subject: Option.map(
      Option.flatMap(placement, (row) => subjectOf(tables, target, row.id)),
      Table.rowOf
    )
  }
}

const tokenOf = (tables: Tables, digest: string): Table.StoredRow | undefined => {
  const table = Option.getOrUndefined(HashMap.get(tables, ApiToken.collection.name))
  const id = table && Option.getOrUndefined(HashMap.get(table.keys, Table.keyOf("digest", [digest])))
  return table === undefined || id === undefined ? undefined : Table.get(table, id)
}

const credentialOf = (
  tables: Tables,
  digest: string,
  target: AccessFacts.Target
): Option.Option<AccessFacts.CredentialRows> => {
  const token = tokenOf(tables, digest)
  const [id = ""] = token === undefined ? [] : AccessRows.texts(token, "user")
  const user = Option.getOrUndefined(rowIn(tables, User.collection.name, id))
  if (token === undefined || user === undefined) return Option.none()
  return Option.some({ ...factsOf(tables, id, target), token: Table.rowOf(token), user: Table.rowOf(user) })
}

/** Ids of the spaces of an organization that are not deleted, in id order. */
const activeSpaces = (tables: Tables, organization: string): ReadonlyArray<string> =>
  Option.match(HashMap.get(tables, Placement.collection.name), {
    onNone: () => [],
    onSome: (table) => {
      const group = Table.groupMembers(table, Table.groupKey("inOrganization", [organization, "space", true]))
      return OrderedRows.rows(group).map(({ id }) => id)
    }
  })

const countIn = (tables: Tables, { filter, index, shape }: AccessFacts.SpaceRows, spaces: ReadonlyArray<string>) =>
  Option.match(HashMap.get(tables, shape.name), {
    onNone: () => 0,
    onSome: (table) => Query.count(table, index, { ...filter, equals: { ...filter.equals, space: { in: spaces } } })
  })

const make = ({ read, write }: typeof MemoryStore.Service): typeof AccessFacts.AccessFacts.Service => {
  return {
    of: (user, target) => read("of", ({ tables }) => factsOf(tables, user, target)),
    ofCredential: (digest, target) => read("ofCredential", ({ tables }) => credentialOf(tables, digest, target)),
    grants: (user, teams, resources) =>
      read("grants", ({ tables }) => AccessRows.grantsOf(tables, user, teams, resources).map(Table.rowOf)),
    setReaders: (entries) =>
      write("setReaders", (transaction) => {
        const { draft } = transaction
        transaction.draft = { ...draft, readers: entries.reduce(Readers.replace, draft.readers) }
        return Result.void
      }),
    readable: (organization, kind, keys, { after, direction = "asc", limit }) =>
      read("readable", ({ readers, tables }) => {
        const ids = Readers.readablePlacements(readers, organization, kind, keys)
        const sign = direction === "asc" ? 1 : -1
        const isAfter = (id: string) => after === "" || sign * CodePoint.compare(id, after) > 0
        const page = (sign === 1 ? ids : ids.toReversed()).filter(isAfter).slice(0, limit)
        return page.flatMap((id) => Option.toArray(rowIn(tables, Placement.collection.name, id)).map(Table.rowOf))
      }),
    countReadable: (organization, kind, keys, cap) =>
      read("countReadable", ({ readers }) =>
        Math.min(Readers.readablePlacements(readers, organization, kind, keys).length, cap)
      ),
    countInSpaces: (organization, rows, keys, cap = Infinity) =>
      read("countInSpaces", ({ readers, tables }) => {
        const spaces =
          keys === undefined
            ? activeSpaces(tables, organization)
            : Readers.readablePlacements(readers, organization, "space", keys)
        return Math.min(countIn(tables, rows, spaces), cap)
      })
  }
}

export const layer: Layer.Layer<AccessFacts.AccessFacts, never, MemoryStore> = Layer.effect(
  AccessFacts.AccessFacts,
  Effect.map(MemoryStore, make)
)
