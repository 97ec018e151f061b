import { createServer } from "node:http"
import { Effect } from "effect"

/** What a tunnel was asked. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly event: { readonly [name: string]: unknown }
  readonly environment: { readonly [name: string]: unknown }
}

const readForm = async (bytes: Buffer, type: string) => {
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData()
  const part = async (name: string) => {
    const value = form.get(name)
    return JSON.parse(value instanceof Blob ? await value.text() : (value ?? "{}"))
  }
  return { event: await part("event"), environment: await part("environment") }
}

/** A server on this machine in place of a developer's own; it responds 200 unless a test sets another response. */
export const tunnel = Effect.acquireRelease(
  Effect.promise(async () => {
    const asked: Array<Asked> = []
    let reply = { status: 200, body: "done" }
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        void readForm(Buffer.concat(chunks), request.headers["content-type"] ?? "").then((form) => {
          asked.push({ method: request.method ?? "", path: request.url ?? "", ...form })
          response.writeHead(reply.status, { "content-type": "application/json" }).end(reply.body)
        })
      })
    })
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    return {
      url: `http://127.0.0.1:${port}/below/`,
      asked,
      answer: (status: number, body: string) => {
        reply = { status, body }
      },
      server
    }
  }),
  ({ server }) => Effect.promise(() => new Promise((done) => server.close(done).closeAllConnections()))
)
