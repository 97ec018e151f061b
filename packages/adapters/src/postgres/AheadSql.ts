import { qualify } from "./SqlText.ts"

/** The maps of a root that pages are printed from. */
const maps = ["pages", "slugs", "order", "moved", "files", "reusable"]

const bodyOf = (text: string): string => `substr(${text}, strpos(${text}, e'\\n') + 1)::json`

const kindOf = (text: string): string => `split_part(${text}, e'\\n', 1)`

/** The hashes that a node refers to, documents apart. */
const references = `
  select e.value from json_each_text(case when v.kind = 'root/1' then v.body end) e
    where e.key in (${maps.map((name) => `'${name}'`).join(", ")})
  union all
  select k.value->>1 from json_array_elements(case when v.kind = 'branch/1' then v.body->'kids' end) k
    where (v.body->>'size')::int <= b.entries
  union all
  select e.value->>1 from json_array_elements(case when v.kind = 'leaf/1' then v.body->'entries' end) e
    where json_typeof(e.value->1) = 'string'
  union all
  select l.value->>0 from json_array_elements(case when v.kind = 'lists/1' then v.body->'lists' end) l
    where json_array_length(v.body->'lists') <= b.entries`

/**
 * The statement of `ContentStore.getAhead`. `$1`: spaces, `$2`: hashes of roots, `$3`: slugs, `""` for the first page,
 * null for none, `$4`: entries of the largest map. The first page is that of the top level, or the first below it.
 */
export const make = (schema: string): string => {
  const nodes = qualify(schema, "content_nodes")
  /** One node by its key, whatever the planner expects: a limit cannot become a join with the whole table. */
  const nodeAt = (space: string, hash: string) =>
    `cross join lateral (select c.text from ${nodes} c where c.space = ${space} and c.hash = ${hash} limit 1) n`
  return `select found.space, found.hash, n.text from (
    with recursive wanted as (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::int[]) as w(space, root, document, entries)
    ), below(space, hash, entries) as (
      select w.space, w.root, w.entries from wanted w
      union
      select b.space, r.hash, b.entries from below b
      ${nodeAt("b.space", "b.hash")}
      cross join lateral (select ${kindOf("n.text")} as kind, ${bodyOf("n.text")} as body) v
      cross join lateral (${references}) r(hash)
      where r.hash is not null
    ), entries as materialized (
      select b.space, e.value->>0 as id, e.value->1 as value from below b
      ${nodeAt("b.space", "b.hash")}
      cross join lateral json_array_elements(
        case when ${kindOf("n.text")} = 'leaf/1' then ${bodyOf("n.text")}->'entries' end
      ) e
    ), firsts(space, id, depth) as (
      select w.space, '' as id, 0 from wanted w where w.document = ''
      union all
      select f.space, ${bodyOf("n.text")}->'ids'->>0, f.depth + 1 from firsts f
      join entries o on o.space = f.space and o.id = f.id and json_typeof(o.value) = 'string'
      ${nodeAt("f.space", "o.value#>>'{}'")}
      where f.depth < 2
    ), documents as (
      select e.space, e.value->>'document' as hash from entries e
      join wanted w on w.space = e.space
      where json_typeof(e.value) = 'object' and (
        lower(e.value->>'slug') = lower(nullif(w.document, ''))
        or exists (select from firsts f where f.space = e.space and f.id = e.id)
      )
      limit 20
    )
    select space, hash from below union select space, hash from documents where hash is not null
  ) found ${nodeAt("found.space", "found.hash")}`
}
