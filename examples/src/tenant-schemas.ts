import { deepStrictEqual } from "node:assert/strict"
import { Quire } from "@quire/http"
import { Pool } from "pg"
import { database } from "./database.ts"

const { close, url } = await database()
const pool = new Pool({ connectionString: url })

/** The engine of one customer, in a separate schema. All of them share the connections of one pool. */
const open = (customer: string) =>
  Quire.open({
    store: { kind: "postgres", pool, schema: `docs_${customer}` },
    baseUrl: `https://${customer}.acme.example/docs`
  })

const titles = async (quire: Quire.Quire) => {
  const { items } = await quire.system.organizations.list({ limit: 10 })
  return items.map(({ title }) => title)
}

const globex = await open("globex")
const initech = await open("initech")
await globex.system.organizations.create({ title: "Globex" })
await initech.system.organizations.create({ title: "Initech" })
deepStrictEqual([await titles(globex), await titles(initech)], [["Globex"], ["Initech"]])

await globex.close()
await pool.query("drop schema docs_globex cascade")
const again = await open("globex")
deepStrictEqual([await titles(again), await titles(initech)], [[], ["Initech"]])
console.log("each customer has a schema, and one was deleted with it")

for (const quire of [again, initech]) await quire.close()
await pool.end()
await close()
