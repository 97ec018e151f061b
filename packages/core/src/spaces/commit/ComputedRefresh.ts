import { Effect, Layer } from "effect"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { refreshing } from "../../openapi/computed/ComputedSpace.ts"
import { Attempt, ContentCommits } from "./ContentCommits.ts"

const make = Effect.gen(function* () {
  const jobs = yield* Jobs
  const commits = yield* ContentCommits
  const { attempted } = yield* Attempt
  yield* jobs.handle(refreshing, ({ key, write }) => attempted(commits.lock(key), commits.refreshIndexes(key, write)))
})

/** Does the jobs that bring indexes up to the newest versions of descriptions (rule computed-indexes). */
export const layer = Layer.effectDiscard(make).pipe(Layer.provide([Attempt.layer, ContentCommits.layer, Jobs.layer]))
