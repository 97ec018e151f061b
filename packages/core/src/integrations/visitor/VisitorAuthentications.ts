import { Context, Effect, Layer, Option } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { SiteId } from "../../foundation/id/Ids.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { IntegrationRuns } from "../run/IntegrationRuns.ts"
import type { ScriptAnswer } from "../script/ScriptRunner.ts"
import { VisitorIntegrations } from "./VisitorIntegrations.ts"

/** Response of a script to a visitor, and the content security policy of its integration. */
export interface VisitorAnswer {
  readonly answer: ScriptAnswer
  readonly policy: string | null
}

/** Visitor sign-in by integrations (rule visitor-integration). There is no caller. */
export class VisitorAuthentications extends Context.Service<VisitorAuthentications>()(
  "@quire/core/VisitorAuthentications",
  {
    make: Effect.gen(function* () {
      const nextId = yield* IdGenerator
      const runs = yield* IntegrationRuns
      const { findVisitorIntegration } = yield* VisitorIntegrations

      /**
       * Returns the response of a site's integration to a visitor without a token; `location` is the requested path.
       * None if no integration signs visitors in, or if its script returned no response.
       */
      const ask = operation("VisitorAuthentications.ask")(function* (site: SiteId, location: string) {
        const found = yield* findVisitorIntegration(site)
        if (found === undefined) return Option.none<VisitorAnswer>()
        const { installation, integration } = found
        const outcome = yield* runs.run({
          integration: integration.id,
          installation: installation.id,
          place: { kind: "site", id: site },
          payload: {
            type: "fetch_visitor_authentication",
            eventId: yield* nextId,
            installationId: installation.id,
            siteId: site,
            location
          },
          isGood: (status) => status < 500
        })
        const answer = Option.getOrUndefined(outcome)?.answer
        return answer === undefined
          ? Option.none<VisitorAnswer>()
          : Option.some<VisitorAnswer>({ answer, policy: integration.contentSecurityPolicy })
      })

      return { ask } as const
    })
  }
) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([IntegrationRuns.layer, VisitorIntegrations.layer])
  )
}
