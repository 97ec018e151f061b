import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { Quire } from "@quire/http"

const base = process.env["BASE_URL"] ?? "http://127.0.0.1:3000"

/** The users of this host, by the session in their cookie. */
const users = new Map([
  ["s-1", { email: "ann@example.com", displayName: "Ann" }],
  ["s-2", { email: "bob@example.com", displayName: "Bob" }]
])
const userOf = (cookie: string | null | undefined) => users.get(/session=([\w-]+)/.exec(cookie ?? "")?.[1] ?? "")

const quire = await Quire.open({
  store: { kind: "memory" },
  baseUrl: `${base}/quire`,
  identify: async ({ headers }) => userOf(headers.get("cookie")) ?? null
})
const [ann, bob] = await Promise.all(Array.from(users.values(), (user) => quire.system.users.ensure(user)))
if (ann === undefined || bob === undefined) throw new Error("The host has no users.")
const { id: organization } = await quire.as(ann.id).organizations.create({ title: "Acme" })
await quire.system.members.add(organization, bob.id, "admin")
const { id: space } = await quire.as(ann.id).spaces.create(organization, { title: "Notes", editMode: "live" })
const changes = [{ operation: "insert_page", title: "Notes", document: { markdown: "Write here." } }] as const
await quire.as(ann.id).content.edit({ space }, { changes })
const page = (await quire.as(ann.id).content.pages({ space })).pages[0]?.id

/** The editor needs no more than this: files of this host, one policy for trusted types, images and the API. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types quire-editor"

const handle = Quire.toNodeHandler(quire.handler)
const types = { html: "text/html", js: "text/javascript", css: "text/css" }

createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? "/", base)
  if (pathname.startsWith("/quire/")) return handle(request, response)
  const user = userOf(request.headers.cookie)
  if (user === undefined) return response.writeHead(401).end("Sign in first.")
  if (pathname === "/note") {
    const note = { server: `${base}/quire`, space, page, user: user.email }
    return response.setHeader("content-type", "application/json").end(JSON.stringify(note))
  }
  const name = /^\/assets\/[\w.-]+$/.test(pathname) ? pathname : "/index.html"
  const [, type] = Object.entries(types).find(([ending]) => name.endsWith(ending)) ?? []
  const file = await readFile(new URL(`./page${name}`, import.meta.url)).catch(() => undefined)
  if (file === undefined || type === undefined) return response.writeHead(404).end()
  response.writeHead(200, { "content-type": type, "content-security-policy": policy }).end(file)
}).listen(Number(new URL(base).port), "127.0.0.1", () => console.log(`listening on ${base}`))
