import type { ChildProcess } from "node:child_process"
import { appendFile, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { EmbeddedPostgres, Postgres } from "@quire/adapters/postgres"
import { SubscriptionDelivery } from "@quire/core/internal"
import { Rounds } from "@quire/testing"
import { Effect, Exit, Layer, Redacted, Scope } from "effect"
import type { Client } from "pg"
import * as Database from "../support/database.ts"
import { program as bundled, clear, workshop } from "../support/program.ts"
import { note, seed } from "../support/seed.ts"
import * as Heard from "./Heard.ts"
import { JsonChild, numbers } from "./JsonChild.ts"
import type { Command, Given, Message } from "./subscriptionsChild.ts"

const rounds = Rounds.rounds(6, 100, 20)
/** After so many rounds everything is restored from a dump into the other cluster. */
const stay = Rounds.rounds(3, 5)
const silence = SubscriptionDelivery.limits.lease + 1_000

let folder = ""
let program = ""
let log = ""
const scope = Effect.runSync(Scope.make())
const children = new Set<ChildProcess>()
const clients = new Set<Client>()

type Subscriber = JsonChild<Command, Message>

const ask = async (child: Subscriber, command: Command): Promise<Message["event"] | undefined> => {
  child.tell(command)
  return (await child.next())?.event
}

const kill = async (child: Subscriber): Promise<void> => {
  await child.kill()
  children.delete(child.process)
  await appendFile(log, `killed ${child.process.pid}\n`)
}

const urlOf = ({ database, host, password, port, username }: Database.Config) =>
  `postgres://${username}:${Redacted.value(password)}@${host}:${port}/${database}`

let cluster: Database.Config | undefined
let databases = 0

/** An empty database on a server that has begun few transactions. */
const elsewhere = async (): Promise<Database.Config> => {
  const start = EmbeddedPostgres.start({ directory: join(folder, "cluster"), durable: false })
  cluster ??= (await Effect.runPromise(Scope.provide(start, scope))).config
  const client = await Database.connected(cluster)
  const database = `other_${++databases}`
  await client.query(`create database ${database}`)
  await client.end()
  return { ...cluster, database }
}

const places = { known: () => Effect.runPromise(Scope.provide(Database.fresh, scope)), elsewhere }

/** A database with the schema, on the server of the run or on the other. */
const opened = async (place: keyof typeof places) => {
  const config = await places[place]()
  await Effect.runPromise(Effect.scoped(Layer.build(Postgres.layer(config))))
  const client = await Database.connected(config)
  clients.add(client)
  return { config, client }
}

/** The transactions of the server are so many ahead. */
const advance = (client: Client) =>
  client.query("do $$ begin for i in 1..20000 loop perform pg_current_xact_id(); commit; end loop; end $$")

/** Restores all rows in one transaction, as a dump does, and as if that had the number of the one that wrote the epoch. */
const restore = async (from: Client, to: Client) => {
  const { rows } = await from.query(`
    select quote_ident(c.relname) as name, string_agg(quote_ident(a.attname), ', ') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'quire'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname`)
  await to.query("begin; set local session_replication_role = replica")
  for (const { columns, name } of rows) {
    const { rows: dumped } = await from.query(`select coalesce(json_agg(t), '[]')::text as all from quire.${name} t`)
    await to.query(`delete from quire.${name}`)
    const restored = `select ${columns} from json_populate_recordset(null::quire.${name}, $1)`
    await to.query(`insert into quire.${name} (${columns}) overriding system value ${restored}`, [dumped[0]?.all])
  }
  await to.query(`select setval(pg_get_serial_sequence('quire.outbox_events', 'seq'), (select max(seq) from quire.outbox_events));
    update quire.outbox_epochs set written_by = pg_current_xact_id()::xid::text
      where epoch = (select max(epoch) from quire.outbox_epochs)`)
  await to.query("commit")
}

beforeAll(async () => {
  folder = await workshop()
  log = join(folder, "log")
  program = (await bundled({ subscriptionsChild: "test/src/crash/subscriptionsChild.ts" })).path
})
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL")
  for (const client of clients) await client.end()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await clear(folder)
})

const readIds = async (client: Client): Promise<ReadonlyArray<string>> => {
  const { rows } = await client.query("select event->>'id' as id from quire.outbox_events order by epoch, xid, seq")
  return rows.map(({ id }) => id)
}

describe("subscribers that are killed on two nodes, and restored in other clusters", () => {
  it(
    `delivers all events in order, to one subscriber at a time (${rounds} kills, seed ${seed}; rules subscription-once-or-more, subscription-order, subscription-one and events-restored)`,
    async () => {
      const random = numbers(seed)
      await writeFile(log, "")
      let at = await opened("known")
      await advance(at.client)
      let place: keyof typeof places = "known"
      let ahead = 0
      let made = 0
      let moves = 0
      const begin = async () => {
        const given: Given = { url: urlOf(at.config), log, ahead }
        const child: Subscriber = new JsonChild(program, JSON.stringify(given), folder)
        children.add(child.process)
        await child.expect("open")
        return child
      }
      const make = (child: Subscriber) => {
        const ids = Array.from({ length: 20 + random(60) }, () => `e${++made}`)
        return ask(child, { do: "make", ids })
      }
      const move = async () => {
        place = place === "known" ? "elsewhere" : "known"
        const next = await opened(place)
        await restore(at.client, next.client)
        at = next
        moves++
      }
      let [one, other] = [await begin(), await begin()]
      for (let round = 1; round <= rounds; round++) {
        if (random(2) === 0) [one, other] = [other, one]
        const making = [make(one), make(other)]
        await pause(random(1_600))
        const isMoving = round % stay === 0
        const isBoth = isMoving || random(4) === 0
        await kill(one)
        if (isBoth) await kill(other)
        ahead += silence
        if (isMoving) await move()
        if (isBoth) other = await begin()
        else {
          await making[1]
          assert.strictEqual(await ask(other, { do: "ahead", by: silence }), "shifted")
        }
        one = await begin()
        await Promise.all(making)
        note(1)
      }
      await make(one)
      const events = await readIds(at.client)
      const isTold = async () => (await readFile(log, "utf8")).includes(`end ${events.at(-1)} `)
      for (let tries = 0; tries < 1_200 && !(await isTold()); tries++) await pause(50)
      for (const child of [one, other]) await kill(child)
      const heard = Heard.judge(events, await readFile(log, "utf8"))
      assert.deepStrictEqual(heard.problems, [], `seed ${seed}`)
      assert.isAtLeast(heard.again, Rounds.rounds(0, 20))
      console.log(
        `subscriptions: ${events.length} events, ${rounds} rounds, ${moves} restores, ${heard.again} told again`
      )
    },
    Rounds.patience
  )

  it("fails the check if an event is skipped, delivered early or delivered to two at once", () => {
    const judged = (...lines: ReadonlyArray<string>) => Heard.judge(["a", "b", "c"], lines.join("\n"))
    const of = (id: string, pid: number) => [`begin ${id} ${pid}`, `end ${id} ${pid}`]
    const cut = [...of("a", 1), "begin b 1", "killed 1", ...of("a", 2), ...of("b", 2), ...of("c", 2)]
    assert.deepStrictEqual(judged(...cut), { problems: [], again: 1 })
    for (const wrong of [
      [...of("a", 1), ...of("b", 1)],
      [...of("a", 1), ...of("c", 1), ...of("b", 1), ...of("c", 1)],
      [...of("a", 1), ...of("b", 1), ...of("c", 1), ...of("x", 1)],
      [...of("a", 1), ...of("b", 1), ...of("c", 1), ...of("a", 2), ...of("c", 2)],
      [...of("a", 1), "begin b 1", ...of("b", 2), ...of("c", 2)]
    ]) {
      assert.isAbove(judged(...wrong).problems.length, 0)
    }
  })
})
