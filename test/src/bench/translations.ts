/**
 * What it costs to keep a translation up to date, by the size of the space, on an embedded Postgres, with a translator
 * on this machine that answers at once.
 */
import { writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { cpus, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { Quire } from "@quire/http"
import { Client } from "pg"

const rounds = Number(process.env["QUIRE_BENCH_ROUNDS"] ?? 3)
const sizes = [200, 2_000]
const pagesPerEdit = 50
const usingTerm = 10

const asked = { calls: 0, texts: 0 }
const textsOf = (body: string): ReadonlyArray<string> => {
  const sent: unknown = JSON.parse(body)
  const texts = typeof sent === "object" && sent !== null && "q" in sent ? sent.q : undefined
  return Array.isArray(texts) ? texts.map((text) => `fr ${text}`) : []
}
const server = createServer((request, response) => {
  let body = ""
  request.setEncoding("utf8")
  request.on("data", (chunk) => {
    body += chunk
  })
  request.on("end", () => {
    const texts = textsOf(body)
    asked.calls++
    asked.texts += texts.length
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify({ translatedText: texts }))
  })
})
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const bound = server.address()
const url = `http://127.0.0.1:${typeof bound === "object" && bound !== null ? bound.port : 0}`

let queries = 0
const send: unknown = Reflect.get(Client.prototype, "query")
Reflect.set(Client.prototype, "query", function counted(this: unknown, ...given: ReadonlyArray<unknown>) {
  queries++
  return typeof send === "function" ? Reflect.apply(send, this, given) : undefined
})

const quire = await Quire.open({
  upkeep: "off",
  store: { kind: "embedded", directory: join(tmpdir(), `quire-bench-translations-${process.pid}`) },
  baseUrl: "http://quire.test",
  translator: { kind: "libre", url }
})
const { id: user } = await quire.system.users.ensure({ email: "bench@quire.test", displayName: "Bench" })
const face = quire.as(user)
const { id: organization } = await face.organizations.create({ title: "Bench" })

interface Cost {
  readonly calls: number
  readonly texts: number
  readonly queries: number
  readonly own: number
  readonly wall: number
}

/** What the jobs that are due cost. */
const cost = async (): Promise<Cost> => {
  const [texts, calls, sent] = [asked.texts, asked.calls, queries]
  const [before, began] = [process.cpuUsage(), performance.now()]
  await quire.system.jobs.run()
  const { system, user: spent } = process.cpuUsage(before)
  return {
    calls: asked.calls - calls,
    texts: asked.texts - texts,
    queries: queries - sent,
    own: (system + spent) / 1000,
    wall: performance.now() - began
  }
}

const paragraphs = (page: number, first = "") => [
  `${first}Page ${page} begins here, with **some** words and [a link](https://example.com/${page}).`,
  "## What it says",
  page < usingTerm ? `A branch is used on page ${page}.` : `Nothing is used on page ${page}.`,
  `It ends with \`code ${page}\`, after three texts and a heading.`
]

const measure = async (size: number) => {
  const source = (await face.spaces.create(organization, { title: `Source ${size}`, editMode: "live" })).id
  const space = (await face.spaces.create(organization, { title: `Output ${size}` })).id
  for (let at = 0; at < size; at += pagesPerEdit) {
    const changes = Array.from({ length: Math.min(pagesPerEdit, size - at) }, (_, n) => ({
      operation: "insert_page" as const,
      title: `Page ${at + n}`,
      document: { markdown: paragraphs(at + n).join("\n\n") }
    }))
    await face.content.edit({ space: source }, { changes })
  }
  const { id } = await face.translations.create(organization, {
    title: `Bench ${size}`,
    source: { space: source, language: "en" }
  })
  await face.translationLanguages.put(organization, id, "fr", { space })
  const first = await cost()
  const { status } = await face.translationLanguages.get(organization, id, "fr")
  if (status !== "completed") throw new Error(`the space of ${size} pages was not translated: ${status}`)
  const { pages } = await face.content.pages({ space: source })
  const page = pages[size - 1]?.id ?? ""
  const paragraph: Array<Cost> = []
  const term: Array<Cost> = []
  const nothing: Array<Cost> = []
  for (let round = 0; round < rounds; round++) {
    const markdown = paragraphs(size - 1, `Round ${round}. `).join("\n\n")
    await face.content.edit(
      { space: source },
      { changes: [{ operation: "update_page", page, document: { markdown } }] }
    )
    paragraph.push(await cost())
    const translations = { en: "branch", fr: `branche ${size} ${round}` }
    const { items } = await face.glossary.list(organization, { limit: 1 })
    const [entry] = items
    await face.glossary.update(organization, {
      operations: [
        entry === undefined ? { type: "insert", translations } : { type: "update", id: entry.id, translations }
      ]
    })
    term.push(await cost())
    await face.translations.run(organization, id)
    nothing.push(await cost())
  }
  await face.translations.remove(organization, id)
  return [
    ["first run", [first]],
    ["one paragraph changed", paragraph],
    ["a term changed", term],
    ["nothing changed", nothing]
  ] as const
}

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const line = (cells: ReadonlyArray<string | number>) =>
  `| ${cells.map((cell) => (typeof cell === "number" ? Math.round(cell).toLocaleString("en") : cell)).join(" | ")} |`

const lines: Array<string> = []
for (const size of sizes) {
  for (const [name, costs] of await measure(size)) {
    const of = (figure: keyof Cost) => median(costs.map((each) => each[figure]))
    lines.push(line([size, name, of("calls"), of("texts"), of("queries"), of("own"), of("wall")]))
  }
  console.log(lines.slice(-4).join("\n"))
}
await quire.close()
server.close()
server.closeAllConnections()

const text = [
  "# Translations",
  "",
  `Written by \`npm run bench -- translations\`. Spaces of pages with a title, a heading and three paragraphs each are translated by a server on the same machine that implements the LibreTranslate protocol and responds immediately. Then one paragraph of one page changes, or a term that ${usingTerm} pages use changes, or nothing changes. The first run is measured once; the other figures are medians of ${rounds} rounds: calls of the translator, texts in these calls, Postgres queries, milliseconds of processor time of the Quire process, which includes the translator but not the database, and the elapsed time. Measured on ${cpus().length} cores of ${cpus()[0]?.model ?? "unknown"}, Node ${process.versions.node}, at a load of ${(loadavg()[0] ?? 0).toFixed(1)}. Absolute figures vary with the machine; compare the rows.`,
  "",
  line(["pages", "what", "calls", "texts", "queries", "processor ms", "elapsed ms"]),
  line(Array.from({ length: 7 }, () => "---")),
  ...lines,
  ""
].join("\n")
await writeFile("docs/benchmarks-translations.md", text)
