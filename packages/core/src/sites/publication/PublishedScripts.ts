import { Context, type Effect, Schema } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { describeFields } from "../../foundation/input/Input.ts"

/** A script that an integration embeds in the pages of a site. */
export const PublishedScript = Schema.Struct(
  describeFields(
    {
      /** Its address, which changes with the content of the script. */
      script: Schema.String,
      contentSecurityPolicy: Schema.optionalKey(Schema.String),
      /** Whether it declares that it sets cookies. */
      cookies: Schema.Boolean
    },
    {
      script: "Address of the script.",
      contentSecurityPolicy: "Sources that the script needs, as a content security policy.",
      cookies: "Whether the script needs the consent of readers to cookies."
    }
  )
).annotate({ identifier: "SiteIntegrationScript" })
export type PublishedScript = typeof PublishedScript.Type

/** The scripts that integrations embed in sites; a later area provides it. */
export class PublishedScripts extends Context.Service<
  PublishedScripts,
  {
    /**
     * Scripts of integrations that are active on the site (rule site-scripts), by name; `among` restricts them to some
     * names.
     */
    readonly ofSite: (
      site: { readonly id: string; readonly organization: OrganizationId },
      among?: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<PublishedScript>>
  }
>()("@quire/core/PublishedScripts") {}
