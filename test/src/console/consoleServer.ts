import { readFile } from "node:fs/promises"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { join, normalize } from "node:path"
import { folder } from "@quire/console"
import { Quire } from "@quire/http"
import { buildConsole } from "../../../scripts/console.mjs"

/** The policy with which the server sends the application. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob: https:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self' https:",
  "form-action 'self'",
  "base-uri 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types quire-editor"
].join("; ")

const types: { readonly [ending: string]: string } = { js: "text/javascript", css: "text/css", html: "text/html" }

/** Sends a file of the application; every path below `/app` that is no file is the page itself. */
const sendFile = async (path: string, response: ServerResponse) => {
  const asset = /^\/app\/(assets\/[\w.-]+)$/.exec(path)?.[1]
  const name = asset ?? "index.html"
  const content = await readFile(join(folder, normalize(name))).catch(() => undefined)
  if (content === undefined) return void response.writeHead(404).end()
  const type = types[name.replace(/^.*\./, "")] ?? "application/octet-stream"
  response.writeHead(200, { "content-type": `${type};charset=utf-8`, "content-security-policy": policy }).end(content)
}

/** A server of the API with the application at `/app`, and the emails that it sent. */
export interface ConsoleServer {
  readonly quire: Quire.Quire
  readonly url: string
  /** The sign-in link that was last sent to an address, once it is sent. */
  readonly linkFor: (address: string) => Promise<string>
  readonly close: () => Promise<void>
}

/** Opens an engine on the memory store behind a server of this machine, with the built application. */
export const openConsole = async (): Promise<ConsoleServer> => {
  if ((await buildConsole()) !== 0) throw new Error("the console cannot be built")
  let handle = async (_: IncomingMessage, response: ServerResponse): Promise<void> => void response.writeHead(503).end()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost")
    void (pathname.startsWith("/app") ? sendFile(pathname, response) : handle(request, response))
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  const links = new Map<string, string>()
  const waiting = new Map<string, (link: string) => void>()
  const quire = await Quire.open({
    store: { kind: "memory" },
    baseUrl: url,
    logger: () => {},
    mail: {
      kind: "own",
      deliver: async ({ text, to }) => {
        const link = /http:\S+sign-in\?code=\S+/.exec(text)?.[0]
        if (link === undefined) return
        links.set(to, link)
        waiting.get(to)?.(link)
      }
    }
  })
  handle = Quire.toNodeHandler(quire.handler)
  return {
    quire,
    url,
    linkFor: (to) => {
      const link = links.get(to)
      return link === undefined ? new Promise((done) => void waiting.set(to, done)) : Promise.resolve(link)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await quire.close()
    }
  }
}
