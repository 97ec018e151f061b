/** Processor time of one request, in microseconds. */
interface Pair {
  readonly quire: number
  readonly bare: number
}

/** One row: the first requests of a server, and later ones. */
export interface Figure {
  readonly store: string
  readonly name: string
  readonly first: Pair
  readonly warm: Pair
}

/** A call in process; its unit is processor microseconds. */
export interface InProcess {
  readonly store: string
  readonly name: string
  readonly cost: number
}

const number = (value: number) => Math.round(value).toLocaleString("en-US")

const cells = ({ bare, quire }: Pair) => `${number(quire)} | ${number(bare)} | ${(quire / bare).toFixed(2)}`

/** The page of figures. */
export const report = (
  figures: ReadonlyArray<Figure>,
  calls: ReadonlyArray<InProcess>,
  on: { rounds: number; cpu: string; cores: number }
): string => {
  const inProcess = calls.map(({ cost, name, store }) => `| ${store} | ${name} | ${number(cost)} |`)
  const rows = figures.map(
    ({ first, name, store, warm }) => `| ${store} | ${name} | ${cells(warm)} | ${cells(first)} |`
  )
  return `# Benchmarks

Written by \`npm run bench\`. Figures are microseconds of processor time of the server process per request, without that of the database, with 16 concurrent requests. Servers are started anew for each row. *First* is their first round of requests (1,000 of GET, 200 to 500 of the others, one import). *Warm* is the median of ${on.rounds} rounds after 8 to 10 others, Quire and the bare program in turns. Measured on ${on.cores} cores of ${on.cpu === "" ? "this machine" : on.cpu}, Node ${process.versions.node}. Absolute figures vary with the machine; compare the ratios.

The bare program (\`test/src/bench/bareServer.ts\`) is \`node:http\` with \`pg\`, or with a \`Map\` for memory: it checks the token and does the visible work of the request, without permissions, history, events, validation, Markdown parsing or a content tree.

| store | request | warm | bare | ratio | first | bare | ratio |
|---|---|---|---|---|---|---|---|
${rows.join("\n")}

The same calls in process, as a user, one after the other, in microseconds:

| store | call | processor time |
|---|---|---|
${inProcess.join("\n")}
`
}
