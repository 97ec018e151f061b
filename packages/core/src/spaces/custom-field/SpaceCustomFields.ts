import { Context, Effect, Layer, Option, Result, Schema } from "effect"
import * as Root from "../../content/tree/Root.ts"
import { Events } from "../../foundation/events/Events.ts"
import { checked, InputInvalid } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { LockedPlacement } from "../../people/placement/LockedPlacement.ts"
import { SpaceNotFound } from "../../people/placement/Placement.ts"
import { ContentBase } from "../commit/ContentBase.ts"
import { view } from "./CustomField.ts"
import { FieldValue, type SpaceCustomFieldView, ValuesPatch } from "./FieldValue.ts"
import { HeadValues, planChanges } from "./HeadValues.ts"

const check = checked(ValuesPatch)
const decodeValue = Schema.decodeUnknownOption(FieldValue)

/** The values that a space has for the fields of its organization. */
export class SpaceCustomFields extends Context.Service<SpaceCustomFields>()("@quire/core/SpaceCustomFields", {
  make: Effect.gen(function* () {
    const { base: url } = yield* Addresses
    const base = yield* ContentBase
    const values = yield* HeadValues
    const events = yield* Events
    const { withActive } = yield* LockedPlacement

    /** All fields in order of creation, each with its value at the head. */
    const get = operation("SpaceCustomFields.get")(function* (space: string) {
      const opened = yield* base.open({ space }, "content:read")
      const { isAdmin } = opened.access
      const own = yield* Root.values(opened.root)
      return (yield* values.fieldsOf(opened.space.value.organization)).map((field): SpaceCustomFieldView => {
        const customField = view(field, { base: url, isAdmin })
        return Option.match(decodeValue(own.get(field.name)), {
          onNone: () => ({ customField }),
          onSome: (value) => ({ customField, value })
        })
      })
    })

    /** Plans what a patch changes at the present head. */
    const planUpdate = Effect.fnUntraced(function* (space: string, patch: ValuesPatch) {
      const opened = yield* base.open({ space }, "content:edit")
      const before = yield* Root.values(opened.root)
      const result = planChanges(yield* values.fieldsOf(opened.space.value.organization), before, patch)
      if (Result.isSuccess(result)) return { before, opened, changes: result.success }
      if (result.failure._tag === "Broken") return yield* new InputInvalid({ details: result.failure.details })
      const { name } = result.failure
      return yield* new ReferenceNotFound({ field: `values.${name}`, id: name })
    })

    /** Sets values by field name, all or none, by one revision, even in a locked space (rule custom-field-values). */
    const update = operation("SpaceCustomFields.update")(function* (space: string, given: ValuesPatch) {
      const input = yield* check(given)
      if ((yield* planUpdate(space, input)).changes.length === 0) return
      const notFound = (id: string) => new SpaceNotFound({ id })
      yield* withActive({ kind: "space", id: space, action: "content:edit", notFound }, ({ placement }) =>
        Effect.gen(function* () {
          const { before, changes } = yield* planUpdate(space, input)
          const [moved] = yield* values.write([{ space, next: () => changes }])
          if (moved === undefined) return
          const reported = changes.map(({ field, value }) => ({ field, value, was: before.get(field.name) }))
          yield* events.announce({
            type: "spaceCustomFields.update",
            organization: placement.value.organization,
            space,
            subjects: [moved.revision, ...changes.map(({ field }) => field.id)],
            before: {
              revision: moved.before,
              values: reported.map(({ field, was = null }) => ({ customField: field.name, value: was }))
            },
            after: {
              revision: moved.revision,
              values: reported.map(({ field, value = null }) => ({ customField: field.name, value }))
            }
          })
        })
      )
    })

    return { get, update } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ContentBase.layer, Events.layer, HeadValues.layer, LockedPlacement.layer])
  )
}
