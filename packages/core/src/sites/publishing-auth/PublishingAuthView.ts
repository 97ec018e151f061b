import { Schema } from "effect"
import { SamlProviderId } from "../../foundation/id/SamlProviderId.ts"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import { Backend, ClaimPaths, type PublishingAuth } from "./PublishingAuth.ts"

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
