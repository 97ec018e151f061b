/**
 * What it costs from a description that was sent to a spec that is complete, by its size, on an embedded Postgres:
 * processor time of this process and of the one that reads the text.
 */

import { readFileSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { cpus, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import type { OpenApiSpec } from "@quire/core"
import { Quire } from "@quire/http"
import * as Computed from "./computed.ts"

const rounds = Number(process.env["QUIRE_BENCH_ROUNDS"] ?? 7)
const sizes = [100, 1_000, 5_000]

const schema = (at: number) => ({
  type: "object",
  description: `Thing ${at}, with what is known of it.`,
  required: ["id"],
  properties: {
    id: { type: "string", format: "uuid", description: "Its id." },
    name: { type: "string", maxLength: 100, example: `Thing ${at}` },
    parts: { type: "array", items: { $ref: `#/components/schemas/Thing${(at + 1) % 20}` } }
  }
})

const operation = (at: number, title: string) => ({
  operationId: `operation${at}`,
  tags: [`Group ${at % 25}`],
  summary: `Operation ${at} of ${title}`,
  description: "What it does, in a few words that say **more** than its name, with [a link](https://example.com).",
  parameters: [
    { name: "id", in: "path", required: true, schema: { type: "string" }, description: "The id of the thing." },
    { name: "limit", in: "query", schema: { type: "integer", minimum: 0, maximum: 1000, default: 50 } }
  ],
  requestBody: { content: { "application/json": { schema: { $ref: `#/components/schemas/Thing${at % 20}` } } } },
  responses: {
    200: {
      description: "The thing.",
      content: { "application/json": { schema: { $ref: `#/components/schemas/Thing${(at * 7) % 20}` } } }
    },
    404: { description: "There is no such thing." }
  }
})

/** A description of so many operations, in JSON. */
const described = (count: number, title: string): string =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title, version: "1" },
    paths: Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`/things/{id}/operation-${at}`, { post: operation(at, title) }])
    ),
    components: { schemas: Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`Thing${at}`, schema(at)])) }
  })

const median = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

/** Milliseconds that the processes which read descriptions have worked so far. */
const readers = (): number =>
  read(`/proc/self/task/${process.pid}/children`)
    .split(" ")
    .filter((pid) => read(`/proc/${pid}/cmdline`).includes("DescriptionWorker"))
    .reduce((sum, pid) => sum + Number(read(`/proc/${pid}/schedstat`).split(" ")[0]) / 1e6, 0)

interface Cost {
  readonly own: number
  readonly reader: number
  readonly wall: number
}

const directory = join(tmpdir(), `quire-bench-openapi-${process.pid}`)
const served = new Map<string, string>()
const server = createServer((asked, response) => void response.end(served.get(asked.url ?? "")))
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
const bound = server.address()
const address = `http://127.0.0.1:${typeof bound === "object" && bound !== null ? bound.port : 0}`

const open = () =>
  Quire.open({
    upkeep: "off",
    store: { kind: "embedded", directory },
    baseUrl: "http://quire.test",
    fetchAllow: ["127.0.0.1"]
  })
const quire = await open()
const { id: user } = await quire.system.users.ensure({ email: "bench@quire.test", displayName: "Bench" })
const face = quire.as(user)
const { id: organization } = await face.organizations.create({ title: "Bench" })

const cost = async (source: OpenApiSpec.Source): Promise<Cost> => {
  await face.openApiSpecs.put(organization, "bench", { source })
  const [before, reading, began] = [process.cpuUsage(), readers(), performance.now()]
  await quire.system.jobs.run()
  const { system, user: spent } = process.cpuUsage(before)
  const wall = performance.now() - began
  const { lastProcessErrorMessage, processingState } = await face.openApiSpecs.get(organization, "bench")
  if (processingState !== "complete" || lastProcessErrorMessage !== undefined) {
    throw new Error(`the description was not read: ${lastProcessErrorMessage}`)
  }
  return { own: (system + spent) / 1000, reader: Math.max(0, readers() - reading), wall }
}

const rows = new Map(sizes.map((count) => [count, { bytes: 0, fresh: new Array<Cost>(), same: new Array<Cost>() }]))
for (let round = 0; round < rounds + 1; round++) {
  for (const [count, row] of rows) {
    const text = described(count, `Round ${round}`)
    served.set(`/${count}`, text)
    const source = { url: `${address}/${count}` }
    const [fresh, same] = [await cost(source), await cost(source)]
    row.bytes = Buffer.byteLength(text)
    if (round === 0) continue
    row.fresh.push(fresh)
    row.same.push(same)
  }
  console.log(`round ${round + 1} of ${rounds + 1}`)
}
for (const count of sizes) {
  await face.openApiSpecs.put(organization, `computed-${count}`, { source: { url: `${address}/${count}` } })
}
await quire.system.jobs.run()
await quire.close()
const computed = new Map(sizes.map((count) => [count, new Array<Computed.Costs>()]))
for (let round = 0; round < rounds + 1; round++) {
  for (const [count, all] of computed) {
    const costs = await Computed.measure({ open, organization, user, spec: `computed-${count}` })
    if (round > 0) all.push(costs)
  }
  console.log(`round ${round + 1} of ${rounds + 1} of computed pages`)
}
server.close()
server.closeAllConnections()

const line = (cells: ReadonlyArray<string | number>) =>
  `| ${cells.map((cell) => (typeof cell === "number" ? Math.round(cell).toLocaleString("en") : cell)).join(" | ")} |`

const text = [
  "# API descriptions",
  "",
  `Written by \`npm run bench -- openapi\`. A spec is created from the URL of a JSON description on the same machine and processed twice: once when the description is new, and once when its bytes have not changed. The table shows medians of ${rounds} rounds, which alternate between the sizes: milliseconds of processor time of the Quire process and of the separate process that reads the text at a lower priority, without that of the database, and the elapsed time. Measured on ${cpus().length} cores of ${cpus()[0]?.model ?? "unknown"}, Node ${process.versions.node}, at a load of ${(loadavg()[0] ?? 0).toFixed(1)}. Absolute figures vary with the machine; compare the rows.`,
  "",
  line([
    "operations",
    "bytes",
    "new: Quire ms",
    "new: reader ms",
    "new: elapsed ms",
    "unchanged: Quire ms",
    "unchanged: elapsed ms"
  ]),
  line(Array.from({ length: 7 }, () => "---")),
  ...Array.from(rows, ([count, { bytes, fresh, same }]) =>
    line([
      count,
      bytes,
      median(fresh.map(({ own }) => own)),
      median(fresh.map(({ reader }) => reader)),
      median(fresh.map(({ wall }) => wall)),
      median(same.map(({ own }) => own)),
      median(same.map(({ wall }) => wall))
    ])
  ),
  "",
  `Computed pages of these descriptions, with their models: one placeholder page is inserted for all of them, then the tree and the first of its pages are read through the engine. Cold means after the server was closed and opened again on the same data. The table shows medians of ${rounds} rounds in new spaces: processor time of the Quire process, with the elapsed time in parentheses.`,
  "",
  line(["operations", ...Computed.steps.map((step) => `${step} ms`)]),
  line(Array.from({ length: Computed.steps.length + 1 }, () => "---")),
  ...Array.from(computed, ([count, all]) =>
    line([
      count,
      ...Computed.steps.map((_, at) => {
        const [own, wall] = (["own", "wall"] as const).map((key) => median(all.map((costs) => costs[at]?.[key] ?? 0)))
        return `${(own ?? 0).toFixed(1)} (${(wall ?? 0).toFixed(1)})`
      })
    ])
  ),
  ""
].join("\n")
console.log(text)
await writeFile("docs/benchmarks-openapi.md", text)
