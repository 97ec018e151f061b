import { Quire } from "@quire/http"
import fastify from "fastify"
import { publishGuide, visit } from "./guide.ts"

const quire = await Quire.open({ store: { kind: "memory" }, baseUrl: "https://acme.example/help" })
const guide = await publishGuide(quire)

const app = fastify()
app.get("/", (_, reply) => {
  reply.type("text/html").send(`<title>Acme</title><p><a href="${guide.pathname}">How it works</a></p>`)
})
app.register(async (help) => {
  const handle = Quire.toNodeHandler(quire.reader)
  help.removeAllContentTypeParsers()
  help.addContentTypeParser("*", (_request, _body, done) => done(null))
  help.all("/help/*", (request, reply) => {
    reply.hijack()
    handle(request.raw, reply.raw)
  })
})

const address = await app.listen({ port: 0, host: "127.0.0.1" })
await visit(address, guide)
await app.close()
await quire.close()
