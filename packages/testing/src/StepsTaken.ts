import type { Slices } from "@quire/core"

/** The result of steps, and the work that each reported, in order. */
export interface StepsTaken<A> {
  readonly made: A
  readonly weights: ReadonlyArray<number>
}

export const take = <A>(steps: Slices.Steps<A>): StepsTaken<A> => {
  const weights: Array<number> = []
  for (;;) {
    const step = steps.next()
    if (step.done === true) return { made: step.value, weights }
    weights.push(step.value)
  }
}
