import { Rounds } from "@quire/testing"

/** Whether tables are run on every store. */
export const isDeep: boolean = Rounds.depth() === "deep"

/**
 * Whether tables with thousands of rows are run completely: in continuous integration and in deep runs. `npm test` runs
 * a share of each, a different one per row, so that it stays fast enough to run between two edits.
 */
export const isWhole: boolean = Rounds.depth() !== "quick"

/** All items, or in quick runs one of them, chosen by the row's position in the table. */
export const share = <A>(all: ReadonlyArray<A>, at: number): ReadonlyArray<A> =>
  isWhole ? all : all.slice(at % all.length, (at % all.length) + 1)

/** All items, or in quick runs every `step`-th of them. */
export const every = <A>(all: ReadonlyArray<A>, step: number): ReadonlyArray<A> =>
  isWhole ? all : all.filter((_, at) => at % step === 0)

/**
 * The counts of a law that its rounds must have met: in a run of a few rounds those of the given names alone, as the rest
 * may be missed.
 */
export const mustMeet = (
  counts: { readonly [what: string]: number },
  ...always: ReadonlyArray<string>
): ReadonlyArray<readonly [what: string, count: number]> =>
  Object.entries(counts).filter(([what]) => isWhole || always.includes(what))
