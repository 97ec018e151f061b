import { Context, Effect, Layer, Schema } from "effect"
import { OrganizationId, SamlProviderId, SiteId } from "../../foundation/id/Ids.ts"
import { clearable, closed, describeFields, optional, WebAddress } from "../../foundation/input/Input.ts"
import * as Sealed from "../../foundation/secret/Sealed.ts"
import * as SealedRows from "../../foundation/secret/SealedRows.ts"
import { Sealing } from "../../foundation/secret/Sealing.ts"
import { Secrets } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { codePoints } from "../../foundation/text/Text.ts"
import { toSecretText } from "../../people/token/Checksum.ts"
import { limits as schemaLimits } from "../adaptive-schema/AdaptiveSchema.ts"

/** How visitors sign in: through the organization's own server or an integration. */
export const Backend = Schema.Literals(["custom", "integration"]).annotate({ identifier: "PublishingAuthBackend" })
export type Backend = typeof Backend.Type

/** Which claims attributes of an identity provider become: paths of claims, by the names of attributes. */
export const ClaimPaths = Schema.Record(Schema.String, Schema.String)
export type ClaimPaths = typeof ClaimPaths.Type

/**
 * How visitors of a site authenticate, as stored under the site's id. `sealed` opens to the key that signs their tokens
 * (rule visitor-key).
 */
export const PublishingAuth = Schema.Struct({
  id: SiteId,
  organization: OrganizationId,
  backend: Backend,
  sealed: Sealed.SealedText,
  /** Redirect target for visitors without a valid token. */
  fallbackURL: Schema.NullOr(Schema.String),
  /** The name of an integration on the site that signs visitors in. */
  integration: Schema.NullOr(Schema.String),
  /** The provider of the organization that signs visitors in; it may have been deleted (rule visitor-provider-ends). */
  provider: Schema.NullOr(SamlProviderId).pipe(Schema.withDecodingDefaultType(Effect.succeed(null))),
  claims: ClaimPaths.pipe(Schema.withDecodingDefaultType(Effect.succeed({})))
})
export type PublishingAuth = typeof PublishingAuth.Type

/** The sealing context of a site's key, by the id of the site. */
export const sealingContext = (site: string): string => `publishing auth ${site}`

export const collection = Repository.collection({
  name: "publishing_auth",
  schema: PublishingAuth,
  columns: { ...Sealed.columns, organization: { kind: "text", of: (self) => self.organization } },
  indexes: { ...Sealed.indexes },
  unique: {},
  references: [
    { column: "organization", to: "organizations", onDelete: "restrict" },
    { column: "id", to: "sites", onDelete: "cascade", scoped: true }
  ],
  counters: [],
  rank: 3
})

export const sealedRows = SealedRows.source(collection, sealingContext)

/** The initial value of a site. */
export const ofNewSite = (
  site: Pick<PublishingAuth, "id" | "organization">,
  sealed: Sealed.SealedText
): PublishingAuth => ({
  ...site,
  backend: "custom",
  sealed,
  fallbackURL: null,
  integration: null,
  provider: null,
  claims: {}
})

/** A new key, under which no earlier token is valid. */
export const regenerate = (self: PublishingAuth, sealed: Sealed.SealedText): PublishingAuth => ({ ...self, sealed })

/** `attributes` of a mapping; `attributeLength`: characters of the name of one. */
export const limits = { attributes: 100, attributeLength: 256 } as const

/** The registered claims of a token, and the name under which unsigned claims are placed. */
const taken: ReadonlySet<string> = new Set(["aud", "exp", "iat", "nbf", "unsigned"])

const isLine = (text: string, limit: number): boolean => {
  const length = codePoints(text)
  return length > 0 && length <= limit && text.isWellFormed() && !/\p{Cc}/u.test(text)
}

const isName = (name: string): boolean => isLine(name, schemaLimits.nameLength) && name !== "__proto__"

const findPathFault = (path: string): string | undefined => {
  const names = path.split(".")
  if (names.length > schemaLimits.depth || !names.every(isName)) {
    return `must be 1 to ${schemaLimits.depth} names of claims with dots between them`
  }
  return taken.has(names[0] ?? "") ? `must not start with ${[...taken].join(", ")}` : undefined
}

/** A claim that holds another one cannot be a value as well. */
const overlaps = (path: string, other: string): boolean => path === other || path.startsWith(`${other}.`)

const findFault = (paths: ClaimPaths) => {
  const mapped = Object.entries(paths)
  if (mapped.length > limits.attributes) return `must not have more than ${limits.attributes} attributes`
  for (const [attribute, path] of mapped) {
    if (!isLine(attribute, limits.attributeLength) || attribute === "__proto__") {
      return `must have names of attributes of 1 to ${limits.attributeLength} characters`
    }
    const issue = findPathFault(path)
    if (issue !== undefined) return { path: [attribute], issue }
    if (mapped.some(([other, at]) => other !== attribute && overlaps(path, at))) {
      return { path: [attribute], issue: "must not overlap with another claim" }
    }
  }
  return undefined
}

const claimName = String.raw`[^.\p{Cc}]{1,${schemaLimits.nameLength}}`
const claimPath = String.raw`^(?!(?:${[...taken].join("|")})(?:\.|$))${claimName}(?:\.${claimName}){0,${schemaLimits.depth - 1}}$`
const attribute = String.raw`^[^\p{Cc}]{1,${limits.attributeLength}}$`

const Claims = Schema.Record(Schema.String, Schema.String).pipe(
  Schema.check(
    Schema.makeFilter<ClaimPaths>(findFault, {
      toJsonSchema: () => ({
        maxProperties: limits.attributes,
        propertyNames: { type: "string", pattern: attribute },
        additionalProperties: { type: "string", pattern: claimPath }
      })
    })
  )
)

export const Patch = closed(
  "PublishingAuthPatch",
  {
    backend: optional(Backend),
    fallbackURL: clearable(WebAddress),
    /** A provider of the organization, which then signs visitors in (rule visitor-provider). */
    provider: clearable(SamlProviderId),
    /** Replaces the previous mapping as a whole (rule visitor-provider-claims). */
    claims: clearable(Claims)
  },
  {
    backend: "How visitors sign in.",
    fallbackURL: "Address to which visitors without a valid token are sent.",
    provider: "Identity provider that signs visitors in.",
    claims: "Attributes of the identity provider that become claims of visitors, by name."
  }
)
export type Patch = typeof Patch.Type

/** Changes the properties that a patch names. */
export const patch = (self: PublishingAuth, changes: Patch): PublishingAuth => ({
  ...self,
  backend: changes.backend ?? self.backend,
  fallbackURL: changes.fallbackURL === undefined ? self.fallbackURL : changes.fallbackURL,
  provider: changes.provider === undefined ? self.provider : changes.provider,
  claims: changes.claims === undefined ? self.claims : (changes.claims ?? {})
})

/** How visitors authenticate, including the key itself: for administrators. */
export const PublishingAuthView = Schema.Struct(
  describeFields(
    {
      object: Schema.Literal("publishing-auth"),
      backend: Backend,
      privateKey: Schema.String,
      fallbackURL: optional(Schema.String),
      integration: optional(Schema.String),
      provider: optional(SamlProviderId),
      claims: optional(ClaimPaths)
    },
    {
      backend: "How visitors sign in.",
      privateKey: "Key with which visitor tokens are signed; secret.",
      fallbackURL: "Address to which visitors without a valid token are sent.",
      integration: "Integration that signs visitors in.",
      provider: "Identity provider that signs visitors in.",
      claims: "Attributes of the identity provider that become claims of visitors, by name."
    }
  )
).annotate({ identifier: "PublishingAuth" })
export type PublishingAuthView = typeof PublishingAuthView.Type

export const view = (self: PublishingAuth, privateKey: string): PublishingAuthView => ({
  object: "publishing-auth",
  backend: self.backend,
  privateKey,
  ...(self.fallbackURL === null ? {} : { fallbackURL: self.fallbackURL }),
  ...(self.integration === null ? {} : { integration: self.integration }),
  ...(self.provider === null ? {} : { provider: self.provider }),
  ...(Object.keys(self.claims).length === 0 ? {} : { claims: self.claims })
})

/** Creates the keys that sign visitor tokens. */
export class VisitorKeys extends Context.Service<VisitorKeys>()("@quire/core/VisitorKeys", {
  make: Effect.gen(function* () {
    const sealing = yield* Sealing
    const secrets = yield* Secrets
    const rows = yield* Repository.make(collection)

    /** A new key for a site, sealed. */
    const draw = Effect.fnUntraced(function* (site: string) {
      return yield* sealing.seal(sealingContext(site), toSecretText(yield* secrets.random(32)))
    })

    /** Stores the first key of a new site, in the transaction that creates the site (rule visitor-key). */
    const insert = Effect.fnUntraced(function* ({ id, organization }: Pick<PublishingAuth, "id" | "organization">) {
      yield* rows.insert(ofNewSite({ id, organization }, yield* draw(id)))
    })

    const open = (self: PublishingAuth) => sealing.open(sealingContext(self.id), self.sealed)

    return { draw, insert, open } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(Sealing.layer))
}
