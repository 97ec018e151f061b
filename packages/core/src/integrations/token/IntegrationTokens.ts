import { Clock, Context, Effect, Layer, Option, Result, Schema } from "effect"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { InstallationId } from "../../foundation/id/Ids.ts"
import { optional } from "../../foundation/input/Input.ts"
import { Actor, type Caller } from "../../foundation/operation/Actor.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { ScopesOnly } from "../../foundation/operation/PublishedOnly.ts"
import type { Signer } from "../../foundation/secret/Signer.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as Access from "../../people/access/Access.ts"
import { Unauthenticated } from "../../people/access/Credentials.ts"
import { InstallationAccess } from "../installation/InstallationAccess.ts"
import type { TokenView } from "../installation/InstallationView.ts"
import { collection as installationCollection } from "../installation/IntegrationInstallation.ts"
import { scopesOf } from "../installation/Reach.ts"
import { type Integration, collection as integrationCollection, type Scope } from "../integration/Integration.ts"

/** `length` of a token in characters, `lifetime` in seconds. */
export const limits = { length: 2_048, lifetime: 3_600 } as const

/** Bearer of a token: an integration, as itself or as an installation. The key distinguishes it from other bearers. */
export const Bearer = Schema.Struct({
  integration: Schema.String,
  installation: optional(Schema.String),
  /** Id of the token in the audit log. */
  id: Schema.String
})
export type Bearer = typeof Bearer.Type

const decode = Schema.decodeUnknownResult(Bearer)

const purpose = "integration-token"

/** Signs a token for a bearer, valid for an hour (rule integration-token); `now` in epoch milliseconds. */
export const signToken = (signer: Signer, now: number, bearer: Bearer): string =>
  signer.derive(purpose).mint({ ...bearer, exp: Math.floor(now / 1000) + limits.lifetime })

/**
 * Returns the bearer of a token that was signed here and has not expired. Whether it is still valid depends on the
 * rows.
 */
export const verifyToken = (signer: Signer, now: number, token: string): Option.Option<Bearer> =>
  signer
    .derive(purpose)
    .open(token, { now, length: limits.length })
    .pipe(
      Result.flatMap(({ payload }): Result.Result<Bearer, unknown> => decode(payload)),
      Result.getSuccess
    )

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
    const mint = Effect.fnUntraced(function* (bearer: Omit<Bearer, "id">) {
      const now = yield* Clock.currentTimeMillis
      return signToken(signer, now, { ...bearer, id: yield* nextId })
    })

    /**
     * The scopes of a token: all declared scopes, or the accepted ones of an installation; none once it is deleted.
     */
    const findScopes = Effect.fnUntraced(function* (
      integration: Integration,
      { installation }: Bearer
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
      const verified = verifyToken(signer, yield* Clock.currentTimeMillis, token)
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
