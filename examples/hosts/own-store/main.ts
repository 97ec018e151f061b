import { readdir } from "node:fs/promises"
import { Quire } from "@quire/http"
import { diskStore } from "./disk.ts"

const { DATABASE_URL: url = "" } = process.env

const quire = await Quire.open({
  store: { kind: "postgres", url },
  baseUrl: "http://127.0.0.1:3000/docs",
  blobs: { kind: "own", store: await diskStore("files") }
})
await quire.close()
console.log(`${(await readdir("files")).length} files`)
