import { HostClient } from "@quire/adapters/postgres"
import { Quire } from "@quire/http"
import { drizzle } from "drizzle-orm/node-postgres"
import { sql } from "drizzle-orm/sql"
import { Effect, Exit, Redacted, Scope } from "effect"
import knex from "knex"
import { Kysely, PostgresDialect } from "kysely"
import { Pool, type PoolClient } from "pg"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Database from "../support/database.ts"

type Opened = Awaited<ReturnType<typeof open>>

const open = async () => {
  const scope = await Effect.runPromise(Scope.make())
  const { database, host, password, port, username } = await Effect.runPromise(Scope.provide(Database.fresh, scope))
  const url = `postgres://${username}:${Redacted.value(password)}@${host}:${port}/${database}`
  const quire = await Quire.open({ store: { kind: "postgres", url }, baseUrl: "http://quire.test" })
  const pool = new Pool({ connectionString: url })
  await pool.query("create table customers (id serial primary key, name text unique, organization text)")
  const ann = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
  const close = async () => {
    await quire.close()
    await pool.end()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
  return { quire, pool, url, ann: ann.id, close }
}

let opened: Opened

beforeAll(async () => {
  opened = await open()
})

afterAll(() => opened.close())

const titles = async () => {
  const { items } = await opened.quire.as(opened.ann).organizations.list({ limit: 100 })
  return items.map(({ title }) => title)
}

const customers = async () =>
  (await opened.pool.query("select name from customers order by id")).rows.map(({ name }) => name)

/** Runs a body in a transaction of the host's and ends it as asked. */
const transaction = async <A>(end: "commit" | "rollback", body: (client: PoolClient) => Promise<A>): Promise<A> => {
  const client = await opened.pool.connect()
  try {
    await client.query("begin")
    const answer = await body(client)
    await client.query(end)
    return answer
  } finally {
    client.release(true)
  }
}

type Client = Parameters<Quire.Quire["within"]>[0]

const create = (client: Client, title: string) =>
  opened.quire.within(client, async (tx) => {
    const organization = await tx.as(opened.ann).organizations.create({ title })
    const space = await tx.as(opened.ann).spaces.create(organization.id, { title: `Space of ${title}` })
    return { organization, space }
  })

const insert = (client: PoolClient, name: string) => client.query("insert into customers (name) values ($1)", [name])

const rejection = async (promise: Promise<unknown>): Promise<Error> => {
  const error = await promise.then(
    () => undefined,
    (error: unknown) => error
  )
  assert.instanceOf(error, Error)
  return error
}

describe("an operation within a transaction of a host (rule host-transaction)", () => {
  it("commits and rolls back with the host's rows", async () => {
    await transaction("commit", async (client) => {
      await insert(client, "Kept")
      const { space } = await create(client, "Kept")
      const read = await opened.quire.within(client, (tx) => tx.as(opened.ann).spaces.get(space.id))
      assert.strictEqual(read.title, "Space of Kept")
      assert.notInclude(await titles(), "Kept")
    })
    await transaction("rollback", async (client) => {
      await insert(client, "Undone")
      await create(client, "Undone")
    })
    const seen = await titles()
    assert.include(seen, "Kept")
    assert.notInclude(seen, "Undone")
    assert.deepStrictEqual((await customers()).slice(0, 1), ["Kept"])
  })

  it("forgets a user whose creation was rolled back with the host's rows", async () => {
    const bob = await transaction("rollback", (client) =>
      opened.quire.within(client, async (tx) => {
        const { id } = await tx.system.users.ensure({ email: "bob@example.com", displayName: "Bob" })
        await tx.as(id).organizations.create({ title: "Bob's" })
        return id
      })
    )
    const unknown = await rejection(opened.quire.as(bob).organizations.create({ title: "Unowned" }))
    assert.strictEqual(Quire.isQuireError(unknown, "not-found"), true)
  })

  it("keeps the transaction usable after a refusal, and undoes only the refused operation", () =>
    transaction("commit", async (client) => {
      await opened.quire.within(client, async (tx) => {
        const refused = await rejection(tx.as(opened.ann).spaces.update("no-such", { title: "Lost" }))
        assert.strictEqual(Quire.isQuireError(refused, "not-found"), true)
      })
      await create(client, "After a refusal")
      await insert(client, "After a refusal")
    }))

  it("runs concurrent calls in one function in sequence, and waits for those without await", async () => {
    const ids = await transaction("commit", async (client) => {
      const made: Array<Promise<{ readonly id: string }>> = []
      await opened.quire.within(client, async (tx) => {
        for (const title of ["One", "Two", "Three"]) made.push(tx.as(opened.ann).organizations.create({ title }))
      })
      return Promise.all(made)
    })
    assert.strictEqual(new Set(ids.map(({ id }) => id)).size, 3)
    assert.includeMembers([...(await titles())], ["One", "Two", "Three"])
  })

  it("refuses clients without an open transaction, and calls after it has ended", async () => {
    const client = await opened.pool.connect()
    const nothing = async () => {}
    assert.match((await rejection(opened.quire.within(client, nothing))).message, /send BEGIN before calling within/)
    await client.query("begin")
    await client.query("select 1/0").catch(() => {})
    // The refusal of a statement arrives before the state of its transaction: what is asked next waits for both.
    await client.query("select 1").catch(() => {})
    assert.match((await rejection(opened.quire.within(client, nothing))).message, /send ROLLBACK/)
    await client.query("rollback")
    await client.query("begin")
    const late = await opened.quire.within(client, async (tx) => tx)
    assert.match((await rejection(late.system.users.get(opened.ann))).message, /has already ended/)
    await client.query("rollback")
    client.release()
  })

  it("refuses immediately a call from inside the function that bypasses it (rule host-transaction-outside)", () =>
    transaction("rollback", (client) =>
      opened.quire.within(client, async () => {
        const error = await rejection(opened.quire.as(opened.ann).organizations.list({ limit: 1 }))
        assert.instanceOf(error.cause, Quire.HostTransactionRefused)
        assert.match(error.message, /within\(client, \(tx\) => tx\.as/)
      })
    ))

  it("names Quire.within promptly in the error of an operation that waits for it (rule host-transaction-outside)", async () => {
    const ann = opened.quire.as(opened.ann)
    const organization = await ann.organizations.create({ title: "Waited for" })
    const space = await ann.spaces.create(organization.id, { title: "Waited for" })
    await transaction("rollback", async (client) => {
      await opened.quire.within(client, (tx) => tx.as(opened.ann).spaces.update(space.id, { title: "Inside" }))
      const error = await rejection(ann.spaces.update(space.id, { title: "Outside" }))
      assert.match(error.message, /Quire\.within/)
      assert.isTrue(Quire.isQuireError(error, "unavailable"))
    })
    assert.strictEqual((await ann.spaces.update(space.id, { title: "Later" })).title, "Later")
  })

  it("rejects a memory store", async () => {
    const quire = await Quire.open({ store: { kind: "memory" }, baseUrl: "http://quire.test" })
    await transaction("rollback", async (client) => {
      assert.match((await rejection(quire.within(client, async () => {}))).message, /kind postgres/)
    })
    await quire.close()
  })
})

describe("database clients of other libraries (rule host-transaction)", () => {
  it("accepts those from transactions of Knex", async () => {
    const db = knex({ client: "pg", connection: opened.url })
    const run = (title: string, isKept: boolean) =>
      db.transaction(async (trx) => {
        await trx("customers").insert({ name: title })
        await create(await HostClient.ofKnex(trx), title)
        if (!isKept) throw new Error("planned")
      })
    await run("Knex", true)
    await rejection(run("Knex undone", false))
    await rejection(HostClient.ofKnex(db))
    await db.destroy()
    const seen = await titles()
    assert.deepStrictEqual([seen.includes("Knex"), seen.includes("Knex undone")], [true, false])
    assert.include(await customers(), "Knex")
  })

  it("accepts those from transactions of Drizzle", async () => {
    const db = drizzle(opened.pool)
    const run = (title: string, isKept: boolean) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`insert into customers (name) values (${title})`)
        await create(HostClient.ofDrizzle(tx), title)
        if (!isKept) throw new Error("planned")
      })
    await run("Drizzle", true)
    await rejection(run("Drizzle undone", false))
    const seen = await titles()
    assert.deepStrictEqual([seen.includes("Drizzle"), seen.includes("Drizzle undone")], [true, false])
    assert.throws(() => HostClient.ofDrizzle({}), HostClient.NoHostClient)
  })

  it("works with Kysely", async () => {
    await transaction("commit", async (client) => {
      const db = new Kysely<{ readonly customers: { readonly name: string } }>({
        dialect: new PostgresDialect({ pool: HostClient.poolOf(client) })
      })
      await db.insertInto("customers").values({ name: "Kysely" }).execute()
      await create(client, "Kysely")
    })
    assert.include(await titles(), "Kysely")
    assert.include(await customers(), "Kysely")
  })
})
