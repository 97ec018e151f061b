import { Context, Effect, Layer } from "effect"
import { Actor, actorId } from "../../foundation/operation/Actor.ts"
import { creatorOf, isOutdated } from "../../spaces/change-request/ChangeRequest.ts"
import type { OpenedRequest } from "../../spaces/commit/ContentBase.ts"
import { ReviewLog } from "../review/ReviewLog.ts"
import * as MergeDecision from "./MergeDecision.ts"
import type { MergeRule } from "./MergeRule.ts"
import { ApplicableRules } from "./MergeSettings.ts"

type JudgedRequest = Pick<OpenedRequest, "changeRequest" | "space">

/** Decides whether the merge rules of a space let its change requests pass. */
export class MergeGate extends Context.Service<MergeGate>()("@quire/core/MergeGate", {
  make: Effect.gen(function* () {
    const { applicable } = yield* ApplicableRules
    const { latest } = yield* ReviewLog

    const evaluateRules = Effect.fnUntraced(function* (
      rules: ReadonlyArray<MergeRule>,
      { changeRequest: { value: self }, space }: JudgedRequest
    ) {
      if (rules.length === 0) return []
      return MergeDecision.evaluate(rules, {
        changeRequest: {
          subject: self.subject,
          revision: self.revision,
          outdated: isOutdated(self, space.value.revision),
          createdBy: { id: creatorOf(self) ?? "system" }
        },
        reviews: yield* latest(self.id),
        actor: { id: actorId(yield* Actor) }
      })
    })

    /** The rules that do not allow the caller to merge an opened request now. */
    const failing = Effect.fnUntraced(function* (opened: JudgedRequest) {
      const { rules } = yield* applicable(opened.space.value)
      return yield* evaluateRules(rules, opened)
    })

    /** Refuses the merge of an opened request if any rule does not allow it; returns the strictness to merge with. */
    const pass = Effect.fnUntraced(function* (opened: JudgedRequest) {
      const { rules, strictness } = yield* applicable(opened.space.value)
      const failed = yield* evaluateRules(rules, opened)
      if (failed.length > 0) {
        return yield* new MergeDecision.MergeRulesFailed({ changeRequest: opened.changeRequest.value.id, failed })
      }
      return strictness
    })

    return { failing, pass } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide([ApplicableRules.layer, ReviewLog.layer]))
}
