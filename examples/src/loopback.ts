import { createServer, type IncomingMessage } from "node:http"

type Handler = (request: Request) => Promise<Response>

const requestOf = async (incoming: IncomingMessage, base: string): Promise<Request> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of incoming) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const headers = Object.entries(incoming.headers).flatMap(
    ([name, value]): Array<[string, string]> => (typeof value === "string" ? [[name, value]] : [])
  )
  const init = { method: incoming.method ?? "GET", headers }
  return new Request(`${base}${incoming.url}`, body.length === 0 ? init : { ...init, body })
}

/** A server on a free port of this machine, for an engine that wants to know its address before it is opened. */
export const loopback = async () => {
  let handler: Handler = async () => new Response(null, { status: 503 })
  let base = ""
  const server = createServer(async (incoming, outgoing) => {
    const answer = await handler(await requestOf(incoming, base))
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  return { base, serve: (given: Handler) => void (handler = given), close: () => server.close() }
}
