import { type Config, connected } from "./database.ts"

/** Looks into a database from beside the engine. */
export interface Watch {
  /** Tables that are written while something happens; when tokens were last used does not count. */
  readonly changes: (act: () => Promise<unknown>) => Promise<ReadonlyArray<string>>
  readonly close: () => Promise<void>
}

/** The number that the next transaction to write will have, on the whole server. */
const next = "select pg_snapshot_xmax(pg_current_snapshot())::text as next"

const tables = `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
  from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`

/** How many rows each table has, and how many were written by transactions of that number or later ones. */
const rows = (names: ReadonlyArray<string>, from: string) =>
  names
    .map(
      (name) =>
        `select '${name}' as name, count(*) as all, count(*) filter (where xmin::text::bigint >= ${from}) as new from ${name}`
    )
    .join(" union all ")

const tokens = (name: string) => `select id, doc - 'lastUsedAt' as doc from ${name} order by id`

/**
 * Before and after are told apart by transactions: while none wrote on the whole server, nothing was written here. When
 * one did, which may be a lock alone or another test's, every table is compared with what it was before, in a snapshot
 * that was kept.
 */
export const watch = async (config: Config): Promise<Watch> => {
  const [kept, present] = [await connected(config), await connected(config)]
  const found: ReadonlyArray<{ readonly name: string }> = (await present.query(tables)).rows
  const isOfTokens = (name: string) => name.endsWith(".api_tokens")
  const names = found.map(({ name }) => name).filter((name) => !isOfTokens(name))
  const ofTokens = found.map(({ name }) => name).filter(isOfTokens)
  const nextOf = (results: ReadonlyArray<{ readonly rows: ReadonlyArray<{ readonly next?: string }> }>) =>
    results.at(-1)?.rows[0]?.next ?? ""

  const written = async (from: string): Promise<ReadonlyArray<string>> => {
    const changed: Array<string> = []
    const counts = rows(names, from)
    const before = new Set((await kept.query(counts)).rows.map((row) => JSON.stringify(row)))
    for (const row of (await present.query(counts)).rows) if (!before.has(JSON.stringify(row))) changed.push(row.name)
    for (const name of ofTokens) {
      const [old, fresh] = [(await kept.query(tokens(name))).rows, (await present.query(tokens(name))).rows]
      if (JSON.stringify(old) !== JSON.stringify(fresh)) changed.push(name)
    }
    return changed
  }
  return {
    changes: async (act) => {
      const begin = await kept.query(`begin isolation level repeatable read read only; ${next}`)
      const before = nextOf(begin as unknown as ReadonlyArray<typeof begin>)
      await act()
      const after = nextOf([await present.query(next)])
      const changed = after === before ? [] : await written(before)
      await kept.query("commit")
      return changed
    },
    close: async () => {
      await kept.end()
      await present.end()
    }
  }
}
