import { createHash } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { serveParent } from "./child.ts"

/** What somebody would write by hand to serve the same bytes: a map and validators. */

const [source = "", ...paths] = process.argv.slice(2)

const known = new Map<string, { readonly body: Buffer; readonly etag: string }>()
for (const path of paths) {
  const body = Buffer.from(await (await fetch(`${source}${path}`)).arrayBuffer())
  known.set(path, { body, etag: `"${createHash("sha256").update(body).digest("base64url")}"` })
}

const server = createServer((request, response) => {
  const found = known.get(request.url ?? "")
  if (found === undefined) return response.writeHead(404).end()
  const headers = { etag: found.etag, "cache-control": "public, max-age=0, must-revalidate" }
  if (request.headers["if-none-match"] === found.etag) return response.writeHead(304, headers).end()
  const { body } = found
  return response
    .writeHead(200, { ...headers, "content-type": "application/json", "content-length": body.length })
    .end(body)
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const { port } = server.address() as AddressInfo
serveParent({ url: `http://127.0.0.1:${port}` }, async () => void server.close())
