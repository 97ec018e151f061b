import { Context, Effect, Layer } from "effect"
import { Actor, actorId } from "../Actor.ts"
import { isOutdated } from "../change-request/ChangeRequest.ts"
import type { OpenedRequest } from "../content/ContentBase.ts"
import * as ReviewLog from "../review/ReviewLog.ts"
import { MergeRuleSettings } from "./MergeRuleSettings.ts"
import * as MergeRules from "./MergeRules.ts"

/** Whether the merge rules of a space let its change requests pass. */
export class MergeGate extends Context.Service<MergeGate>()("@quire/core/MergeGate", {
  make: Effect.gen(function* () {
    const settings = yield* MergeRuleSettings
    const { latest } = yield* ReviewLog.make

    /** The rules that do not allow the caller to merge an opened request now. */
    const failing = Effect.fnUntraced(function* ({
      changeRequest: { value: self },
      space
    }: Pick<OpenedRequest, "changeRequest" | "space">) {
      const { rules } = yield* settings.applicable(space.value)
      if (rules.length === 0) return []
      return MergeRules.evaluate(rules, {
        changeRequest: {
          subject: self.subject,
          outdated: isOutdated(self, space.value.revision),
          createdBy: { id: self.createdBy ?? "system" }
        },
        reviews: yield* latest(self.id),
        actor: { id: actorId(yield* Actor) }
      })
    })

    /** Refuses the merge of an opened request that some rule does not allow. */
    const pass = Effect.fnUntraced(function* (opened: Pick<OpenedRequest, "changeRequest" | "space">) {
      const failed = yield* failing(opened)
      if (failed.length > 0) {
        return yield* new MergeRules.MergeRulesFailed({ changeRequest: opened.changeRequest.value.id, failed })
      }
    })

    return { failing, pass } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
