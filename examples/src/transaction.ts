import { Quire } from "@quire/http"
import { Pool } from "pg"
import { database } from "./database.ts"

const { close, url } = await database()
const pool = new Pool({ connectionString: url })
await pool.query("create table if not exists customers (name text primary key, space text not null)")

const quire = await Quire.open({ store: { kind: "postgres", url }, baseUrl: "http://localhost:4100" })
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
    return `${name} has the space ${space.title}`
  } catch (error) {
    await client.query("rollback")
    return `${name}: ${error instanceof Error ? error.message : error}`
  } finally {
    client.release()
  }
}

console.log(await signUp("Globex"))
console.log(await signUp("Globex"))
const { items } = await quire.as(ann.id).spaces.list(organization, { limit: 10 })
console.log(`${items.length} space, as the second was undone with its row`)

await quire.close()
await pool.end()
await close()
