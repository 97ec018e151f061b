/**
 * What scripts of integrations cost: an event by the runner alone and through the whole server, how long after their
 * deadline those end that do their worst, what others wait meanwhile, and what integrations hold that are idle.
 */
import { writeFile } from "node:fs/promises"
import { cpus, loadavg } from "node:os"
import { ScriptAdapter } from "@quire/adapters"
import { ScriptRunner } from "@quire/core"
import { Quire } from "@quire/http"
import { Effect, ManagedRuntime } from "effect"
import { scripts } from "../bounded/scripts.ts"
import { idle, underAttack } from "./scriptServer.ts"

const rounds = Number(process.env["QUIRE_BENCH_ROUNDS"] ?? 3)
const warmRuns = 40
/** Milliseconds that each script may take which does its worst. */
const deadline = 500

const program = `addEventListener("fetch", (event) => event.respondWith((async () => {
  const told = JSON.parse((await event.request.formData()).get("event"))
  return Response.json({ type: told.type, at: new URL("https://a.test/b?c=d").searchParams.get("c") })
})()))`

const sorted = (values: ReadonlyArray<number>) => values.toSorted((left, right) => left - right)
const at = (values: ReadonlyArray<number>, share: number) =>
  sorted(values)[Math.floor((values.length - 1) * share)] ?? 0
const median = (values: ReadonlyArray<number>) => at(values, 0.5)

const timed = async (act: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await act()
  return performance.now() - begun
}

interface Times {
  readonly cold: number
  readonly warm: number
}

/** Of what is opened anew each time, what the first event takes, and those that follow. */
const times = async (
  open: () => Promise<{ readonly ask: () => Promise<unknown>; readonly close: () => Promise<void> }>
): Promise<Times> => {
  const [cold, warm]: [Array<number>, Array<number>] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const { ask, close } = await open()
    cold.push(await timed(ask))
    for (let run = 0; run < warmRuns; run++) warm.push(await timed(ask))
    await close()
  }
  return { cold: median(cold), warm: median(warm) }
}

const runner = () => {
  const runtime = ManagedRuntime.make(ScriptAdapter.layer)
  const run = (text: string, milliseconds?: number) =>
    runtime.runPromise(
      Effect.flatMap(ScriptRunner.ScriptRunner, ({ run }) =>
        run({
          key: "bench",
          program: text,
          event: { eventId: "e", type: "installation_setup" },
          environment: {},
          apiEndpoint: "http://api.invalid",
          ...(milliseconds === undefined ? {} : { deadline: milliseconds })
        })
      )
    )
  return { run, close: () => runtime.dispose() }
}

const alone = () =>
  times(async () => {
    const { close, run } = runner()
    return { ask: () => run(program), close }
  })

const whole = () =>
  times(async () => {
    const baseUrl = "http://quire.test"
    const quire = await Quire.open({ upkeep: "off", store: { kind: "memory" }, baseUrl })
    const { id: user } = await quire.system.users.ensure({ email: "bench@quire.test", displayName: "Bench" })
    const face = quire.as(user)
    const { id: organization } = await face.organizations.create({ title: "Bench" })
    const publication = { organization, title: "Bench", description: "", scopes: [], script: program }
    await face.integrations.publish("bench", publication)
    const { id } = await face.installations.create("bench", { organization })
    const url = `${baseUrl}/integrations/bench/installations/${id}/fetch/`
    const ask = async () => {
      const answer = await quire.handler(new Request(url))
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${answer.status} ${text}`)
    }
    return { ask, close: () => quire.close() }
  })

/** How long after its deadline each run is answered that is late, on a thread that has begun before. */
const overshoot = async () => {
  const { close, run } = runner()
  const over: Array<number> = []
  for (let round = 0; round < rounds; round++) {
    for (const text of Object.values(scripts)) {
      await run(program)
      const begun = performance.now()
      const { failure } = await run(text, deadline)
      const after = performance.now() - begun - deadline
      if (failure?.reason === "deadline" || after > 0) over.push(after)
    }
  }
  await close()
  return over
}

const line = (cells: ReadonlyArray<string | number>) =>
  `| ${cells.map((cell) => (typeof cell === "number" ? cell.toFixed(1) : cell)).join(" | ")} |`
const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string | number>>) => [
  line(head),
  line(head.map(() => "---")),
  ...rows.map(line),
  ""
]

const load = () => (loadavg()[0] ?? 0).toFixed(1)

const sections: Array<string> = [
  "# Integration scripts",
  "",
  `Written by \`npm run bench -- scripts\`, on ${cpus().length} cores of ${cpus()[0]?.model ?? "unknown"}, Node ${process.versions.node}. Absolute figures vary with the machine and its load, which is given for each table; compare the rows.`,
  ""
]

/** Measures one part and adds what it found to the page, so that what comes first is there whatever comes later. */
const part = async <A>(name: string, measure: () => Promise<A>, tell: (measured: A) => ReadonlyArray<string>) => {
  const before = load()
  const lines = tell(await measure())
  const section = [`## ${name}`, "", `At a load of ${before} before and ${load()} after it.`, "", ...lines]
  console.log(section.join("\n"))
  sections.push(...section)
  await writeFile("docs/benchmarks-scripts.md", `${sections.join("\n").trimEnd()}\n`)
}

await part(
  "An event",
  async () => [["the runner alone", await alone()] as const, ["the whole server", await whole()] as const],
  (ways) => [
    `Milliseconds from the event to the response of a script that reads the submitted form and responds with JSON: the first run of a new runner, and the median of ${rounds * warmRuns} later runs. Each run has its own realm. Through the server, the event is a request to the public endpoint of an installation, on the memory store.`,
    "",
    ...table(
      ["way", "first", "later runs"],
      ways.map(([way, { cold, warm }]) => [way, cold, warm])
    )
  ]
)

await part("Deadlines", overshoot, (over) => [
  `Milliseconds after a deadline of ${deadline} ms until the response of a run, for ${over.length} runs of the hostile scripts in \`test/src/bounded/scripts.ts\`.`,
  "",
  ...table(["p50", "p90", "longest"], [[median(over), at(over, 0.9), at(over, 1)]])
])

await part(
  "Idle integrations",
  () => idle(program, ScriptAdapter.limits.idleMilliseconds + 2_000),
  (held) => [
    "Memory of the server after a garbage collection. Each integration has a script of 100 kB.",
    "",
    ...table(["when", "megabytes"], held)
  ]
)

await part("Effect on other requests", underAttack, (others) => [
  "Latency in milliseconds of a caller that reads a space 50 times a second, and memory of the server in megabytes, at rest and while eight attackers run hostile scripts; in the same run, on Postgres. Worked is the processor time of the server’s main thread meanwhile.",
  "",
  ...table(
    ["what", "reads", "p50", "p99", "longest", "worked p99", "peak memory", "memory afterwards"],
    others.map(({ after, name, peak, waits: { wall, worked } }) => [
      name,
      String(wall.length),
      median(wall),
      at(wall, 0.99),
      at(wall, 1),
      at(worked, 0.99),
      peak,
      after
    ])
  )
])
