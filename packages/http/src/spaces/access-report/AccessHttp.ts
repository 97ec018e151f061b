import { AccessReports, InstallationReports, InstallationReportsInput } from "@quire/core"
import { Effect, Schema } from "effect"
import { Api } from "../../Api.ts"
import * as HandlerGroup from "../../foundation/exchange/HandlerGroup.ts"

const isOfInstallation = Schema.is(InstallationReportsInput.InstallationWhatIf)

export const layer = HandlerGroup.layer(
  Api,
  "access",
  Effect.gen(function* () {
    const people = yield* AccessReports.AccessReports
    const installations = yield* InstallationReports.InstallationReports
    return {
      explainAccess: Effect.fnUntraced(function* ({
        params: { organizationId },
        query: { installation, user, ...question }
      }) {
        if (user !== undefined) return yield* people.explain(organizationId, { user, ...question })
        const asked = yield* Effect.orDie(Effect.fromNullishOr(installation))
        return yield* installations.explain(organizationId, { installation: asked, ...question })
      }),
      listMembersWhoCan: ({ params: path, query: { limit, page, ...question } }) =>
        people.whoCan(path.organizationId, question, page === undefined ? { limit } : { limit, page }),
      askWhatIf: Effect.fnUntraced(function* ({ params: { organizationId }, payload }) {
        return isOfInstallation(payload)
          ? yield* installations.whatIf(organizationId, payload)
          : yield* people.whatIf(organizationId, payload)
      })
    }
  })
)
