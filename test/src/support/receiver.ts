import { createHmac, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"

/** A request that a receiver got. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: { readonly eventId: string; readonly type: string; readonly [field: string]: unknown }
}

/** Whether a header of a delivery is the signature of its body by a secret, as receivers would look. */
export const isSigned = ({ headers, text }: Received, secret: string): boolean => {
  const parts = String(headers["quire-signature"]).split(",")
  const time = parts[0]?.slice("t=".length) ?? ""
  const expected = createHmac("sha256", secret).update(`${time}.${text}`).digest()
  return parts.slice(1).some((part) => {
    const given = Buffer.from(part.slice("v1=".length), "hex")
    return part.startsWith("v1=") && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** A server that records what it receives, and responds 200 unless a test sets another response. */
export const receiving = Effect.acquireRelease(
  Effect.promise(async () => {
    const received: Array<Received> = []
    const at = { answer: (_: Received, response: ServerResponse): unknown => response.writeHead(200).end() }
    const server = createServer((request, response) => {
      let text = ""
      request.setEncoding("utf8").on("data", (part: string) => (text += part))
      request.on("end", () => {
        const one = { headers: request.headers, text, body: JSON.parse(text) }
        received.push(one)
        at.answer(one, response)
      })
    })
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
    const { port } = server.address() as AddressInfo
    return { at, received, server, url: `http://127.0.0.1:${port}/told?key=hidden` }
  }),
  ({ server }) =>
    Effect.promise(async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    })
)
