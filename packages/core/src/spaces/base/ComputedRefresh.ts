import { Context, Effect, Layer } from "effect"
import { Jobs } from "../../foundation/jobs/Jobs.ts"
import { refreshing } from "../../openapi/computed/ComputedSpace.ts"
import * as Attempt from "./Attempt.ts"
import { ContentCommits } from "./ContentCommits.ts"

/** Does the jobs that bring indexes of computed pages up to date (rule computed-indexes). */
export class ComputedRefresh extends Context.Service<ComputedRefresh>()("@quire/core/ComputedRefresh", {
  make: Effect.gen(function* () {
    const jobs = yield* Jobs
    const commits = yield* ContentCommits
    const attempted = yield* Attempt.make

    yield* jobs.handle(refreshing, ({ key, write }) => attempted(commits.lock(key), commits.refreshIndexes(key, write)))
    return {} as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
