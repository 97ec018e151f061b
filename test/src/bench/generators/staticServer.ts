import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { readFile, stat } from "node:fs/promises"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { serveParent } from "../child.ts"

/**
 * Serves a folder as a developer would write it by hand: from files that are read each time, or from a map. Texts were
 * compressed when the folder was made.
 */

const [folder = "", kept = "files"] = process.argv.slice(2)

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".woff2": "font/woff2"
}
const texts = new Set([".html", ".js", ".css", ".svg", ".json"])

const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith(".br"))
  .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))

const memory = new Map<string, Buffer>()
for (const path of files) {
  const bytes = readFileSync(join(folder, path))
  const sent = texts.has(extname(path)) ? brotliCompressSync(bytes) : bytes
  if (kept === "memory") memory.set(path, sent)
  else if (sent !== bytes) writeFileSync(join(folder, `${path}.br`), sent)
}

const headersOf = (path: string, length: number, etag: string) => ({
  "content-type": types[extname(path)] ?? "application/octet-stream",
  "content-length": length,
  "cache-control": "public, max-age=0, must-revalidate",
  vary: "accept-encoding",
  etag,
  ...(texts.has(extname(path)) ? { "content-encoding": "br" } : {})
})

const fromFiles = async (path: string, response: ServerResponse) => {
  const file = join(folder, texts.has(extname(path)) ? `${path}.br` : path)
  const { mtimeMs, size } = await stat(file)
  response.writeHead(200, headersOf(path, size, `"${size}-${mtimeMs}"`)).end(await readFile(file))
}

const server = createServer((request, response) => {
  const path = (request.url ?? "/").replace(/\?.*$/, "").replace(/\/$/, "/index.html")
  const bytes = memory.get(path)
  if (bytes !== undefined) response.writeHead(200, headersOf(path, bytes.length, `"${bytes.length}"`)).end(bytes)
  else if (kept === "memory" || path.includes("..")) response.writeHead(404).end()
  else fromFiles(path, response).catch(() => response.writeHead(404).end())
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const { port } = server.address() as AddressInfo
serveParent({ url: `http://127.0.0.1:${port}` }, async () => void server.close())
