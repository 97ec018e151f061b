import { createServer } from "node:http"
import { strToU8, zipSync } from "fflate"

export interface Source {
  readonly url: string
  readonly close: () => Promise<void>
}

const page = (title: string, text: string) => `# ${title}\n\n${text}\n`

/** A transparent pixel. */
const png = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="),
  (character) => character.charCodeAt(0)
)

/** Numbered pages, each with a word that all have, and numbered pictures that the first page shows. */
export const archive = (pages: number, pictures = pages): Uint8Array =>
  zipSync(
    Object.fromEntries([
      ...Array.from({ length: pages }, (_, at): [string, Uint8Array] => {
        const shown = at > 0 ? [] : Array.from({ length: pictures }, (_, picture) => `![](picture-${picture}.png)`)
        return [`page-${at}.md`, strToU8(page(`Page ${at}`, ["Some aardvark here.", ...shown].join("\n\n")))]
      }),
      ...Array.from({ length: pictures }, (_, at): [string, Uint8Array] => [`picture-${at}.png`, png])
    ]),
    { level: 0 }
  )

const documents: Readonly<Record<string, readonly [type: string, content: string | Uint8Array]>> = {
  "/guide.md": ["text/markdown", page("Guide", "Read the **aardvark** guide.\n\n## Install\n\nRun the installer.")],
  "/titled.md": [
    "text/markdown",
    "---\ntitle: Badgers\ndescription: Their lives\n---\n\n# All *about* badgers\n\nThey dig.\n"
  ],
  "/openapi.json": [
    "application/json",
    JSON.stringify({ openapi: "3.1.0", info: { title: "Badgers", version: "1" }, paths: {} })
  ],
  "/site.html": ["text/html", "<title>Site</title><h1>Site</h1><p>About badgers.</p>"],
  "/docs.zip": ["application/zip", archive(3)],
  "/broken.zip": ["application/zip", "not a zip"]
}

/** Serves documents to import on the loopback interface: `/openapi.json`, `/guide.md`, `/titled.md`, `/site.html`, `/docs.zip`, `/broken.zip`. */
export const open = async (): Promise<Source> => {
  const server = createServer((request, response) => {
    const [type, content] = documents[new URL(request.url ?? "/", "http://source").pathname] ?? []
    if (type === undefined) response.writeHead(404).end()
    else response.writeHead(200, { "content-type": type }).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
