import { AsyncLocalStorage } from "node:async_hooks"
import { PrismaPg } from "@prisma/adapter-pg"
import { Quire } from "@quire/http"
import { Pool, type PoolClient } from "pg"
import { type Prisma, PrismaClient } from "./generated/client.ts"

const { DATABASE_URL: url = "" } = process.env

/** The client on which Prisma has begun the transaction of the current call. */
const current = new AsyncLocalStorage<{ client?: PoolClient }>()

/** A pool that remembers which client it gave to a transaction: Prisma itself does not show it. */
class ObservedPool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(callback: Parameters<Pool["connect"]>[0]): void
  override connect(callback?: Parameters<Pool["connect"]>[0]) {
    if (callback !== undefined) return super.connect(callback)
    const call = current.getStore()
    return super.connect().then((client) => {
      if (call !== undefined) call.client ??= client
      return client
    })
  }
}

const pool = new ObservedPool({ connectionString: url })
const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
const quire = await Quire.open({ store: { kind: "postgres", url }, baseUrl: "http://127.0.0.1:3000/docs" })

/** Calls a function in one transaction of Prisma and Quire: what both write is committed together, or not at all. */
const inTransaction = <A>(
  body: (
    tx: Prisma.TransactionClient,
    within: <B>(call: Parameters<typeof quire.within<B>>[1]) => Promise<B>
  ) => Promise<A>
): Promise<A> => {
  const call: { client?: PoolClient } = {}
  return current.run(call, () =>
    prisma.$transaction((tx) =>
      body(tx, (operations) => {
        if (call.client === undefined) throw new Error("Prisma has begun no transaction on this pool")
        return quire.within(call.client, operations)
      })
    )
  )
}

const ann = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
const { id: organization } = await quire.as(ann.id).organizations.create({ title: "Acme" })

/** A customer and their space of documentation, both or neither. */
const signUp = (name: string) =>
  inTransaction(async (tx, within) => {
    const space = await within((docs) => docs.as(ann.id).spaces.create(organization, { title: name }))
    await tx.customer.create({ data: { name, space: space.id } })
  }).then(
    () => console.log(`${name} was added`),
    () => console.log(`${name} was not added`)
  )

await signUp("Globex")
await signUp("Globex")
const { items } = await quire.as(ann.id).spaces.list(organization, { limit: 10 })
console.log(`${await prisma.customer.count()} customer, ${items.length} space`)

await quire.close()
await prisma.$disconnect()
await pool.end()
