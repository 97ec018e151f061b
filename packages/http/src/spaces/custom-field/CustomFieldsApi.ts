import { CustomFieldInput, CustomFieldView, OrganizationId, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent } from "../../foundation/answer/Answers.ts"
import { AnyKeys } from "../../foundation/body/Body.ts"
import { Conflict, Forbidden, NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
const field = Schema.Struct({ ...organization.fields, fieldName: CustomFieldInput.CustomFieldName })
const space = Schema.Struct({ spaceId: SpaceId.SpaceId })

/** Custom fields that an organization defines for its spaces, and the values of each space. */
export class CustomFieldsApi extends HttpApiGroup.make("customFields", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listCustomFields", "/orgs/:organizationId/custom-fields", {
      params: organization,
      query: Paging.UrlParams,
      success: Paging.of(CustomFieldView.CustomFieldView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the custom fields of an organization")
  )
  .add(
    HttpApiEndpoint.post("createCustomField", "/orgs/:organizationId/custom-fields", {
      params: organization,
      payload: CustomFieldInput.Create,
      success: CustomFieldView.CustomFieldView.pipe(HttpApiSchema.status(201)),
      error: [Conflict, UnprocessableContent, Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Create a custom field")
  )
  .add(
    HttpApiEndpoint.get("getCustomField", "/orgs/:organizationId/custom-fields/:fieldName", {
      params: field,
      success: CustomFieldView.CustomFieldView,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Get a custom field")
  )
  .add(
    HttpApiEndpoint.patch("updateCustomField", "/orgs/:organizationId/custom-fields/:fieldName", {
      params: field,
      query: Schema.Struct({ force: Paging.Flag(false) }),
      payload: CustomFieldInput.Patch,
      success: CustomFieldView.CustomFieldView,
      error: [Conflict, Forbidden, NotFound]
    }).annotate(
      OpenApi.Summary,
      "Update a custom field; with `force` options go although spaces have chosen them, and so does the choice"
    )
  )
  .add(
    HttpApiEndpoint.delete("deleteCustomField", "/orgs/:organizationId/custom-fields/:fieldName", {
      params: field,
      success: Absent,
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "Delete a custom field with the values of all spaces, if there is one")
  )
  .add(
    HttpApiEndpoint.get("getSpaceCustomFields", "/spaces/:spaceId/custom-fields", {
      params: space,
      success: Schema.Array(CustomFieldView.SpaceCustomFieldView),
      error: [Forbidden, NotFound]
    }).annotate(OpenApi.Summary, "List the custom fields of a space with its values")
  )
  .add(
    HttpApiEndpoint.patch("updateSpaceCustomFields", "/spaces/:spaceId/custom-fields", {
      params: space,
      payload: CustomFieldInput.ValuesPatch,
      success: Absent,
      error: [Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Set values of custom fields; those without a value are unset")
      .annotate(AnyKeys, true)
  )
  .annotate(OpenApi.Title, "Custom fields")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
