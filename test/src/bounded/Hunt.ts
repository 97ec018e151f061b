import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { workOf } from "../support/processes.ts"
import * as Gene from "./Gene.ts"
import type { Measured } from "./measured.ts"
import type { Target } from "./targets.ts"

/** A text that was measured; the same path makes it again. */
export interface Found extends Measured {
  readonly target: Target
  readonly gene: Gene.Gene
  /** The seed that it was made with, and those of every change since. */
  readonly path: ReadonlyArray<number>
  readonly size: number
}

/** Milliseconds of processor time until a text is given up; a request may wait for a process that reads its text. */
const patienceWith = ({ most }: Target) => (most === undefined ? 3_000 : 15_000)
/** Milliseconds until a process that does nothing is given up. */
const longest = 300_000
/** Milliseconds between two looks at a process that measures. */
const pace = 100

/** Of each language, so many are kept to be changed. */
const kept = 12
/** Characters below which the cost is that of anything at all. */
const small = 1_000
/** What is as slow as this is measured again: the first time may be the collector's. */
const doubtful = 5

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Measures texts in a process that is killed when one takes too long. */
class Measuring {
  private readonly program: string
  private child: ChildProcess | undefined

  constructor(program: string) {
    this.program = program
  }

  private async start() {
    const child = fork(this.program, [], {
      execArgv: ["--max-old-space-size=1024"],
      stdio: ["ignore", "ignore", "ignore", "ipc"]
    })
    this.child = child
    const isReady = await Promise.race([once(child, "message").then(() => true), once(child, "exit").then(() => false)])
    if (!isReady) throw new Error(`the measuring program ended with ${child.exitCode ?? child.signalCode} at its start`)
    return child
  }

  async measure(target: Target, text: string): Promise<Measured> {
    const child = this.child === undefined || hasEnded(this.child) ? await this.start() : this.child
    const patience = patienceWith(target)
    const found = await new Promise<Measured>((resolve) => {
      const [begun, before] = [performance.now(), workOf(child.pid)]
      const settle = (measured: Measured) => {
        clearInterval(timer)
        child.off("exit", ended)
        resolve(measured)
      }
      const late = () => settle({ cost: patience, failed: `took more than ${patience} ms` })
      const ended = () => settle({ cost: 0, failed: "the process ended" })
      const timer = setInterval(() => {
        const isIdle = performance.now() - begun > longest
        if (hasEnded(child)) ended()
        else if (isIdle || workOf(child.pid) - before > patience) late()
      }, pace)
      child.once("exit", ended)
      child.once("message", settle)
      child.send({ target: target.name, text })
    })
    if (found.failed !== undefined) await this.close()
    return found
  }

  async close(): Promise<void> {
    const { child } = this
    this.child = undefined
    if (child === undefined || hasEnded(child)) return
    child.kill("SIGKILL")
    await once(child, "exit")
  }
}

const score = ({ cost, size }: Found) => cost / Math.max(size, small)

/** What becomes of a path: made with its first seed, and changed with each of the others. */
export const made = ({ words }: Target, [first = 0, ...others]: ReadonlyArray<number>): Gene.Gene =>
  others.reduce<Gene.Gene>(
    (gene, seed) => Gene.mutate(Gene.numbers(seed), words, gene),
    Gene.generate(Gene.numbers(first), words)
  )

/** Whether a text is too slow for others, or cannot be read. */
export const isFailure = ({ cost, failed, target: { most } }: Found): boolean =>
  (failed !== undefined && (most !== undefined || !failed.startsWith("took"))) || (most !== undefined && cost > most)

export interface Hunted {
  readonly tried: number
  /** The slowest, the first of each language before the second of any. */
  readonly slowest: ReadonlyArray<Found>
  readonly failures: ReadonlyArray<Found>
}

/**
 * Looks for texts that are slow for their size: makes some by the words of each language, keeps the slowest per character
 * and changes them, again and again until `isOver`.
 */
export const hunt = async (
  program: string,
  targets: ReadonlyArray<Target>,
  seed: number,
  isOver: (tried: number) => boolean
): Promise<Hunted> => {
  const random = Gene.numbers(seed)
  const measuring = new Measuring(program)
  const pools = new Map<string, ReadonlyArray<Found>>()
  const failures = new Map<string, Found>()
  /** Texts that were given up say nothing of what is slower still: they are not changed further. */
  const endless = new Map<string, Found>()
  const attempt = async (target: Target, path: ReadonlyArray<number>): Promise<Found> => {
    const gene = made(target, path)
    const text = Gene.print(gene, target.size).toWellFormed()
    const first = await measuring.measure(target, text)
    const isClear = first.failed !== undefined || first.cost < doubtful
    const again = isClear ? first : await measuring.measure(target, text)
    return { ...(again.cost < first.cost ? again : first), target, gene, path, size: text.length }
  }
  let tried = 0
  for (; !isOver(tried); tried++) {
    const target = targets[tried % targets.length]
    if (target === undefined) break
    const pool = pools.get(target.name) ?? []
    const next = random(1_000_000_000)
    const parent = pool[random(pool.length)]
    const path = parent === undefined || random(4) === 0 ? [next] : [...parent.path, next]
    const found = await attempt(target, path)
    if (isFailure(found)) failures.set(`${target.name} ${found.failed ?? "slow"}`, found)
    if (found.failed !== undefined) {
      endless.set(target.name, found)
      continue
    }
    const others = pool.filter((other) => Gene.describe(other.gene) !== Gene.describe(found.gene))
    pools.set(target.name, [...others, found].sort((left, right) => score(right) - score(left)).slice(0, kept))
  }
  await measuring.close()
  const ranked = Array.from({ length: kept }, (_, rank) =>
    Array.from(pools.values())
      .flatMap((pool) => pool[rank] ?? [])
      .sort((left, right) => right.cost - left.cost)
  )
  return { tried, slowest: [...endless.values(), ...ranked.flat()], failures: Array.from(failures.values()) }
}

/** One line of a report. */
export const line = ({ cost, failed, gene, path, size, target }: Found): string =>
  `${target.name.padEnd(13)}${`${size} B`.padStart(10)}${`${cost.toFixed(0)} ms`.padStart(10)}  ${failed ?? ""}  ${Gene.describe(gene).slice(0, 400)}  (seeds ${path.join(".")})`
