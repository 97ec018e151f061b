import { createServer } from "node:http"
import { Quire } from "@quire/http"

type Handler = (request: Request) => Promise<Response>

/** A server on a free local port, for an engine that needs to know its URL before it is opened. */
export const loopback = async () => {
  let handler: Handler = async () => new Response(null, { status: 503 })
  const listener = Quire.toNodeHandler((request) => handler(request))
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const base = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  return { base, serve: (given: Handler) => void (handler = given), close: () => server.close() }
}
