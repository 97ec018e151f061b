import { Clock, Context, Effect, Layer, Option, Predicate, Result, Schema } from "effect"
import type { OrganizationId } from "../../foundation/id/OrganizationId.ts"
import { checked, closed, optional } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { signingKey } from "../../foundation/secret/Installation.ts"
import { isJson, type Json } from "../../foundation/text/CanonicalJson.ts"
import * as Rison from "../../foundation/text/Rison.ts"
import { SiteAccess } from "../../sites/site/SiteAccess.ts"
import { ownUrl, siteSpacePath } from "../../sites/site/SiteAddress.ts"
import { findSiteSpace } from "../../sites/structure/SiteStructure.ts"
import { SiteReferenceInvalid } from "../../sites/structure/SiteStructureErrors.ts"
import { SiteStructures } from "../../sites/structure/SiteStructures.ts"
import * as PreviewToken from "../visitor/PreviewToken.ts"

/** Characters of the claims of a preview: they stand in its address. */
export const limits = { claims: 800 } as const

const isClaims = (value: Json): value is { readonly [name: string]: Json } =>
  Predicate.isReadonlyObject(value) && isJson(value)

const claimsOf = (text: string) => Option.filter(Result.getSuccess(Rison.parse(text)), isClaims)

const ClaimsText = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (text) => (text.length <= limits.claims && Option.isSome(claimsOf(text)) ? true : "must be an object in Rison"),
      { toJsonSchema: () => ({ maxLength: limits.claims }) }
    )
  )
)

/** What of a site is previewed, and as whom: `claims` in Rison. */
export const PreviewRequest = closed("SitePreviewRequest", {
  siteSpace: optional(Schema.String),
  claims: optional(ClaimsText)
})
export type PreviewRequest = typeof PreviewRequest.Type

export const PreviewView = Schema.Struct({ url: Schema.String }).annotate({ identifier: "SitePreview" })

const checkRequest = checked(PreviewRequest)

/** Looks at sites as a reader with given claims would see them (rule publication-preview). */
export class SitePreviews extends Context.Service<SitePreviews>()("@quire/core/SitePreviews", {
  make: Effect.gen(function* () {
    const { findAdministered } = yield* SiteAccess
    const structures = yield* SiteStructures
    const installationKey = yield* signingKey

    const get = operation("SitePreviews.get")(function* (
      organization: OrganizationId,
      site: string,
      given: PreviewRequest
    ) {
      const { claims = "()", siteSpace } = yield* checkRequest(given)
      const { addressed, row } = yield* findAdministered(organization, site)
      const { value: structure } = yield* structures.load(site)
      const placed = siteSpace === undefined ? undefined : findSiteSpace(structure, siteSpace)
      if (siteSpace !== undefined && placed === undefined) {
        return yield* new SiteReferenceInvalid({ field: "siteSpace", rule: "must name something on this site" })
      }
      const token = PreviewToken.sign(installationKey, yield* Clock.currentTimeMillis, {
        site: row.value.id,
        claims: Option.getOrElse(claimsOf(claims), () => ({}))
      })
      const path = placed === undefined ? "" : siteSpacePath(structure, placed)
      return { url: `${ownUrl(addressed)}~preview/${token}/${path}` }
    })

    return { get } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
