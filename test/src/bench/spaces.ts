/**
 * What a page of an organization's spaces costs where there are 1,000, 10,000 and 100,000, for callers who see all,
 * half and three of them, compared with plain SQL for the same on the same tables, on an embedded Postgres.
 */

import { writeFile } from "node:fs/promises"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedPostgres } from "@quire/adapters/postgres"
import {
  AccessFacts,
  Actor,
  ApiTokens,
  type Engine,
  Grant,
  Members,
  type OrganizationId,
  Organizations,
  Placement,
  Repository,
  RevisionId,
  Space,
  SpaceId,
  type UserId,
  Users
} from "@quire/core"
import { TreeLock } from "@quire/core/internal"
import { Http, Logging, OrganizationCreation, Quire, RateLimit, Readiness, WebHandler } from "@quire/http"
import { type Context, Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { Client } from "pg"

const rounds = Number(process.env["QUIRE_BENCH_ROUNDS"] ?? 40)
const sizes = (process.env["QUIRE_BENCH_SIZES"] ?? "1000,10000,100000").split(",").map(Number)
const limit = 50
const batch = 1000

const people = ["administrator", "member", "guest"] as const
type Who = (typeof people)[number]

interface Person {
  readonly id: UserId
  readonly token: string
}

const idAt = (size: number, at: number) => `s${String(size).padStart(9, "0")}${String(at).padStart(17, "0")}`

/** Every other space is open to members, the others to administrators; the guest has a grant on three of the closed. */
const placed = (organization: OrganizationId, size: number, at: number, guest: UserId) => {
  const id = idAt(size, at)
  const isOpen = at % 2 === 0
  const isGuests = !isOpen && at % Math.floor(size / 3) < 2 && at < size - 2
  const placement: Placement.Placement = {
    id,
    kind: "space",
    organization,
    parent: null,
    position: `a${String(at).padStart(9, "0")}`,
    ancestors: [],
    sites: [],
    level: isOpen ? "inherit" : null,
    accessChain: [[id]],
    accessDefault: isOpen ? "member" : "nobody",
    accessOwners: [],
    readers: [...(isOpen ? [`member:${organization}`] : []), ...(isGuests ? [`user:${guest}`] : [])],
    createdBy: null,
    deletedAt: null,
    deletion: null
  }
  const space: Space.Space = {
    id: SpaceId.make(id),
    organization,
    title: `Space ${at}`,
    emoji: "",
    icon: null,
    editMode: "locked",
    createdAt: at,
    updatedAt: at,
    revision: RevisionId.make(`r${id.slice(1)}`),
    createdBy: null
  }
  return { placement, space, isGuests }
}

/** Fills an organization by rows, as many at a time as one statement takes well. */
const fill = Effect.fnUntraced(function* (organization: OrganizationId, size: number, guest: UserId) {
  const placements = yield* Repository.make(Placement.collection)
  const spaces = yield* Repository.make(Space.collection)
  const trees = yield* Repository.make(TreeLock.collection)
  const grants = yield* Repository.make(Grant.collection)
  const facts = yield* AccessFacts.AccessFacts
  const began = performance.now()
  let granted = 0
  for (let from = 0; from < size; from += batch) {
    const rows = Array.from({ length: Math.min(batch, size - from) }, (_, at) =>
      placed(organization, size, from + at, guest)
    )
    yield* Effect.orDie(placements.insertAll(rows.map(({ placement }) => placement)))
    yield* Effect.orDie(spaces.insertAll(rows.map(({ space }) => space)))
    yield* facts.setReaders(
      rows.map(({ placement: { id, readers: keys } }) => ({ organization, kind: "space", placement: id, keys }))
    )
    const theirs = rows.filter(({ isGuests }) => isGuests)
    granted += theirs.length
    yield* Effect.orDie(
      grants.insertAll(
        theirs.map(({ placement: { id } }) => ({
          id: Grant.GrantId.make(`g${id.slice(1)}`),
          organization,
          resource: id,
          reader: `user:${guest}`,
          role: "read"
        }))
      )
    )
    if ((from + batch) % 20_000 === 0) console.log(`filled ${from + batch} spaces of ${size}`)
  }
  yield* trees.add(organization, { spaces: size })
  console.log(`filled ${size} spaces in ${((performance.now() - began) / 1000).toFixed(1)} s, ${granted} for the guest`)
})

/** Plain SQL of one page, and of its count where the page is the first. */
const bareOf = (who: Who, organization: string, user: string, after: string) => {
  const shown = `s."doc" as space, p."doc" as placement, c.*`
  const joined = `join quire.spaces s on s."id" = p."id" join quire.spaces_counters c on c."id" = p."id"`
  const key = who === "member" ? `member:${organization}` : `user:${user}`
  const page =
    who === "administrator"
      ? {
          text: `select ${shown} from quire.placements p ${joined} where p."organization" = $1 and p."kind" = 'space'
            and p."active" and p."id" > $2 order by p."id" limit ${limit + 1}`,
          values: [organization, after]
        }
      : {
          text: `select ${shown} from quire.placement_readers r join quire.placements p on p."id" = r.placement ${joined}
            where r.organization = $1 and r.kind = 'space' and r.key = $2 and r.placement > $3
            order by r.placement limit ${limit + 1}`,
          values: [organization, key, after]
        }
  const count =
    who === "administrator"
      ? { text: `select "spaces" from quire.organization_trees_counters where "id" = $1`, values: [organization] }
      : {
          text: `select count(*) from (select from quire.placement_readers
            where organization = $1 and kind = 'space' and key = $2 limit 10001) counted`,
          values: [organization, key]
        }
  return after === "" ? [page, count] : [page]
}

interface Cost {
  readonly cpu: number
  readonly wall: number
}

const cost = async (run: () => Promise<unknown>): Promise<Cost> => {
  const before = process.cpuUsage()
  const began = performance.now()
  await run()
  const wall = performance.now() - began
  const { system, user } = process.cpuUsage(before)
  return { cpu: user + system, wall }
}

const quantile = (values: ReadonlyArray<number>, share: number) =>
  values.toSorted((left, right) => left - right)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

interface Listed {
  readonly items: ReadonlyArray<{ readonly id: string }>
  readonly next?: { readonly page: string }
  readonly count?: number
}

/** An engine and its HTTP face, which logs nothing. */
const opened = (url: string) =>
  Effect.gen(function* () {
    const runtime = yield* Effect.acquireRelease(
      Effect.sync(() =>
        ManagedRuntime.make(Quire.layer({ store: { kind: "postgres", url }, baseUrl: "http://quire.test" }))
      ),
      (made) => Effect.promise(() => made.dispose())
    )
    const context: Context.Context<Engine.Services | Engine.Ports> = yield* runtime.contextEffect
    const web = WebHandler.toWebHandler(
      Http.layer.pipe(
        Layer.provideMerge(
          Layer.mergeAll(
            RateLimit.RateLimit.layerOff,
            Readiness.Readiness.layer,
            OrganizationCreation.OrganizationCreation.layer("anyone"),
            Logging.layer(() => undefined)
          )
        ),
        Layer.provide(Layer.succeedContext(context))
      )
    )
    yield* Effect.addFinalizer(() => Effect.promise(() => web.dispose()))
    return { runtime, handler: web.handler }
  })

type Api = Effect.Success<ReturnType<typeof opened>>

const asked = async (api: Api, token: string, organization: string, query: string): Promise<Listed> => {
  const answer = await api.handler(
    new Request(`http://quire.test/v1/orgs/${organization}/spaces?${query}`, {
      headers: { authorization: `Bearer ${token}` }
    })
  )
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${answer.status} ${text}`)
  return JSON.parse(text)
}

/** The cursor, and the last id before it, about half through what the caller sees. */
const middleOf = async (api: Api, token: string, organization: string, size: number) => {
  let page = ""
  let after = ""
  for (let seen = 0; seen < size / 4; ) {
    const step = size <= 3 ? 1 : 500
    const read = await asked(api, token, organization, `limit=${step}${page === "" ? "" : `&page=${page}`}`)
    if (read.next === undefined) break
    seen += read.items.length
    page = read.next.page
    after = read.items.at(-1)?.id ?? ""
  }
  return { page, after }
}

/** The figures of one size, caller and page. */
interface Row {
  readonly size: number
  readonly who: Who
  readonly place: "first" | "middle"
  readonly at: { readonly page: string; readonly after: string }
  readonly made: Made
  count: number | undefined
  readonly own: Array<Cost>
  readonly bare: Array<Cost>
}

interface Made {
  readonly organization: string
  readonly size: number
  readonly persons: Readonly<Record<Who, Person>>
}

/** One request of a row, and the plain SQL of it. */
const once = async (api: Api, client: Client, row: Row) => {
  const { at, made } = row
  const { id, token } = made.persons[row.who]
  const query = `limit=${limit}${at.page === "" ? "" : `&page=${at.page}`}`
  const statements = bareOf(row.who, made.organization, id, at.after)
  const own = await cost(async () => {
    const answer = await asked(api, token, made.organization, query)
    row.count = answer.count
    if (answer.items.length === 0) throw new Error(`${row.who} sees nothing on the ${row.place} page of ${row.size}`)
  })
  const bare = await cost(async () => {
    for (const statement of statements) JSON.stringify((await client.query(statement)).rows)
  })
  return { own, bare }
}

/** The rows of one caller and page, whose rounds alternate between the sizes. */
const measure = async (api: Api, client: Client, who: Who, place: Row["place"], all: ReadonlyArray<Made>) => {
  const rows: Array<Row> = []
  for (const made of all) {
    const seen = who === "administrator" ? made.size : who === "member" ? made.size / 2 : 3
    const isFirst = place === "first"
    const at = isFirst ? { page: "", after: "" } : await middleOf(api, made.persons[who].token, made.organization, seen)
    rows.push({ size: made.size, who, place, at, made, count: undefined, own: [], bare: [] })
  }
  for (let round = -10; round < rounds; round++) {
    for (const row of rows) {
      const { bare, own } = await once(api, client, row)
      if (round < 0) continue
      row.own.push(own)
      row.bare.push(bare)
    }
  }
  console.log(`measured the ${place} page of the ${who}`)
  return rows
}

const number = (value: number) => Math.round(value).toLocaleString("en-US")
const line = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`

const report = (rows: ReadonlyArray<Row>) => {
  const cpu = (costs: ReadonlyArray<Cost>, share: number) =>
    quantile(
      costs.map((each) => each.cpu),
      share
    )
  const wall = (costs: ReadonlyArray<Cost>, share: number) =>
    quantile(
      costs.map((each) => each.wall),
      share
    )
  const cellsOf = ({ bare, count, own, place, size, who }: Row) => {
    const least = rows.find((row) => row.who === who && row.place === place)
    const growth = cpu(own, 0.5) / cpu(least?.own ?? own, 0.5)
    const slower = wall(own, 0.5) / wall(least?.own ?? own, 0.5)
    return [
      number(size),
      who,
      place,
      count === undefined ? "none" : number(count),
      `${number(cpu(own, 0.5))} / ${number(cpu(own, 0.95))}`,
      `${number(cpu(bare, 0.5))} / ${number(cpu(bare, 0.95))}`,
      `${wall(own, 0.5).toFixed(1)} / ${wall(own, 0.95).toFixed(1)}`,
      `${wall(bare, 0.5).toFixed(1)} / ${wall(bare, 0.95).toFixed(1)}`,
      `${growth.toFixed(2)} / ${slower.toFixed(2)}`
    ]
  }
  return [
    "# Cost of lists that are filtered by access",
    "",
    `Written by \`npm run bench -- spaces\`: \`GET /v1/orgs/{organization}/spaces?limit=${limit}\` in organizations of different sizes, in one process on an embedded Postgres, with one request at a time. Rounds alternate between the sizes. The member can view every second space, the guest three spaces. The table shows the median and 95th percentile of ${rounds} requests after 10 warm-up requests: microseconds of processor time of the Quire process from the request to the text of the response, without that of the database, and milliseconds of elapsed time, including the database. For comparison, it shows plain SQL for the same page, and for its count if it is the first page, with \`pg\` in the same process: without credentials, access decisions or views. Measured on ${cpus().length} cores of ${cpus()[0]?.model ?? "unknown"}, Node ${process.versions.node}. Absolute figures vary with the machine; compare the rows.`,
    "",
    line([
      "spaces",
      "caller",
      "page",
      "count",
      "Quire µs",
      "SQL µs",
      "Quire ms",
      "SQL ms",
      `growth of medians since ${number(sizes[0] ?? 0)}, µs / ms`
    ]),
    line(Array.from({ length: 9 }, () => "---")),
    ...rows.map((row) => line(cellsOf(row))),
    "",
    "A first page includes a count. For administrators the count is a stored counter. For others it reads at most 10,001 rows of an index, so the time grows with the number of visible spaces only up to that bound; above 10,000 the page has no `count`. Later pages carry the count in their cursor.",
    ""
  ].join("\n")
}

const connected = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ connectionString: url })
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

/** An embedded server's database, dropped at the end. */
const embedded = Effect.gen(function* () {
  const { url } = yield* EmbeddedPostgres.start({ directory: join(tmpdir(), `quire-bench-${process.getuid?.() ?? 0}`) })
  const admin = yield* connected(Redacted.value(url))
  const drop = Effect.promise(() => admin.query("drop database if exists bench_spaces with (force)"))
  yield* drop
  yield* Effect.promise(() => admin.query("create database bench_spaces"))
  yield* Effect.addFinalizer(() => drop)
  return Redacted.value(url).replace(/\/[^/?]*(\?|$)/, "/bench_spaces$1")
})

const organizationOf = (size: number) =>
  Effect.gen(function* () {
    const members = yield* Members.Members
    const organizations = yield* Organizations.Organizations
    const tokens = yield* ApiTokens.ApiTokens
    const users = yield* Users.Users
    const introduce = Effect.fnUntraced(function* (who: Who) {
      const { id } = yield* users.ensure({ email: `${who}-${size}@bench.test`, displayName: who, emailVerified: true })
      const { token } = yield* tokens.create(id, { label: "bench" })
      return { id, token } satisfies Person
    })
    const persons = {
      administrator: yield* introduce("administrator"),
      member: yield* introduce("member"),
      guest: yield* introduce("guest")
    }
    const { id: organization } = yield* organizations.create({ title: `Of ${size}` })
    yield* members.add(organization, persons.administrator.id, "admin")
    yield* members.add(organization, persons.member.id, "read")
    yield* members.add(organization, persons.guest.id, null)
    yield* fill(organization, size, persons.guest.id)
    return { organization, persons, size }
  }).pipe(Effect.provideService(Actor.Actor, Actor.system))

const measured = Effect.gen(function* () {
  const url = yield* embedded
  const api = yield* opened(url)
  const client = yield* connected(url)
  const made = yield* Effect.promise(() => api.runtime.runPromise(Effect.forEach(sizes, organizationOf)))
  yield* Effect.promise(() => client.query("vacuum analyze"))
  const rows: Array<Row> = []
  for (const who of people) {
    for (const place of ["first", "middle"] as const) {
      rows.push(...(yield* Effect.promise(() => measure(api, client, who, place, made))))
    }
  }
  return rows
})

const text = report(await Effect.runPromise(Effect.scoped(measured)))
console.log(text)
await writeFile("docs/benchmarks-access.md", text)
