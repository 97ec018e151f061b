import { Clock, Context, Effect, Layer, Option, Predicate, Result, Schema } from "effect"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { checked, closed, describeFields, optional } from "../../foundation/input/Input.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { callingAnyone } from "../../foundation/operation/PublishedOnly.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import { isJson, type Json } from "../../foundation/text/CanonicalJson.ts"
import * as Rison from "../../foundation/text/Rison.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { ChangeRequestClosed } from "../../spaces/change-request/ChangeRequest.ts"
import { ContentBase } from "../../spaces/commit/ContentBase.ts"
import { SiteAccess } from "../site/SiteAccess.ts"
import { ownUrl, siteSpacePath } from "../site/SiteAddress.ts"
import type * as SiteStructure from "../structure/SiteStructure.ts"
import { SiteStructures } from "../structure/SiteStructures.ts"
import { SiteStructureViews } from "../structure/SiteStructureViews.ts"
import * as PreviewTarget from "../visitor/PreviewTarget.ts"
import * as PreviewToken from "../visitor/PreviewToken.ts"

/** Maximum length of the claims of a preview in characters; they are part of its URL. */
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

/**
 * The subject of a preview and its visitor: `claims` in Rison. `changeRequest` is the id or number of one of the space
 * of `siteSpace`, or of the first site space that the caller sees.
 */
export const PreviewRequest = closed(
  "SitePreviewRequest",
  {
    siteSpace: optional(Schema.String),
    changeRequest: optional(Schema.String),
    claims: optional(ClaimsText)
  },
  {
    siteSpace: "Site space to preview. Defaults to the default site space.",
    changeRequest: "Change request to preview.",
    claims: "Claims of a visitor as JSON."
  }
)
export type PreviewRequest = typeof PreviewRequest.Type

export const PreviewView = Schema.Struct(
  describeFields({ url: Schema.String }, { url: "Address of the preview, valid for a limited time." })
).annotate({ identifier: "SitePreview" })

const checkRequest = checked(PreviewRequest)

/** Error for a site space that the site does not show to the caller. */
const notOnSite = (id = "") =>
  new ReferenceNotFound({ field: "siteSpace", id, rule: "must name a site space of this site" })

const chooseIn = (visible: ReadonlyArray<SiteStructure.PlacedSiteSpace>, siteSpace: string | undefined) =>
  siteSpace === undefined
    ? (visible.find(({ isDefault }) => isDefault) ?? visible[0])
    : visible.find((each) => each.siteSpace.id === siteSpace)

/** Previews sites and change requests as a reader with given claims would see them (rule publication-preview). */
export class SitePreviews extends Context.Service<SitePreviews>()("@quire/core/SitePreviews", {
  make: Effect.gen(function* () {
    const { findSite } = yield* SiteAccess
    const base = yield* ContentBase
    const structures = yield* SiteStructures
    const views = yield* SiteStructureViews
    const { signer } = yield* SigningKeys

    /** A draft or open change request that the caller may read. */
    const findRequest = Effect.fnUntraced(function* (space: string, id: string) {
      const notFound = () => new ReferenceNotFound({ field: "changeRequest", id })
      const { changeRequest } = yield* Effect.mapError(base.openRequest(space, id), notFound)
      const { number, space: own, status } = changeRequest.value
      if (status === "merged" || status === "archived") return yield* new ChangeRequestClosed({ id, status })
      return { space: own, number }
    })

    /** A preview of a site as some visitor would see it. */
    const get = operation("SitePreviews.get")(function* (
      organization: OrganizationId,
      site: string,
      given: PreviewRequest
    ) {
      const { changeRequest, claims = "()", siteSpace } = yield* checkRequest(given)
      const found = yield* findSite(organization, site)
      const caller = yield* callingAnyone
      const person = caller._tag === "System" ? null : caller.user
      const { value: structure } = yield* structures.load(site)
      const isNamed = siteSpace !== undefined || changeRequest !== undefined
      const placed = isNamed ? chooseIn(yield* views.listVisible(found, structure), siteSpace) : undefined
      if (isNamed && placed === undefined) return yield* notOnSite(siteSpace)
      const request =
        changeRequest === undefined || placed === undefined
          ? undefined
          : yield* findRequest(placed.siteSpace.space, changeRequest)
      const token = PreviewToken.sign(signer, yield* Clock.currentTimeMillis, {
        site: found.row.value.id,
        claims: Option.getOrElse(claimsOf(claims), () => ({})),
        person,
        ...(request === undefined ? {} : { changeRequest: request })
      })
      const shown = request === undefined ? "" : `${PreviewTarget.pathOf(request)}/`
      const path = placed === undefined ? "" : siteSpacePath(structure, placed)
      return { url: `${ownUrl(found.addressed)}~preview/${token}/${shown}${path}` }
    })

    return { get } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      ContentBase.layer,
      SigningKeys.layer,
      SiteAccess.layer,
      SiteStructureViews.layer,
      SiteStructures.layer
    ])
  )
}
