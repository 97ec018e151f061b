import { Effect, Layer } from "effect"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { refreshing } from "../../openapi/computed/ComputedSpace.ts"
import * as Attempt from "./Attempt.ts"
import { ContentCommits } from "./ContentCommits.ts"

const make = Effect.gen(function* () {
  const jobs = yield* Jobs
  const commits = yield* ContentCommits
  const attempted = yield* Attempt.make
  yield* jobs.handle(refreshing, ({ key, write }) => attempted(commits.lock(key), commits.refreshIndexes(key, write)))
})

/** Does the jobs that bring indexes up to the newest versions of descriptions (rule computed-indexes). */
export const layer = Layer.effectDiscard(make)
