/** One row: processor time per request (µs), or wall time (ms). */
export interface Figure {
  readonly store: string
  readonly name: string
  readonly quire: number
  readonly bare: number
  readonly unit: "µs" | "ms"
}

/** A call in process; its unit is processor microseconds. */
export interface InProcess {
  readonly store: string
  readonly name: string
  readonly cost: number
}

const number = (value: number) => Math.round(value).toLocaleString("en-US")

/** The page of figures. */
export const report = (
  figures: ReadonlyArray<Figure>,
  calls: ReadonlyArray<InProcess>,
  on: { rounds: number; cpu: string; cores: number }
): string => {
  const inProcess = calls.map(({ cost, name, store }) => `| ${store} | ${name} | ${number(cost)} µs |`)
  const rows = figures.map(
    ({ bare, name, quire, store, unit }) =>
      `| ${store} | ${name} | ${number(quire)} ${unit} | ${number(bare)} ${unit} | ${(quire / bare).toFixed(2)} |`
  )
  return `# Benchmarks

Written by \`npm run bench\`. Each figure is the median of ${on.rounds} rounds; rounds of Quire and of the bare program alternate in one run, with 16 concurrent requests. Figures are microseconds of processor time of the server process per request, without that of the database. Measured on ${on.cores} cores of ${on.cpu === "" ? "this machine" : on.cpu}, Node ${process.versions.node}. Absolute figures vary with the machine; compare the ratios.

The bare program (\`test/src/bench/bareServer.ts\`) is \`node:http\` with \`pg\`, or with a \`Map\` for memory: it checks the token and does the visible work of the request, without permissions, history, events, validation, Markdown parsing or a content tree.

| store | request | Quire | bare | ratio |
|---|---|---|---|---|
${rows.join("\n")}

The same calls in process, as a user, one after the other:

| store | call | processor time |
|---|---|---|
${inProcess.join("\n")}
`
}
