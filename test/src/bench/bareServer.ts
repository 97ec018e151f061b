import { createHash, randomBytes, randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Pool } from "pg"
import { serveParent } from "./child.ts"
import { markdown } from "./content.ts"

/** What a developer would write by hand for these seven requests: one file, no checks beyond the token, no history. */

const [url] = process.argv.slice(2)
const token = randomBytes(24).toString("hex")
const digest = (text: string) => createHash("sha256").update(text).digest("base64url")

interface SpaceRow {
  readonly id: string
  readonly title: string
  readonly created: number
}

interface Store {
  readonly user: (digest: string) => Promise<string | undefined>
  readonly space: (id: string) => Promise<SpaceRow | undefined>
  readonly spaces: (after: string, limit: number) => Promise<ReadonlyArray<SpaceRow>>
  readonly create: (row: SpaceRow) => Promise<void>
  readonly page: (path: string) => Promise<string | undefined>
  readonly search: (
    words: ReadonlyArray<string>,
    limit: number
  ) => Promise<ReadonlyArray<{ path: string; body: string }>>
  readonly importPages: (pages: ReadonlyArray<readonly [string, string]>) => Promise<void>
}

const memory = (): Store => {
  const users = new Map<string, string>([[digest(token), "u"]])
  const spaces = new Map<string, SpaceRow>()
  const pages = new Map<string, string>()
  return {
    user: async (key) => users.get(key),
    space: async (id) => spaces.get(id),
    spaces: async (after, limit) =>
      [...spaces.values()]
        .filter(({ id }) => id > after)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit),
    create: async (row) => void spaces.set(row.id, row),
    page: async (path) => pages.get(path),
    search: async (words, limit) =>
      [...pages]
        .flatMap(([path, body]) => (words.every((word) => body.includes(word)) ? [{ path, body }] : []))
        .slice(0, limit),
    importPages: async (made) => {
      for (const [path, body] of made) pages.set(path, body)
    }
  }
}

const postgres = async (connection: string): Promise<Store> => {
  const pool = new Pool({ connectionString: connection, max: 10 })
  await pool.query(`create table users (digest text primary key, id text);
    create table spaces (id text collate "C" primary key, title text, created bigint);
    create table pages (path text primary key, body text, tokens tsvector generated always as (to_tsvector('simple', body)) stored);
    create index on pages using gin (tokens)`)
  await pool.query("insert into users values ($1, 'u')", [digest(token)])
  const rows = async <A>(sql: string, values: ReadonlyArray<unknown>): Promise<ReadonlyArray<A>> =>
    (await pool.query(sql, [...values])).rows
  return {
    user: async (key) => (await rows<{ id: string }>("select id from users where digest = $1", [key]))[0]?.id,
    space: async (id) => (await rows<SpaceRow>("select id, title, created from spaces where id = $1", [id]))[0],
    spaces: (after, limit) =>
      rows<SpaceRow>("select id, title, created from spaces where id > $1 order by id limit $2", [after, limit]),
    create: async (row) => {
      const client = await pool.connect()
      await client.query("begin")
      await client.query("insert into spaces values ($1, $2, $3)", [row.id, row.title, row.created])
      await client.query("commit")
      client.release()
    },
    page: async (path) => (await rows<{ body: string }>("select body from pages where path = $1", [path]))[0]?.body,
    search: (words, limit) =>
      rows("select path, left(body, 200) as body from pages where tokens @@ to_tsquery('simple', $1) limit $2", [
        words.join(" & "),
        limit
      ]),
    importPages: async (made) => {
      await pool.query(
        "insert into pages (path, body) select * from unnest($1::text[], $2::text[]) on conflict do nothing",
        [made.map(([path]) => path), made.map(([, body]) => body)]
      )
    }
  }
}

const view = ({ created, id, title }: SpaceRow) => ({
  object: "space",
  id,
  title,
  emoji: "",
  visibility: "private",
  createdAt: new Date(Number(created)).toISOString(),
  updatedAt: new Date(Number(created)).toISOString(),
  editMode: "locked",
  urls: { location: `http://127.0.0.1/v1/spaces/${id}`, app: `http://127.0.0.1/app/s/${id}` },
  organization: "o",
  revision: "r",
  defaultLevel: "inherit",
  comments: 0,
  changeRequests: 0,
  changeRequestsOpen: 0,
  changeRequestsDraft: 0,
  permissions: {
    view: true,
    access: true,
    admin: true,
    viewInviteLinks: true,
    edit: true,
    triggerGitSync: true,
    comment: true,
    merge: true,
    review: true
  }
})

const read = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request) text += chunk
  return text
}

const send = (response: ServerResponse, status: number, value: unknown) => {
  const body = JSON.stringify(value)
  response
    .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    .end(body)
}

const store = url === undefined ? memory() : await postgres(url)
const seeded = Array.from({ length: 200 }, (_, index) => ({
  id: randomUUID(),
  title: `Space ${index}`,
  created: Date.now()
}))
for (const row of seeded) await store.create(row)
await store.importPages(Array.from({ length: 200 }, (_, page) => [`page-${page}`, markdown(page)] as const))

const answer = async (request: IncomingMessage, response: ServerResponse) => {
  const target = new URL(request.url ?? "/", "http://x")
  const user = await store.user(digest((request.headers.authorization ?? "").slice(7)))
  if (user === undefined) return send(response, 401, {})
  const parts = target.pathname.split("/")
  if (parts[2] === "orgs" && request.method === "POST") {
    const { title } = JSON.parse(await read(request)) as { title: string }
    const row = { id: randomUUID(), title, created: Date.now() }
    await store.create(row)
    return send(response, 201, view(row))
  }
  if (parts[2] === "orgs") {
    const items = await store.spaces("", Number(target.searchParams.get("limit")) + 1)
    return send(response, 200, { items: items.slice(0, 100).map(view), next: { page: items[99]?.id }, count: 200 })
  }
  if (parts[4] === "search") {
    const { searchParams } = target
    const limit = Number(searchParams.get("limit") ?? 50)
    const found = await store.search((searchParams.get("query") ?? "").split(" "), limit)
    return send(response, 200, {
      items: found.map(({ body, path }) => ({ path, body: body.slice(0, 200) })),
      count: found.length
    })
  }
  if (parts[5] === "path") return send(response, 200, { title: parts[7], markdown: await store.page(parts[7] ?? "") })
  if (parts[5] === "import") {
    const { url } = JSON.parse(await read(request)) as { url: string }
    const archive = (await (await fetch(`${url}.json`)).json()) as Record<string, string>
    await store.importPages(Object.entries(archive).map(([path, body]) => [`${randomUUID()}/${path}`, body] as const))
    return send(response, 201, { importedResources: Object.keys(archive).length })
  }
  const row = await store.space(parts[3] ?? "")
  return row === undefined ? send(response, 404, {}) : send(response, 200, view(row))
}

const server = createServer((request, response) => void answer(request, response))
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo
  serveParent(
    { url: `http://127.0.0.1:${port}`, token, organization: "o", space: seeded[0]?.id ?? "" },
    async () => void server.closeAllConnections()
  )
})
