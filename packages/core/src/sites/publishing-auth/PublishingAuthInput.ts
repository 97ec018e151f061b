import { Schema } from "effect"
import { SamlProviderId } from "../../foundation/id/SamlProviderId.ts"
import { clearable, closed, optional, WebAddress } from "../../foundation/input/Input.ts"
import { codePoints } from "../../foundation/text/Text.ts"
import { limits as schemaLimits } from "../adaptive-schema/AdaptiveSchema.ts"
import { Backend, type ClaimPaths, type PublishingAuth } from "./PublishingAuth.ts"

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
