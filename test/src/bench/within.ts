/**
 * The cost of a space that is created in a host's transaction, compared with one on the pool of the engine, and with
 * the same statements by `pg` alone: `npm run bench -- within`. All of them in one process by turns, on an embedded
 * Postgres. Each takes a connection of a pool, begins, makes one space, commits and gives the connection back, so what
 * is compared is the same work: on the pool the engine begins and commits, within and by `pg` alone the program does.
 * Each asks who the caller is, as for a face that is made for a request.
 */
import { randomBytes } from "node:crypto"
import { availableParallelism, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedPostgres } from "@quire/adapters/postgres"
import { Quire } from "@quire/http"
import { Effect, Redacted } from "effect"
import { Client, Pool, type PoolClient } from "pg"

const rounds = Number(process.env["QUIRE_BENCH_ROUNDS"] ?? 60)
const turns = 20

interface Statement {
  readonly name?: string | undefined
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

/** One that outlives its connections, which the server ends where the database is dropped. */
const poolOf = (url: string): Pool => new Pool({ connectionString: url, max: 1 }).on("error", () => {})

/** Runs a body on a connection of the program's own. */
const onClient = async <A>(pool: Pool, body: (client: PoolClient) => Promise<A>): Promise<A> => {
  const client = await pool.connect()
  const done = await body(client).catch((error: unknown) => {
    client.release(true)
    throw error
  })
  client.release()
  return done
}

const inTransaction = (pool: Pool, body: (client: PoolClient) => Promise<unknown>) =>
  onClient(pool, async (client) => {
    await client.query("begin")
    await body(client)
    await client.query("commit")
  })

const isExchange = (query: unknown): query is { readonly commands: ReadonlyArray<Statement> } =>
  typeof query === "object" && query !== null && "commands" in query

/** The statements that a body sends by a client, without savepoints, and in how many exchanges. */
const record = async (client: PoolClient, body: () => Promise<unknown>) => {
  const exchanges: Array<ReadonlyArray<Statement>> = []
  const { query } = client
  const recording = (sent: unknown, ...rest: ReadonlyArray<unknown>) => {
    if (isExchange(sent)) exchanges.push(sent.commands)
    return Reflect.apply(query, client, [sent, ...rest])
  }
  Object.assign(client, { query: recording })
  await body()
  Object.assign(client, { query })
  const statements = exchanges.flat().filter(({ text }) => !/^(release )?savepoint/i.test(text))
  return { exchanges: exchanges.length, statements }
}

const idPattern = /\bq[0-9a-z]{26}\b/g

/** The statements with new ids in the place of those that were made in them. */
const renewed = (statements: ReadonlyArray<Statement>, known: ReadonlySet<string>) => {
  const ids = new Map<string, string>()
  const renew = (id: string): string => {
    const made = known.has(id) ? id : (ids.get(id) ?? `q${randomBytes(13).toString("hex")}`)
    ids.set(id, made)
    return made
  }
  return statements.map(({ name, text, values }) => ({
    name,
    text,
    values: values.map((value): unknown =>
      typeof value === "string"
        ? value.replaceAll(idPattern, renew)
        : Array.isArray(value)
          ? value.map((item: unknown) => (typeof item === "string" ? item.replaceAll(idPattern, renew) : item))
          : value
    )
  }))
}

interface Cost {
  readonly wall: number
  readonly processor: number
}

/** Microseconds of a turn, by the clock and of processor time of this process. */
const measure = async (work: () => Promise<unknown>): Promise<Cost> => {
  const before = process.cpuUsage()
  const began = performance.now()
  for (let turn = 0; turn < turns; turn++) await work()
  const wall = (1000 * (performance.now() - began)) / turns
  const { system, user } = process.cpuUsage(before)
  return { wall, processor: (system + user) / turns }
}

const middle = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const compare = async (works: ReadonlyMap<string, () => Promise<unknown>>) => {
  const costs = new Map<string, Array<Cost>>()
  for (const [name, work] of works) {
    for (let round = 0; round < 5; round++) await measure(work)
    costs.set(name, [])
  }
  const names = [...works.keys()]
  for (let round = 0; round < rounds; round++) {
    const order = names.map((_, at) => names[(at + round) % names.length] ?? "")
    for (const name of order) costs.get(name)?.push(await measure(works.get(name) ?? (async () => {})))
  }
  return costs
}

const row = (name: string, own: ReadonlyArray<Cost>, pooled: ReadonlyArray<Cost>) => {
  const part = (of: keyof Cost) => {
    const ratios = own.map((cost, round) => cost[of] / (pooled[round]?.[of] ?? 0))
    return `${middle(own.map((cost) => cost[of])).toFixed(0)} | ${middle(ratios).toFixed(2)}`
  }
  console.log(`| ${name} | ${part("wall")} | ${part("processor")} |`)
}

const run = async (url: string) => {
  const quire = await Quire.open({ store: { kind: "postgres", url }, baseUrl: "http://quire.test", upkeep: "off" })
  const [pool, barePool] = [poolOf(url), poolOf(url)]
  const { id: ann } = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
  const { id: organization } = await quire.as(ann).organizations.create({ title: "Acme" })
  const input = { title: "New" }
  const pooled = () => quire.as(ann).spaces.create(organization, input)
  const within = (client: PoolClient) => quire.within(client, (tx) => tx.as(ann).spaces.create(organization, input))
  const { exchanges, statements } = await onClient(pool, async (client) => {
    await client.query("begin")
    const recorded = await record(client, () => within(client))
    await client.query("rollback")
    return recorded
  })
  const known = new Set([ann, organization])
  const bare = async (client: PoolClient) => {
    for (const { name, text, values } of renewed(statements, known)) {
      await client.query({ name, text, values: [...values] })
    }
  }
  const costs = await compare(
    new Map<string, () => Promise<unknown>>([
      ["pooled", pooled],
      ["within", () => inTransaction(pool, within)],
      ["`pg` alone", () => inTransaction(barePool, bare)],
      ["`pg` alone, begin and commit", () => inTransaction(barePool, async () => {})]
    ])
  )
  console.log(`${statements.length} statements, within in ${exchanges} exchanges and the two of begin and commit`)
  console.log(`Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}`)
  console.log(`${rounds} rounds of ${turns} spaces each; medians in µs, and of the rounds' ratios to pooled\n`)
  console.log("| a space | by the clock | ratio | processor | ratio |\n|---|---|---|---|---|")
  const base = costs.get("pooled") ?? []
  for (const [name, each] of costs) row(name, each, base)
  await quire.close()
  await Promise.all([pool.end(), barePool.end()])
}

const connected = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ connectionString: url })
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

const program = Effect.gen(function* () {
  const { url } = yield* EmbeddedPostgres.start({ directory: join(tmpdir(), `quire-bench-${process.getuid?.() ?? 0}`) })
  const admin = yield* connected(Redacted.value(url))
  const drop = Effect.promise(() => admin.query("drop database if exists bench_within with (force)"))
  yield* drop
  yield* Effect.promise(() => admin.query("create database bench_within"))
  yield* Effect.addFinalizer(() => drop)
  yield* Effect.promise(() => run(Redacted.value(url).replace(/\/[^/?]*(\?|$)/, "/bench_within$1")))
})

await Effect.runPromise(Effect.scoped(program))
