import { AccessReports, InstallationReports, InstallationReportsInput } from "@quire/core"
import { Effect, Schema } from "effect"
import { Api } from "../../Api.ts"
import { answering } from "../../foundation/answer/PlainAnswer.ts"
import { onWire } from "../../foundation/error/Errors.ts"
import { capturing } from "../../foundation/exchange/Capture.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const isOfInstallation = Schema.is(InstallationReportsInput.InstallationWhatIf)

export const layer = HandlerGroup.layer(Api, "access", (handlers) =>
  capturing(
    Effect.gen(function* () {
      const people = yield* AccessReports.AccessReports
      const installations = yield* InstallationReports.InstallationReports
      return handlers
        .handle(
          "explainAccess",
          answering(
            Effect.fnUntraced(function* ({ params: { organizationId }, query: { installation, user, ...question } }) {
              if (user !== undefined) return yield* onWire(people.explain(organizationId, { user, ...question }))
              const asked = yield* Effect.orDie(Effect.fromNullishOr(installation))
              return yield* onWire(installations.explain(organizationId, { installation: asked, ...question }))
            })
          )
        )
        .handle(
          "listMembersWhoCan",
          answering(({ params: path, query: { limit, page, ...question } }) =>
            onWire(people.whoCan(path.organizationId, question, page === undefined ? { limit } : { limit, page }))
          )
        )
        .handle(
          "askWhatIf",
          answering(
            Effect.fnUntraced(function* ({ params: { organizationId }, payload }) {
              return isOfInstallation(payload)
                ? yield* onWire(installations.whatIf(organizationId, payload))
                : yield* onWire(people.whatIf(organizationId, payload))
            })
          )
        )
    })
  )
)
