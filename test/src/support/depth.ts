import { Rounds } from "@quire/core/testing"

/** Whether tables are tried on every store. */
export const isDeep: boolean = Rounds.depth() === "deep"

/**
 * Whether tables with thousands of rows are tried whole: in continuous integration and in deep runs. `npm test` tries a
 * share of each, another one for each row, so that it stays something to run between two edits.
 */
export const isWhole: boolean = Rounds.depth() !== "quick"

/** All, or one of them, which follows from the place in the table. */
export const share = <A>(all: ReadonlyArray<A>, at: number): ReadonlyArray<A> =>
  isWhole ? all : all.slice(at % all.length, (at % all.length) + 1)

/** Each, or every so many of them. */
export const every = <A>(all: ReadonlyArray<A>, step: number): ReadonlyArray<A> =>
  isWhole ? all : all.filter((_, at) => at % step === 0)
