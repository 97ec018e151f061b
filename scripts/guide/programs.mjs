import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { compile } from "../compiler.mjs"
import { at, node } from "../workspace.mjs"
import { differenceOf } from "./outputs.mjs"

const work = at(".tsbuild/guide")
const timeout = 60_000

/** Begins the output of a block. */
const mark = "\u0001"

const nameOf = (path) =>
  path
    .replace(/^docs\/site\//, "")
    .replaceAll("/", "-")
    .replace(/\.md$/, "")

const programOf = (blocks) => blocks.map(({ text }, index) => `console.log("\\u0001${index}")\n${text}\n`).join("\n")

const settings = {
  extends: "../../tsconfig.base.json",
  compilerOptions: { rootDir: ".", outDir: "out", tsBuildInfoFile: "out/.tsbuildinfo", noUnusedLocals: false },
  include: ["*.ts"],
  references: ["core", "adapters", "reader", "http", "client"].map((name) => ({ path: `../../packages/${name}` }))
}

/** Runs the program of a page in an empty folder; returns its faults. */
const runProgram = async (path, blocks) => {
  const cwd = mkdtempSync(join(tmpdir(), "quire-guide-"))
  const { code, output } = await node([join(work, "out", `${nameOf(path)}.js`)], { capture: true, cwd, timeout })
  rmSync(cwd, { recursive: true, force: true, maxRetries: 5 })
  if (code !== 0) return [`${path}: its program exited with code ${code}\n${output.trim()}`]
  const parts = output.split(mark).slice(1)
  return blocks.flatMap(({ expected, line }, index) => {
    const printed = (parts[index] ?? "").replace(/^\d+\n/, "")
    const difference = expected === undefined ? undefined : differenceOf(expected, printed)
    return difference === undefined ? [] : [`${path}:${line}: ${difference}`]
  })
}

/** Compiles the programs of pages, each made of all its blocks in order, and runs them; returns the faults. */
export const runPrograms = async (pages) => {
  const programs = pages.flatMap(({ blocks, path }) => {
    const own = blocks.filter(({ kind }) => kind === "program")
    return own.length === 0 ? [] : [{ path, blocks: own }]
  })
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  writeFileSync(join(work, "package.json"), '{ "type": "module" }\n')
  writeFileSync(join(work, "tsconfig.json"), JSON.stringify(settings))
  for (const { blocks, path } of programs) writeFileSync(join(work, `${nameOf(path)}.ts`), programOf(blocks))
  const { code, output } = await compile([work], { capture: true })
  if (code !== 0) return [`the programs of the guide do not compile\n${output.trim()}`]
  const faults = []
  for (const { blocks, path } of programs) faults.push(...(await runProgram(path, blocks)))
  return faults
}
