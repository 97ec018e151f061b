import { Schema } from "effect"
import * as JobKind from "../../foundation/jobs/JobKind.ts"

/**
 * Updates the content of one language; the key is its id. Responses of an interrupted run are stored, so that it
 * continues from there.
 */
export const translationRun = JobKind.make({
  name: "translation-runs",
  deadline: 30 * 60_000,
  attempts: 6,
  firstWait: 30_000,
  isShared: true,
  payload: Schema.Null
})
