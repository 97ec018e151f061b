import { once } from "node:events"
import { serve } from "@hono/node-server"
import { Quire } from "@quire/http"
import { Hono } from "hono"
import { publishGuide, visit } from "./guide.ts"

const quire = await Quire.open({ store: { kind: "memory" }, baseUrl: "https://acme.example/help" })
const guide = await publishGuide(quire)

const app = new Hono()
app.get("/", (context) => context.html(`<title>Acme</title><p><a href="${guide.pathname}">How it works</a></p>`))
app.mount("/help", quire.reader)

const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 })
await once(server, "listening")
const address = server.address()
const port = typeof address === "object" && address !== null ? address.port : 0
await visit(`http://127.0.0.1:${port}`, guide)
server.close()
if ("closeAllConnections" in server) server.closeAllConnections()
await quire.close()
