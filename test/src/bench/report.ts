/** Processor time of one request, in microseconds, by program. */
type Costs = ReadonlyMap<string, number>

/** One row: the first requests of a server, and later ones. */
export interface Figure {
  readonly store: string
  readonly name: string
  readonly first: Costs
  readonly warm: Costs
}

/** A call in process; its unit is processor microseconds. */
export interface InProcess {
  readonly store: string
  readonly name: string
  readonly cost: number
}

const number = (value: number) => Math.round(value).toLocaleString("en-US")

const costOf = (costs: Costs, program: string): number => costs.get(program) ?? 0

const ratioOf = (costs: Costs, program: string): string => (costOf(costs, program) / costOf(costs, "bare")).toFixed(2)

const cells = (costs: Costs) =>
  `${number(costOf(costs, "quire"))} | ${number(costOf(costs, "bare"))} | ${ratioOf(costs, "quire")}`

const compared = ["quire", "local", "rest"]

/** The page of figures. */
export const report = (
  figures: ReadonlyArray<Figure>,
  calls: ReadonlyArray<InProcess>,
  on: { rounds: number; cpu: string; cores: number; payload: string }
): string => {
  const inProcess = calls.map(({ cost, name, store }) => `| ${store} | ${name} | ${number(cost)} |`)
  const rows = figures.map(
    ({ first, name, store, warm }) => `| ${store} | ${name} | ${cells(warm)} | ${cells(first)} |`
  )
  const ratios = figures.flatMap(({ first, name, warm }) => {
    const each = compared.map((program) => `${ratioOf(warm, program)} / ${ratioOf(first, program)}`)
    return warm.has("rest") ? [`| ${name} | ${each.join(" | ")} |`] : []
  })
  return `# Benchmarks

Written by \`npm run bench\`. Figures are microseconds of processor time of the server process per request, without that of the database, with 16 concurrent requests. Servers are started anew for each row. *First* is their first round of requests (1,000 of GET, 200 to 500 of the others, one import). *Warm* is the median of ${on.rounds} rounds after 8 to 10 others, Quire and the bare program in turns. Measured on ${on.cores} cores of ${on.cpu === "" ? "this machine" : on.cpu}, Node ${process.versions.node}. Absolute figures vary with the machine; compare the ratios.

The bare program (\`test/src/bench/bareServer.ts\`) is \`node:http\` with \`pg\`, or with a \`Map\` for memory: it checks the token and does the visible work of the request, without permissions, history, events, validation, Markdown parsing or a content tree.

| store | request | warm | bare | ratio | first | bare | ratio |
|---|---|---|---|---|---|---|---|
${rows.join("\n")}

## Comparison with Payload

Ratios to the bare program on Postgres, warm / first, in the same rounds. Payload ${on.payload} has the same spaces as a collection, an access rule on the caller's organization and API keys. *Local* is a server that calls its local API, *REST* the endpoints that it provides (\`test/src/bench/payload/server.mjs\`). It writes no history or events.

| request | Quire | Payload, local | Payload, REST |
|---|---|---|---|
${ratios.join("\n")}

## In process

The same calls in process, as a user, one after the other, in microseconds:

| store | call | processor time |
|---|---|---|
${inProcess.join("\n")}
`
}
