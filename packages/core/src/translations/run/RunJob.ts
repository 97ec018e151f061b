import { Schema } from "effect"
import * as JobKind from "../../foundation/jobs/JobKind.ts"

/** Brings the content of one language up to date; the key is its id. What a run got is kept, so it goes on from there. */
export const translationRun = JobKind.make({
  name: "translation-runs",
  deadline: 30 * 60_000,
  attempts: 6,
  firstWait: 30_000,
  isShared: true,
  payload: Schema.Null
})
