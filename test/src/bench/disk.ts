/**
 * What 10,000 pages take on disk, by table: `node test/dist/bench/disk.js`. Pages are of about 200 words in three
 * sections, 500 in each space, and written as people write them, 50 at a time.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedPostgres } from "@quire/adapters/postgres"
import { Quire } from "@quire/http"
import { Effect, Redacted } from "effect"
import { Client } from "pg"
import { type CorpusPage, corpusPage } from "./searchCorpus.ts"

const spaces = Number(process.env["QUIRE_BENCH_SPACES"] ?? 20)
const pagesOfSpace = 500
const pagesOfBatch = 50

const markdownOf = ({ sections }: CorpusPage): string =>
  sections.map(({ body, heading }) => (heading === "" ? body : `## ${heading}\n\n${body}`)).join("\n\n")

const fill = async (quire: Quire.Quire): Promise<number> => {
  const { id: user } = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
  const as = quire.as(user)
  const { id: organization } = await as.organizations.create({ title: "Acme" })
  let bytes = 0
  for (let at = 0; at < spaces; at++) {
    const { id: space } = await as.spaces.create(organization, { title: `Space ${at}`, editMode: "live" })
    for (let first = 0; first < pagesOfSpace; first += pagesOfBatch) {
      const pages = Array.from({ length: pagesOfBatch }, (_, index) => corpusPage(at * pagesOfSpace + first + index))
      const changes = pages.map((page) => {
        const markdown = markdownOf(page)
        bytes += Buffer.byteLength(markdown)
        return { operation: "insert_page" as const, title: page.title, document: { markdown } }
      })
      await as.content.edit({ space }, { changes })
    }
    console.log(`${(at + 1) * pagesOfSpace} pages`)
  }
  return bytes
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

const report = async (url: string, written: number) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query("vacuum analyze")
  const { rows } = await client.query(`select relname, pg_table_size(oid) as rows, pg_indexes_size(oid) as indexes
    from pg_class where relnamespace = 'quire'::regnamespace and relkind = 'r' order by pg_total_relation_size(oid) desc`)
  await client.end()
  const per = 10_000 / (spaces * pagesOfSpace)
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0) * per
  console.log(`\nMB for 10,000 pages of ${megabytes(written * per)} MB Markdown\n`)
  console.log("| table | rows and texts | indexes |\n|---|---|---|")
  for (const { indexes, relname, rows: size } of rows.slice(0, 12))
    console.log(`| ${relname} | ${megabytes(size * per)} | ${megabytes(indexes * per)} |`)
  console.log(
    `| all | ${megabytes(sum((row) => Number(row.rows)))} | ${megabytes(sum((row) => Number(row.indexes)))} |`
  )
}

const run = Effect.fnUntraced(function* (directory: string) {
  const { url } = yield* EmbeddedPostgres.start({ directory })
  yield* Effect.promise(async () => {
    const address = Redacted.value(url)
    const quire = await Quire.open({ store: { kind: "postgres", url: address }, baseUrl: "http://quire.test" })
    const written = await fill(quire)
    await quire.close()
    await report(address, written)
  })
})

const directory = await mkdtemp(join(tmpdir(), "quire-disk-"))
try {
  await Effect.runPromise(Effect.scoped(run(directory)))
} finally {
  await rm(directory, { recursive: true, force: true })
}
