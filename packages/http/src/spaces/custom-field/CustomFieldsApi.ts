import { CustomField, CustomFields, FieldValue, Input, OrganizationId, SpaceCustomFields, SpaceId } from "@quire/core"
import { Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Absent, withOwnLocation } from "../../foundation/answer/Answers.ts"
import { AnyKeys } from "../../foundation/body/Body.ts"
import * as Endpoint from "../../foundation/endpoint/Endpoint.ts"
import * as Group from "../../foundation/endpoint/Group.ts"
import * as Permission from "../../foundation/endpoint/Permission.ts"
import * as Errors from "../../foundation/error/Errors.ts"
import { NotFound, UnprocessableContent } from "../../foundation/error/Errors.ts"
import * as Paging from "../../foundation/query/Paging.ts"

const organization = Schema.Struct({ organizationId: OrganizationId })
const field = Schema.Struct(
  Input.describeFields(
    { ...organization.fields, fieldName: CustomField.CustomFieldName },
    { fieldName: "Name of the custom field." }
  )
)
const space = Schema.Struct({ spaceId: SpaceId })

/** Custom fields that an organization defines for its spaces, and the values of each space. */
export class CustomFieldsApi extends Group.make(
  "customFields",
  "Custom fields",
  Endpoint.get("listCustomFields", "/orgs/:organizationId/custom-fields", {
    summary: "List custom fields",
    description: "Returns the custom fields of an organization in the order of their creation.",
    permission: Permission.hiding("organization:view"),
    params: organization,
    query: Paging.UrlParams,
    success: Paging.of(CustomField.CustomFieldView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.post("createCustomField", "/orgs/:organizationId/custom-fields", {
    summary: "Create a custom field",
    description: "Defines a field that the spaces of the organization can have values of.",
    permission: Permission.refusing("organization:admin"),
    params: organization,
    payload: CustomField.Create,
    success: CustomField.CustomFieldView.pipe(HttpApiSchema.status(201)),
    error: [Errors.Conflict, UnprocessableContent, Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getCustomField", "/orgs/:organizationId/custom-fields/:fieldName", {
    summary: "Get a custom field",
    description: "Returns the definition of a field by its name.",
    permission: Permission.hiding("organization:view"),
    params: field,
    success: CustomField.CustomFieldView,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateCustomField", "/orgs/:organizationId/custom-fields/:fieldName", {
    summary: "Update a custom field",
    description: "Options that spaces have chosen can be removed only with `force`, which unsets them.",
    permission: Permission.refusing("organization:admin"),
    params: field,
    query: Schema.Struct(
      Input.describeFields(
        { force: Paging.Flag(false) },
        { force: "Whether to remove options even if spaces have chosen them." }
      )
    ),
    payload: CustomField.Patch,
    success: CustomField.CustomFieldView,
    error: [Errors.Conflict, Errors.Forbidden, NotFound]
  }),
  Endpoint.delete("deleteCustomField", "/orgs/:organizationId/custom-fields/:fieldName", {
    summary: "Delete a custom field",
    description: "Removes the field with the values of all spaces; succeeds where there is no such field.",
    permission: Permission.refusing("organization:admin"),
    params: field,
    success: Absent,
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.get("getSpaceCustomFields", "/spaces/:spaceId/custom-fields", {
    summary: "List custom fields of a space",
    description: "Returns all fields of the organization with the values of the space.",
    permission: Permission.hiding("content:read"),
    scope: "space:content:read",
    params: space,
    success: Schema.Array(FieldValue.SpaceCustomFieldView),
    error: [Errors.Forbidden, NotFound]
  }),
  Endpoint.patch("updateSpaceCustomFields", "/spaces/:spaceId/custom-fields", {
    summary: "Set custom fields of a space",
    description: "Sets the values that the body names; a field without a value is unset.",
    permission: Permission.refusing("content:edit"),
    params: space,
    payload: FieldValue.ValuesPatch,
    success: Absent,
    error: [Errors.Forbidden, NotFound]
  }).annotate(AnyKeys, true)
) {
  static readonly layer = Group.layer(
    this,
    Effect.gen(function* () {
      const fields = yield* CustomFields.CustomFields
      const values = yield* SpaceCustomFields.SpaceCustomFields
      return {
        listCustomFields: ({ params: path, query: urlParams }) => fields.list(path.organizationId, urlParams),
        createCustomField: ({ params: path, payload }) => withOwnLocation(fields.create(path.organizationId, payload)),
        getCustomField: ({ params: path }) => fields.get(path.organizationId, path.fieldName),
        updateCustomField: ({ params: path, payload, query: urlParams }) =>
          fields.update(path.organizationId, path.fieldName, payload, urlParams),
        deleteCustomField: ({ params: path }) => Effect.asVoid(fields.remove(path.organizationId, path.fieldName)),
        getSpaceCustomFields: ({ params: path }) => values.get(path.spaceId),
        updateSpaceCustomFields: ({ params: path, payload }) => values.update(path.spaceId, payload)
      }
    })
  )
}
