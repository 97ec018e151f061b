import { type Config, connected } from "./database.ts"

/** Observes a database from outside the engine. */
export interface Watch {
  /** The tables written during an action; the times when tokens were last used do not count. */
  readonly changes: (act: () => Promise<unknown>) => Promise<ReadonlyArray<string>>
  readonly close: () => Promise<void>
}

/** The id of the next writing transaction on the whole server. */
const next = "select pg_snapshot_xmax(pg_current_snapshot())::text as next"

const tables = `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
  from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`

/** The number of rows of each table, and of those written by transactions from `from` on. */
const rows = (names: ReadonlyArray<string>, from: string) =>
  names
    .map(
      (name) =>
        `select '${name}' as name, count(*) as all, count(*) filter (where xmin::text::bigint >= ${from}) as new from ${name}`
    )
    .join(" union all ")

const tokens = (name: string) => `select id, doc - 'lastUsedAt' as doc from ${name} order by id`

/**
 * Compares transaction ids before and after: while none wrote on the whole server, nothing was written here. When one
 * did, which may be a lock alone or another test's, every table is compared with a snapshot that was kept.
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
