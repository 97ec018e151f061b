import { Clock, Context, Effect, Layer, Option } from "effect"
import { Events } from "../../foundation/events/Events.ts"
import { IdGenerator } from "../../foundation/id/IdGenerator.ts"
import type { OrganizationId } from "../../foundation/id/Ids.ts"
import { checked, InputInvalid } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { type PageRequest, Paging } from "../../foundation/paging/Paging.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { Access } from "../../people/access/Access.ts"
import { TreeLock } from "../../people/placement/TreeLock.ts"
import * as CustomField from "./CustomField.ts"
import {
  CustomFieldId,
  CustomFieldNameTaken,
  CustomFieldNotFound,
  collection,
  limits,
  OptionsInUse,
  optionsFault,
  patch,
  TooManyCustomFields,
  view
} from "./CustomField.ts"
import * as FieldValue from "./FieldValue.ts"
import { type HeadMove, HeadValues } from "./HeadValues.ts"

const checkCreate = checked(CustomField.Create)
const checkPatch = checked(CustomField.Patch)

export interface UpdateOptions {
  /** Removes options even if spaces have chosen them. */
  readonly force?: boolean
}

const touchedIds = (moved: ReadonlyArray<HeadMove>) => moved.flatMap(({ revision, space }) => [space, revision])

/** The fields that an organization defines for its spaces. */
export class CustomFields extends Context.Service<CustomFields>()("@quire/core/CustomFields", {
  make: Effect.gen(function* () {
    const access = yield* Access
    const { base } = yield* Addresses
    const { paged } = yield* Paging
    const values = yield* HeadValues
    const events = yield* Events
    const nextId = yield* IdGenerator
    const { decideAndLock } = yield* TreeLock
    const fields = yield* Repository.make(collection)

    /** By id, which is the order of creation. */
    const list = operation("CustomFields.list")(function* (organization: OrganizationId, request: PageRequest) {
      const { isAdmin } = yield* access.organization(organization, "organization:view")
      return yield* paged({
        list: "customFields",
        filters: organization,
        request,
        ...fields.source("inOrganization", { equals: { organization } }),
        view: (rows) => Effect.succeed(rows.map(({ value }) => view(value, { base, isAdmin })))
      })
    })

    /** A field, for a member of its organization. */
    const open = Effect.fnUntraced(function* (organization: OrganizationId, name: string) {
      const { isAdmin } = yield* access.organization(organization, "organization:view")
      const field = yield* fields.getBy("name", { organization, name })
      if (Option.isNone(field)) return yield* new CustomFieldNotFound({ name })
      return { isAdmin, field: field.value }
    })

    /** A field, for an administrator of its organization. */
    const openForAdmin = Effect.fnUntraced(function* (organization: OrganizationId, name: string) {
      const opened = yield* open(organization, name)
      yield* access.organization(organization, "organization:admin")
      return opened
    })

    /** A custom field of an organization, by its name. */
    const get = operation("CustomFields.get")(function* (organization: OrganizationId, name: string) {
      const { field, isAdmin } = yield* open(organization, name)
      return view(field.value, { base, isAdmin })
    })

    /** Adds a field that the spaces of an organization may have values of. */
    const create = operation("CustomFields.create")(function* (
      organization: OrganizationId,
      given: CustomField.Create
    ) {
      const input = yield* checkCreate(given)
      return yield* decideAndLock(
        organization,
        access.organization(organization, "organization:admin"),
        ({ isAdmin }) =>
          Effect.gen(function* () {
            const { name, type } = input
            if (Option.isSome(yield* fields.getBy("name", { organization, name }))) {
              return yield* new CustomFieldNameTaken({ name })
            }
            const count = yield* fields.count("inOrganization", { equals: { organization } })
            if (count >= limits.fieldsPerOrganization) return yield* new TooManyCustomFields({ organization })
            const now = yield* Clock.currentTimeMillis
            const made: CustomField.CustomField = {
              id: CustomFieldId.make(yield* nextId),
              organization,
              name,
              title: input.title ?? "",
              description: input.description ?? "",
              type,
              placeholder: input.placeholder ?? "",
              options: input.options ?? null,
              createdAt: now,
              updatedAt: now
            }
            yield* fields.insert(made)
            yield* events.announce({
              type: "customFields.create",
              organization,
              subjects: [made.id, name],
              after: made
            })
            return view(made, { base, isAdmin })
          })
      )
    })

    /** Removes options from the spaces that use them; refused without `force`. */
    const dropOptions = Effect.fnUntraced(function* (
      field: CustomField.CustomField,
      gone: ReadonlyArray<string>,
      { force = false }: UpdateOptions
    ) {
      const used = gone.length === 0 ? [] : yield* values.usesOf(field.id, gone)
      if (used.length === 0) return []
      if (!force) {
        const chosen = new Set(used.flatMap(({ options }) => options))
        return yield* new OptionsInUse({ name: field.name, options: gone.filter((option) => chosen.has(option)) })
      }
      const lost = new Set(gone)
      return yield* values.write(
        used.map(({ space }) => ({
          space,
          next: (before) => {
            const value = before.get(field.name)
            return value === undefined ? [] : [{ field, value: FieldValue.removeChoices(value, lost) }]
          }
        }))
      )
    })

    /** Changes a field; its name and type never change. */
    const update = operation("CustomFields.update")(function* (
      organization: OrganizationId,
      name: string,
      given: CustomField.Patch,
      options: UpdateOptions = {}
    ) {
      const changes = yield* checkPatch(given)
      return yield* decideAndLock(organization, openForAdmin(organization, name), ({ field: seen, isAdmin }) =>
        Effect.gen(function* () {
          const field = seen.value
          const rule = changes.options === undefined ? undefined : optionsFault(field.type, changes.options)
          if (rule !== undefined) return yield* new InputInvalid({ details: [{ path: "options", rule }] })
          const next = patch(field, changes)
          if (CanonicalJson.equals(field, next)) return view(field, { base, isAdmin })
          const kept = new Set(next.options)
          const gone = (field.options ?? []).filter((option) => !kept.has(option))
          const moved = yield* dropOptions(next, gone, options)
          const written = { ...next, updatedAt: yield* Clock.currentTimeMillis }
          yield* fields.update(seen, written)
          yield* events.announce({
            type: "customFields.update",
            organization,
            subjects: [field.id, name, ...touchedIds(moved)],
            before: field,
            after: written
          })
          return view(written, { base, isAdmin })
        })
      )
    })

    /** Removes a field with the values that spaces have at their heads; older revisions keep theirs. */
    const remove = operation("CustomFields.remove")(function* (organization: OrganizationId, name: string) {
      return yield* decideAndLock(organization, openForAdmin(organization, name), ({ field: { value: field } }) =>
        Effect.gen(function* () {
          const used = yield* values.usesOf(field.id)
          const moved = yield* values.write(
            used.map(({ space }) => ({ space, next: () => [{ field, value: undefined }] }))
          )
          yield* fields.remove([field.id])
          yield* events.announce({
            type: "customFields.delete",
            organization,
            subjects: [field.id, name, ...touchedIds(moved)],
            before: field
          })
          return true
        })
      ).pipe(Effect.catchTag("CustomFieldNotFound", () => Effect.succeed(false)))
    })

    return { list, get, create, update, remove } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, Events.layer, HeadValues.layer, Paging.layer, TreeLock.layer])
  )
}
