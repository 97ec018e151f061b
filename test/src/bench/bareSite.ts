import { createHash } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { brotliCompressSync } from "node:zlib"
import { serveParent } from "./child.ts"

/** What a developer would write by hand to serve the same texts: a map and validators, all compressed before. */

const [source = "", ...paths] = process.argv.slice(2)

const known = new Map<string, { readonly body: Buffer; readonly headers: Readonly<Record<string, string>> }>()
for (const path of paths) {
  const answer = await fetch(`${source}${path}`)
  const body = brotliCompressSync(Buffer.from(await answer.arrayBuffer()))
  known.set(path, {
    body,
    headers: {
      etag: `"${createHash("sha256").update(body).digest("base64url")}"`,
      "cache-control": "public, max-age=0, must-revalidate",
      "content-encoding": "br",
      "content-type": answer.headers.get("content-type") ?? ""
    }
  })
}

const server = createServer((request, response) => {
  const found = known.get(request.url ?? "")
  if (found === undefined) return response.writeHead(404).end()
  const { body, headers: own } = found
  if ((request.headers["if-none-match"] ?? "").includes(own["etag"] ?? "")) return response.writeHead(304, own).end()
  return response.writeHead(200, { ...own, "content-length": body.length }).end(body)
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const { port } = server.address() as AddressInfo
serveParent({ url: `http://127.0.0.1:${port}` }, async () => void server.close())
