import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DescriptionReader, PdfPrinter, SamlVerifier, ScriptRunner, Typesetting } from "@quire/core"
import { Effect, Layer, type Scope } from "effect"
import * as DescriptionAdapter from "../../src/openapi/DescriptionAdapter.ts"
import * as PdfAdapter from "../../src/pdf/PdfAdapter.ts"
import * as SamlAdapter from "../../src/saml/SamlAdapter.ts"
import * as ScriptAdapter from "../../src/script/ScriptAdapter.ts"
import { limits as scriptLimits } from "../../src/script/ScriptLimits.ts"
import * as ProcessPool from "../../src/text-process/ProcessPool.ts"
import { TextProcesses } from "../../src/text-process/TextProcesses.ts"
import * as TypesettingAdapter from "../../src/typesetting/TypesettingAdapter.ts"

/** A pool that tenants share: how many jobs it runs at a time, and one cheap job in it. */
export interface SharedPool<R> {
  readonly name: string
  readonly slots: number
  /** Jobs of one organization that wait at most; the next one is refused. */
  readonly waiting: number
  readonly layer: Layer.Layer<R>
  readonly job: Effect.Effect<unknown, unknown, R>
}

/** Milliseconds that a job takes, besides what the pool itself takes: none where jobs are counted. */
const milliseconds = Number(process.env["QUIRE_TEST_JOB_MILLISECONDS"] ?? 0)

/** A program of a process: what it says first, and what it answers to each message. */
const program = (begun: string, answer: string): Effect.Effect<ProcessPool.Program, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const folder = await mkdtemp(join(tmpdir(), "quire-pool-"))
      const source = `process.on("message", (question) => { setTimeout(() => { ${answer} }, ${milliseconds}) })\nprocess.send(${begun})`
      await writeFile(join(folder, "program.mjs"), source)
      return folder
    }),
    (folder) => Effect.promise(() => rm(folder, { recursive: true }))
  ).pipe(Effect.map((folder) => ({ path: join(folder, "program.mjs"), heapMegabytes: 64 })))

const withProgram = <R>(begun: string, answer: string, layerOf: (program: ProcessPool.Program) => Layer.Layer<R>) =>
  Layer.unwrap(Effect.map(program(begun, answer), layerOf))

const script: ScriptRunner.ScriptRun = {
  key: "k",
  program: `addEventListener("fetch", (event) => event.respondWith((async () => {
    await new Promise((resolve) => setTimeout(resolve, ${milliseconds}))
    return new Response("done")
  })()))`,
  event: {},
  environment: {},
  apiEndpoint: "http://api.invalid"
}

const runScript = Effect.flatMap(ScriptRunner.ScriptRunner, (runner) => runner.run(script))

const text = { format: "markdown", text: "a", options: {}, asksTargets: false } as const

const page = JSON.stringify({
  frontmatter: { fields: {} },
  document: { object: "document", data: {}, nodes: [] },
  warnings: []
})

/** Every pool of the adapters, each with its own limits. */
export const texts: SharedPool<TextProcesses> = {
  name: "texts",
  slots: ProcessPool.limits.processes,
  waiting: 64,
  layer: withProgram("{ page: undefined }", `process.send({ page: ${page} })`, TextProcesses.layerOf),
  job: Effect.flatMap(TextProcesses, ({ read }) => read(text, undefined))
}

export const descriptions: SharedPool<DescriptionReader.DescriptionReader> = {
  name: "descriptions",
  slots: ProcessPool.limits.processes,
  waiting: 64,
  layer: withProgram(
    '{ _tag: "Begun" }',
    'if (question.read) process.send({ _tag: "Refused", problem: "x", isHeavy: false })',
    (own) => DescriptionAdapter.layerOf(own)
  ),
  job: Effect.flatMap(DescriptionReader.DescriptionReader, ({ read }) => Effect.flip(read(new Uint8Array(1))))
}

export const assertions: SharedPool<SamlVerifier.SamlVerifier> = {
  name: "saml",
  slots: ProcessPool.limits.processes,
  waiting: 64,
  layer: withProgram(
    '{ _tag: "Begun", isHeavy: false }',
    'process.send({ _tag: "Refused", problem: "x", isHeavy: false })',
    (own) => SamlAdapter.layerOf(own)
  ),
  job: Effect.flatMap(SamlVerifier.SamlVerifier, ({ readMetadata }) => Effect.flip(readMetadata("<x/>")))
}

export const typesetting: SharedPool<Typesetting.Typesetting> = {
  name: "typesetting",
  slots: ProcessPool.limits.processes,
  waiting: 64,
  layer: withProgram(
    "{ typeset: undefined }",
    "process.send({ typeset: { codes: [], formulas: [undefined], isFinal: true }, isHeavy: false })",
    TypesettingAdapter.layerOf
  ),
  job: Effect.flatMap(Typesetting.Typesetting, ({ typeset }) =>
    typeset({ codes: [], formulas: [{ tex: "x", isBlock: false }] })
  )
}

export const pdfs: SharedPool<PdfPrinter.PdfPrinter> = {
  name: "pdf",
  slots: 1,
  waiting: 64,
  layer: withProgram(
    '{ _tag: "Begun" }',
    'if (question.memory) process.send({ _tag: "Refused", problem: "x" })',
    (own) => PdfAdapter.layerOf(own, {}, () => true)
  ),
  job: Effect.flatMap(PdfPrinter.PdfPrinter, ({ print }) => Effect.flip(print(new Uint8Array(1), new Map())))
}

export const scripts: SharedPool<ScriptRunner.ScriptRunner> = {
  name: "scripts",
  slots: scriptLimits.threads,
  waiting: 64,
  layer: ScriptAdapter.layer,
  job: runScript
}
