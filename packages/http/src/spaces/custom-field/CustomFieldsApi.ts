import { CustomFieldInput, CustomFieldView, Input, OrganizationId, SpaceId } from "@quire/core"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Absent } from "../../foundation/answer/Answers.ts"
import { AnyKeys } from "../../foundation/body/Body.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import { Failures } from "../../foundation/error/Failures.ts"
import { Authentication } from "../../foundation/exchange/Authentication.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId.OrganizationId })
const field = Schema.Struct(
  Input.describeFields(
    { ...organization.fields, fieldName: CustomFieldInput.CustomFieldName },
    { fieldName: "Name of the custom field." }
  )
)
const space = Schema.Struct({ spaceId: SpaceId.SpaceId })

/** Custom fields that an organization defines for its spaces, and the values of each space. */
export class CustomFieldsApi extends HttpApiGroup.make("customFields", { topLevel: true })
  .add(
    HttpApiEndpoint.get("listCustomFields", "/orgs/:organizationId/custom-fields", {
      params: organization,
      query: Paging.UrlParams,
      success: Paging.of(CustomFieldView.CustomFieldView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List custom fields")
      .annotate(OpenApi.Description, "Returns the custom fields of an organization in the order of their creation.")
  )
  .add(
    HttpApiEndpoint.post("createCustomField", "/orgs/:organizationId/custom-fields", {
      params: organization,
      payload: CustomFieldInput.Create,
      success: CustomFieldView.CustomFieldView.pipe(HttpApiSchema.status(201)),
      error: [Errors.Conflict, UnprocessableContent, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Create a custom field")
      .annotate(OpenApi.Description, "Defines a field that the spaces of the organization can have values of.")
  )
  .add(
    HttpApiEndpoint.get("getCustomField", "/orgs/:organizationId/custom-fields/:fieldName", {
      params: field,
      success: CustomFieldView.CustomFieldView,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Get a custom field")
      .annotate(OpenApi.Description, "Returns the definition of a field by its name.")
  )
  .add(
    HttpApiEndpoint.patch("updateCustomField", "/orgs/:organizationId/custom-fields/:fieldName", {
      params: field,
      query: Schema.Struct(
        Input.describeFields(
          { force: Paging.Flag(false) },
          { force: "Whether options are removed although spaces have chosen them." }
        )
      ),
      payload: CustomFieldInput.Patch,
      success: CustomFieldView.CustomFieldView,
      error: [Errors.Conflict, Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Update a custom field")
      .annotate(
        OpenApi.Description,
        "Options that spaces have chosen can be removed only with `force`, which unsets them."
      )
  )
  .add(
    HttpApiEndpoint.delete("deleteCustomField", "/orgs/:organizationId/custom-fields/:fieldName", {
      params: field,
      success: Absent,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Delete a custom field")
      .annotate(
        OpenApi.Description,
        "Removes the field with the values of all spaces; succeeds where there is no such field."
      )
  )
  .add(
    HttpApiEndpoint.get("getSpaceCustomFields", "/spaces/:spaceId/custom-fields", {
      params: space,
      success: Schema.Array(CustomFieldView.SpaceCustomFieldView),
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "List custom fields of a space")
      .annotate(OpenApi.Description, "Returns all fields of the organization with the values of the space.")
  )
  .add(
    HttpApiEndpoint.patch("updateSpaceCustomFields", "/spaces/:spaceId/custom-fields", {
      params: space,
      payload: CustomFieldInput.ValuesPatch,
      success: Absent,
      error: [Errors.Forbidden, NotFound]
    })
      .annotate(OpenApi.Summary, "Set custom fields of a space")
      .annotate(OpenApi.Description, "Sets the values that the body names; a field without a value is unset.")
      .annotate(AnyKeys, true)
  )
  .annotate(OpenApi.Title, "Custom fields")
  .middleware(Authentication)
  .middleware(Failures)
  .prefix("/v1") {}
