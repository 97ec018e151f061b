import { Quire } from "@quire/http"
import { Pool } from "pg"
import postgres from "postgres"

const { DATABASE_URL: url = "" } = process.env

/** What the application asks its database with. */
const sql = postgres(url)
/** For transactions that Quire takes part in. */
const pool = new Pool({ connectionString: url, max: 2 })
const quire = await Quire.open({ store: { kind: "postgres", url }, baseUrl: "http://127.0.0.1:3000/docs" })

await sql`create table if not exists customers (name text primary key, space text not null)`
const ann = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
const { id: organization } = await quire.as(ann.id).organizations.create({ title: "Acme" })

/** A customer and their space of documentation, both or neither. */
const signUp = async (name: string) => {
  const client = await pool.connect()
  try {
    await client.query("begin")
    const space = await quire.within(client, (tx) => tx.as(ann.id).spaces.create(organization, { title: name }))
    await client.query("insert into customers (name, space) values ($1, $2)", [name, space.id])
    await client.query("commit")
    return `${name} was added`
  } catch {
    await client.query("rollback")
    return `${name} was not added`
  } finally {
    client.release()
  }
}

console.log(await signUp("Globex"))
console.log(await signUp("Globex"))
const { items } = await quire.as(ann.id).spaces.list(organization, { limit: 10 })
const customers = await sql`select name from customers`
console.log(`${customers.length} customer, ${items.length} space`)

await quire.close()
await pool.end()
await sql.end()
