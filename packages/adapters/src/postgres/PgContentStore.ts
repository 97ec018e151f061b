import { CodePoint, ContentStore, Slices } from "@quire/core"
import { Effect, Layer, Schema } from "effect"
import * as AheadSql from "./AheadSql.ts"
import { PgSession } from "./PgSession.ts"
import * as Rows from "./Rows.ts"
import { qualify } from "./SqlText.ts"

const decode = Rows.makeDecoder(Schema.Struct({ hash: Schema.String, text: Schema.String }))

const decodeIn = Rows.makeDecoder(Schema.Struct({ space: Schema.String, hash: Schema.String, text: Schema.String }))

const groupBySpace = (
  nodes: ReadonlyArray<{ readonly space: string; readonly hash: string; readonly text: string }>
) => {
  const found = new Map<string, Map<string, string>>()
  for (const { hash, space, text } of nodes) {
    const texts = found.get(space)
    if (texts === undefined) found.set(space, new Map([[hash, text]]))
    else texts.set(hash, text)
  }
  return found
}

/** Work of writing a character of a node, in the units of `Slices`. */
const characterWork = 0.002

const make = ({ atomic, query, schema }: typeof PgSession.Service): typeof ContentStore.ContentStore.Service => {
  const table = qualify(schema, "content_nodes")
  const put = `insert into ${table} (space, hash, text)
    select $1, n.hash, n.text from json_to_recordset($2::json) as n(hash text, text text) on conflict do nothing`
  const get = `select hash, text from ${table} where space = $1 and hash = any($2::text[])`
  const getIn = `select n.space, n.hash, n.text from unnest($1::text[], $2::text[]) as w(space, hash)
    join ${table} n on n.space = w.space and n.hash = w.hash`
  const ahead = AheadSql.make(schema)
  const copy = `insert into ${table} (space, hash, text)
    select $2, n.hash, n.text from ${table} n where n.space = $1 and n.hash = any($3::text[]) order by n.hash
    on conflict do nothing`
  const remove = `delete from ${table} where space = $1`
  return {
    putMany: (space, nodes) => {
      const sorted = nodes.toSorted((left, right) => CodePoint.compare(left.hash, right.hash))
      const write = (group: typeof nodes) =>
        Effect.suspend(() => Effect.asVoid(query(put, [space, JSON.stringify(group)])))
      const groups = Slices.groups(sorted, ({ text }) => characterWork * text.length)
      if (groups.length < 2) return write(sorted)
      return atomic(Effect.forEach(groups, (group) => Effect.andThen(Slices.turn, write(group)), { discard: true }))
    },
    getMany: (space, hashes) =>
      Effect.map(
        Effect.flatMap(query(get, [space, hashes], "replica"), (rows) => decode("ContentStore.getMany", rows)),
        (nodes) => new Map(nodes.map(({ hash, text }) => [hash, text]))
      ),
    getManyIn: (wanted) => {
      const pairs = wanted.flatMap(({ hashes, space }) => Array.from(new Set(hashes), (hash) => [space, hash] as const))
      const asked = query(getIn, [pairs.map(([space]) => space), pairs.map(([, hash]) => hash)], "replica")
      return Effect.map(
        Effect.flatMap(asked, (rows) => decodeIn("ContentStore.getManyIn", rows)),
        groupBySpace
      )
    },
    getAhead: (wanted) =>
      Effect.map(
        Effect.flatMap(
          query(
            ahead,
            [
              wanted.map(({ space }) => space),
              wanted.map(({ root }) => root),
              wanted.map(({ path }) => path ?? null),
              wanted.map(({ entries }) => entries)
            ],
            "replica"
          ),
          (rows) => decodeIn("ContentStore.getAhead", rows)
        ),
        groupBySpace
      ),
    copy: (from, to, hashes) => Effect.asVoid(query(copy, [from, to, hashes])),
    removeSpace: (space) => Effect.asVoid(query(remove, [space]))
  }
}

/**
 * `ContentStore` in a table keyed (space, hash). Nodes are written in hash order, so that concurrent writes never
 * deadlock.
 */
export const layer: Layer.Layer<ContentStore.ContentStore, never, PgSession> = Layer.effect(
  ContentStore.ContentStore,
  Effect.map(PgSession, make)
)
