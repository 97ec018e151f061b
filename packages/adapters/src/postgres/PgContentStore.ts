import { CodePoint, ContentStore } from "@quire/core"
import { Effect, Layer, Schema } from "effect"
import * as Batches from "./Batches.ts"
import { PgSession } from "./PgSession.ts"
import * as Rows from "./Rows.ts"
import { qualify } from "./SqlText.ts"

/** The maps of a root that pages are printed from. */
const maps = ["pages", "slugs", "order", "moved", "files", "reusable", "computed"]

const kind = "split_part(n.text, e'\\n', 1)"

const body = "substr(n.text, strpos(n.text, e'\\n') + 1)::json"

/** The elements of a part of the node `v`, if it is of the kind. */
const elements = (of: string, part: string, alias: string): string =>
  `json_array_elements(case when v.kind = '${of}' then v.body->'${part}' end) ${alias}`

/** The hashes to which the node `v` refers, except documents and the children of large branches. */
const references = `
  select e.value from json_each_text(case when v.kind = 'root/1' then v.body end) e
    where e.key in (${maps.map((name) => `'${name}'`).join(", ")})
  union all
  select k.value->>1 from ${elements("branch/1", "kids", "k")} where (v.body->>'size')::int <= b.entries
  union all
  select e.value->>1 from ${elements("leaf/1", "entries", "e")} where json_typeof(e.value->1) = 'string'
  union all
  select l.value->>0 from ${elements("lists/1", "lists", "l")} where json_array_length(v.body->'lists') <= b.entries`

/**
 * The child of the branch `v` on the path to the key of `w`, and the position in the key from which the search
 * continues.
 */
const kidOnTheWay = `
  select k.value->>1 as hash, w.at + length(v.body->>'skip') + 1 as at from ${elements("branch/1", "kids", "k")}
    where substr(w.key, w.at + 1, length(v.body->>'skip')) = v.body->>'skip'
      and substr(w.key, w.at + length(v.body->>'skip') + 1, 1) = k.value->>0`

/**
 * The statement of `ContentStore.getAhead`. `$1`: spaces, `$2`: hashes of roots, `$3`: paths, null for none, `$4`:
 * entries of the largest map that is read completely. Larger maps are read along the keys of the page, of its neighbors
 * and of the first pages.
 */
export const makeAheadSql = (schema: string): string => {
  const nodes = qualify(schema, "content_nodes")
  /** One node by its key, regardless of the planner's estimates: a limit cannot become a join with the whole table. */
  const nodeAt = (space: string, hash: string) =>
    `cross join lateral (select c.text from ${nodes} c where c.space = ${space} and c.hash = ${hash} limit 1) n`
  const node = (space: string, hash: string) =>
    `${nodeAt(space, hash)} cross join lateral (select ${kind} as kind, ${body} as body) v`
  return `select found.space, found.hash, n.text from (
    with recursive wanted as materialized (
      select w.*, n.body->>'slugs' as slugs, n.body->>'pages' as pages
      from unnest($1::text[], $2::text[], $3::text[], $4::int[]) as w(space, root, path, entries)
      cross join lateral (
        select v.body from (select 1) one ${node("w.space", "w.root")}
      ) n
    ), below(space, hash, entries) as (
      select space, root, entries from wanted
      union
      select b.space, r.hash, b.entries from below b ${node("b.space", "b.hash")}
      cross join lateral (${references}) r(hash)
      where r.hash is not null
    ), slugs(space, hash, key, at, depth) as (
      select space, slugs, '/' || split_part(path, '/', 1), 0, 1 from wanted where path <> ''
      union
      select w.space, t.hash, t.key, t.at, t.depth from slugs w ${node("w.space", "w.hash")}
      cross join lateral (
        select kid.hash, w.key, kid.at, w.depth from (${kidOnTheWay}) kid
        union all
        select o.slugs, (e.value->>1) || '/' || split_part(o.path, '/', w.depth + 1), 0, w.depth + 1
          from ${elements("leaf/1", "entries", "e")} join wanted o on o.space = w.space
          where e.value->>0 = w.key and split_part(o.path, '/', w.depth + 1) <> ''
      ) t(hash, key, at, depth)
    ), named as materialized (
      select w.space, e.value->>1 as id from slugs w ${node("w.space", "w.hash")}
      cross join lateral ${elements("leaf/1", "entries", "e")} where e.value->>0 = w.key
    ), lists as materialized (
      select b.space, b.hash, array(select json_array_elements_text(v.body->'ids')) as ids
      from below b ${node("b.space", "b.hash")} where v.kind = 'ids/1'
    ), starts as materialized (
      select space, hash, ids from lists
      union all
      select b.space, b.hash, l.ids from below b ${node("b.space", "b.hash")}
      join lists l on l.space = b.space and l.hash = v.body->'lists'->0->>0 where v.kind = 'lists/1'
    ), parents as materialized (
      select b.space, e.value->>0 as id, e.value->>1 as hash from below b ${node("b.space", "b.hash")}
      cross join lateral ${elements("leaf/1", "entries", "e")} where json_typeof(e.value->1) = 'string'
    ), firsts(space, id, depth) as (
      select space, '', 0 from wanted where path is not null
      union all
      select f.space, l.ids[1], f.depth + 1 from firsts f
      join parents p on p.space = f.space and p.id = f.id
      join starts l on l.space = p.space and l.hash = p.hash
      where f.depth < 2
    ), meant as materialized (
      select space, id, true as is_page from named
      union
      select f.space, f.id, w.path = '' from firsts f join wanted w on w.space = f.space where f.depth > 0
      union
      select l.space, unnest(l.ids[greatest(a.place - 1, 1):a.place + 1]), false
      from lists l join named m on m.space = l.space
      cross join lateral (select array_position(l.ids, m.id) as place) a where a.place is not null
    ), pages(space, hash, key, at) as (
      select m.space, o.pages, m.id, 0 from meant m join wanted o on o.space = m.space
      union
      select w.space, t.hash, w.key, t.at from pages w ${node("w.space", "w.hash")}
      cross join lateral (${kidOnTheWay}) t
    ), documents as (
      select w.space, e.value->1->>'document' as hash from pages w ${node("w.space", "w.hash")}
      cross join lateral ${elements("leaf/1", "entries", "e")}
      join meant m on m.space = w.space and m.id = w.key and m.is_page
      where e.value->>0 = w.key
    )
    select space, hash from below
    union select space, hash from slugs
    union select space, hash from pages
    union select space, hash from documents
  ) found ${nodeAt("found.space", "found.hash")}`
}

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

/** Characters of the nodes that one statement writes. */
const charactersPerStatement = 2_000_000

const make = ({ atomic, query, schema }: typeof PgSession.Service): typeof ContentStore.ContentStore.Service => {
  const table = qualify(schema, "content_nodes")
  const put = `insert into ${table} (space, hash, text)
    select $1, n.hash, n.text from json_to_recordset($2::json) as n(hash text, text text) on conflict do nothing`
  const get = `select hash, text from ${table} where space = $1 and hash = any($2::text[])`
  const getIn = `select n.space, n.hash, n.text from unnest($1::text[], $2::text[]) as w(space, hash)
    join ${table} n on n.space = w.space and n.hash = w.hash`
  const ahead = makeAheadSql(schema)
  const copy = `insert into ${table} (space, hash, text)
    select $2, n.hash, n.text from ${table} n where n.space = $1 and n.hash = any($3::text[]) order by n.hash
    on conflict do nothing`
  const remove = `delete from ${table} where space = $1`
  return {
    putMany: (space, nodes) => {
      const sorted = nodes.toSorted((left, right) => CodePoint.compare(left.hash, right.hash))
      const write = (group: typeof nodes) =>
        Effect.suspend(() => Effect.asVoid(query(put, [space, JSON.stringify(group)])))
      const groups = Batches.group(sorted, charactersPerStatement, ({ text }) => text.length)
      if (groups.length < 2) return write(sorted)
      return atomic(Effect.forEach(groups, write, { discard: true }))
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
