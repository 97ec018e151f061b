import { once } from "node:events"
import { Quire } from "@quire/http"
import express from "express"
import { publishGuide, visit } from "./guide.ts"

const quire = await Quire.open({ store: { kind: "memory" }, baseUrl: "https://acme.example/help" })
const guide = await publishGuide(quire)

const app = express()
app.get("/", (_, response) => {
  response.send(`<title>Acme</title><p><a href="${guide.pathname}">How it works</a></p>`)
})
app.use("/help", Quire.toNodeHandler(quire.reader))

const server = app.listen(0, "127.0.0.1")
await once(server, "listening")
const address = server.address()
const port = typeof address === "object" && address !== null ? address.port : 0
await visit(`http://127.0.0.1:${port}`, guide)
server.close()
server.closeAllConnections()
await quire.close()
