import { CustomFields, SpaceCustomFields } from "@quire/core"
import { Effect } from "effect"
import { as } from "../../support/engine.ts"
import { newNumber } from "../numbers.ts"
import type { Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"

const administering = { by: "admin", refused: { who: "creator", status: 403 } } as const
const viewing = { by: "guest", refused: { who: "stranger", status: 404 } } as const
const reading = { by: "reader", refused: { who: "guest", status: 404 } } as const
const editing = { by: "editor", refused: { who: "commenter", status: 403 } } as const

/** A name that no field has yet. */
export const newName = () => `field-${newNumber()}`

/** A new field of the organization, to choose from unless another type is named. */
export const field = async (world: World, type: "select:multi" | "text" | "number" | "boolean" = "select:multi") => {
  const name = newName()
  const options = type === "select:multi" ? { options: ["a", "b"] } : {}
  await world.api.run(
    Effect.flatMap(CustomFields.CustomFields, (fields) =>
      fields.create(world.organization, { name, type, title: "Field", ...options })
    ).pipe(as(world.people.admin.id), Effect.orDie)
  )
  return { organizationId: world.organization, fieldName: name }
}

/** A space that has chosen `a` of a field. */
export const chosen = async (world: World) => {
  const path = await field(world)
  const spaceId = await world.space()
  await world.api.run(
    Effect.flatMap(SpaceCustomFields.SpaceCustomFields, (values) =>
      values.update(spaceId, { values: { [path.fieldName]: { value: ["a"] } } })
    ).pipe(as(world.people.editor.id), Effect.orDie)
  )
  return { ...path, spaceId }
}

const ofField =
  (rest: { readonly body?: unknown; readonly query?: string } = {}): Make =>
  async (world) => {
    const { fieldName, organizationId } = await chosen(world)
    return { path: { organizationId, fieldName }, ...rest }
  }

const ofOrganization =
  (body: (world: World) => Promise<unknown> = async () => undefined): Make =>
  async (world) => ({ path: { organizationId: world.organization }, body: await body(world) })

const ofSpace =
  (values: (field: string) => unknown): Make =>
  async (world) => {
    const { fieldName, spaceId } = await chosen(world)
    return { path: { spaceId }, body: { values: values(fieldName) } }
  }

export const customFields: Readonly<Record<string, Scenario>> = {
  listCustomFields: {
    ...viewing,
    calls: { 200: ofOrganization() },
    items: async (world, count) => {
      const organizationId = await world.club()
      for (let at = 0; at < count; at++) {
        const body = { name: newName(), type: "text" }
        await world.send("admin", "POST", `/v1/orgs/${organizationId}/custom-fields`, { body })
      }
      return [{ path: { organizationId } }]
    }
  },
  createCustomField: {
    ...administering,
    event: "customFields.create",
    calls: {
      201: ofOrganization(async () => ({
        name: newName(),
        type: "select:single",
        title: "Made",
        description: "d",
        placeholder: "p",
        options: ["a"]
      }))
    },
    idle: [
      { status: 400, call: ofOrganization(async () => ({ name: newName(), type: "text", options: ["a"] })) },
      { status: 400, call: ofOrganization(async () => ({ name: newName(), type: "select:multi" })) },
      {
        status: 409,
        call: ofOrganization(async (world) => ({ name: (await field(world)).fieldName, type: "text" }))
      }
    ]
  },
  getCustomField: { ...viewing, calls: { 200: ofField() } },
  updateCustomField: {
    ...administering,
    event: "customFields.update",
    calls: { 200: ofField({ body: { title: "Renamed", options: ["b", "c"] }, query: "force=true" }) },
    idle: [
      { status: 200, call: ofField({ body: { title: " Field", description: "", options: ["a", "b"] } }) },
      { status: 409, call: ofField({ body: { title: "Renamed", options: ["b"] } }) },
      { status: 400, call: ofField({ body: { options: [] } }) },
      {
        status: 400,
        call: async (world) => ({ path: await field(world, "text"), body: { options: ["a"] }, query: "force=true" })
      }
    ]
  },
  deleteCustomField: { ...administering, event: "customFields.delete", calls: { 204: ofField() } },
  getSpaceCustomFields: {
    ...reading,
    calls: { 200: async (world) => ({ path: { spaceId: (await chosen(world)).spaceId } }) },
    items: async (world, count) => {
      const organizationId = await world.club()
      const { json } = await world.send("admin", "POST", `/v1/orgs/${organizationId}/spaces`)
      const values: Record<string, unknown> = {}
      for (let at = 0; at < count; at++) {
        const name = newName()
        const body = { name, type: "text" }
        await world.send("admin", "POST", `/v1/orgs/${organizationId}/custom-fields`, { body })
        values[name] = { value: `value ${at}` }
      }
      await world.send("admin", "PATCH", `/v1/spaces/${json.id}/custom-fields`, { body: { values } })
      return [{ path: { spaceId: json.id } }]
    }
  },
  updateSpaceCustomFields: {
    ...editing,
    event: "spaceCustomFields.update",
    calls: { 204: ofSpace((name) => ({ [name]: { value: ["b", "a"] } })) },
    idle: [
      { status: 204, call: ofSpace((name) => ({ [name]: { value: ["a "] } })) },
      { status: 204, call: ofSpace(() => ({})) },
      { status: 400, call: ofSpace((name) => ({ [name]: { value: ["c"] } })) },
      { status: 400, call: ofSpace((name) => ({ [name]: { value: "a" } })) },
      { status: 400, call: ofSpace((name) => ({ [name]: { value: null } })) },
      { status: 400, call: ofSpace((name) => ({ [name]: {}, none: {} })) }
    ]
  }
}
