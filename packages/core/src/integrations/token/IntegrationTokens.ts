import { Clock, Context, Effect, Layer, Option } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { InstallationId } from "../../foundation/id/InstallationId.ts"
import { Actor, type Caller } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { ScopesOnly } from "../../foundation/operation/PublishedOnly.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as Access from "../../people/access/Access.ts"
import { Unauthenticated } from "../../people/access/Credentials.ts"
import { InstallationAccess } from "../installation/InstallationAccess.ts"
import type { TokenView } from "../installation/InstallationView.ts"
import { collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import { scopesOf } from "../installation/Reach.ts"
import { type Integration, collection as integrationCollection, type Scope } from "../integration/Integration.ts"
import * as IntegrationToken from "./IntegrationToken.ts"

/** Whether a text has the form of a signed token, to avoid verifying others. */
const isSigned = (token: string): boolean => token.split(".").length === 3

/** Issues tokens of integrations and authenticates them (rule integration-token). */
export class IntegrationTokens extends Context.Service<IntegrationTokens>()("@quire/core/IntegrationTokens", {
  make: Effect.gen(function* () {
    const integrations = yield* Repository.make(integrationCollection)
    const installations = yield* Repository.make(installationCollection)
    const access = yield* InstallationAccess
    const nextId = yield* IdGenerator
    const { signer } = yield* SigningKeys

    /**
     * Issues a token of an integration or of one of its installations, valid for an hour. The caller must check
     * permission.
     */
    const mint = Effect.fnUntraced(function* (bearer: Omit<IntegrationToken.Bearer, "id">) {
      const now = yield* Clock.currentTimeMillis
      return IntegrationToken.sign(signer, now, { ...bearer, id: yield* nextId })
    })

    /**
     * The scopes of a token: all declared scopes, or the accepted ones of an installation; none once it is deleted.
     */
    const findScopes = Effect.fnUntraced(function* (
      integration: Integration,
      { installation }: IntegrationToken.Bearer
    ): Effect.fn.Return<Option.Option<ReadonlyArray<Scope>>> {
      if (installation === undefined) return Option.some(integration.scopes)
      const found = Option.getOrUndefined(yield* installations.get(installation))?.value
      return found?.integration === integration.id ? Option.some(scopesOf(integration, found)) : Option.none()
    })

    /**
     * Authenticates a token of an integration. None if the credential is not one signed here; refused once it is no
     * longer valid.
     */
    const authenticate = operation("IntegrationTokens.authenticate")(function* (token: string) {
      if (!isSigned(token)) return Option.none<Caller>()
      const verified = IntegrationToken.verify(signer, yield* Clock.currentTimeMillis, token)
      if (Option.isNone(verified)) return Option.none<Caller>()
      const { id, ...bearer } = verified.value
      const found = Option.getOrUndefined(yield* integrations.get(bearer.integration))?.value
      const scopes = found?.isPublished === true ? yield* findScopes(found, verified.value) : Option.none()
      if (Option.isNone(scopes)) return yield* new Unauthenticated()
      const caller: Caller = { _tag: "Integration", acting: { ...bearer, token: id, scopes: new Set(scopes.value) } }
      return Option.some(caller)
    })

    /** Issues a token of an installation to an integration that presents its own token (rule integration-token). */
    const create = operation("IntegrationTokens.create")(function* (name: string, id: InstallationId) {
      const own = yield* access.findOwn(name, id)
      const caller = yield* Actor
      if (own === undefined) {
        yield* access.find(name, id)
        return yield* new Access.Forbidden({ action: "integration:self", target: `installation ${id}` })
      }
      if (caller._tag !== "Integration" || caller.acting.installation !== undefined) return yield* new ScopesOnly()
      return { token: yield* mint({ integration: own.integration.id, installation: id }) } satisfies TokenView
    })

    return { mint, create, authenticate } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([InstallationAccess.layer, SigningKeys.layer])
  )
}
