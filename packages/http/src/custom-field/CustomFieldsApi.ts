import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { CustomFieldInput, CustomFieldView, OrganizationId, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { Absent } from "../Answers.ts"
import { Authentication } from "../Authentication.ts"
import { AnyKeys } from "../Body.ts"
import { Conflict, Forbidden, NotFound, UnprocessableContent } from "../Errors.ts"
import * as Paging from "../Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
const field = Schema.Struct({ ...organization.fields, fieldName: CustomFieldInput.CustomFieldName })
const space = Schema.Struct({ spaceId: SpaceId.SpaceId })

/** Fields that an organization gives its spaces, and the values that spaces have (api.md 4.11). */
export class CustomFieldsApi extends HttpApiGroup.make("customFields", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listCustomFields", "/orgs/:organizationId/custom-fields")
      .annotate(OpenApi.Summary, "List the custom fields of an organization")
      .setPath(organization)
      .setUrlParams(Paging.UrlParams)
      .addSuccess(Paging.of(CustomFieldView.CustomFieldView))
  )
  .add(
    HttpApiEndpoint.post("createCustomField", "/orgs/:organizationId/custom-fields")
      .annotate(OpenApi.Summary, "Create a custom field")
      .setPath(organization)
      .setPayload(CustomFieldInput.Create)
      .addSuccess(CustomFieldView.CustomFieldView, { status: 201 })
      .addError(Conflict)
      .addError(UnprocessableContent)
  )
  .add(
    HttpApiEndpoint.get("getCustomField", "/orgs/:organizationId/custom-fields/:fieldName")
      .annotate(OpenApi.Summary, "Get a custom field")
      .setPath(field)
      .addSuccess(CustomFieldView.CustomFieldView)
  )
  .add(
    HttpApiEndpoint.patch("updateCustomField", "/orgs/:organizationId/custom-fields/:fieldName")
      .annotate(
        OpenApi.Summary,
        "Update a custom field; with `force` options go although spaces have chosen them, and so does the choice"
      )
      .setPath(field)
      .setUrlParams(Schema.Struct({ force: Paging.Flag(false) }))
      .setPayload(CustomFieldInput.Patch)
      .addSuccess(CustomFieldView.CustomFieldView)
      .addError(Conflict)
  )
  .add(
    HttpApiEndpoint.del("deleteCustomField", "/orgs/:organizationId/custom-fields/:fieldName")
      .annotate(OpenApi.Summary, "Delete a custom field with the values of all spaces, if there is one")
      .setPath(field)
      .addSuccess(Absent)
  )
  .add(
    HttpApiEndpoint.get("getSpaceCustomFields", "/spaces/:spaceId/custom-fields")
      .annotate(OpenApi.Summary, "List the custom fields of a space with its values")
      .setPath(space)
      .addSuccess(Schema.Array(CustomFieldView.SpaceCustomFieldView))
  )
  .add(
    HttpApiEndpoint.patch("updateSpaceCustomFields", "/spaces/:spaceId/custom-fields")
      .annotate(OpenApi.Summary, "Set values of custom fields; those without a value are unset")
      .annotate(AnyKeys, true)
      .setPath(space)
      .setPayload(CustomFieldInput.ValuesPatch)
      .addSuccess(Absent)
  )
  .addError(Forbidden)
  .addError(NotFound)
  .annotate(OpenApi.Title, "Custom fields")
  .middleware(Authentication)
  .prefix("/v1") {}
