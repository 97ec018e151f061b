import { assert, it } from "vitest"
import type * as World from "../contract/world.ts"
import type { Given } from "./comments.ts"
import { CustomFieldType, type EarlierClient } from "./earlier.ts"

interface Fields {
  readonly admin: EarlierClient
  readonly reader: EarlierClient
  readonly world: World.World
  readonly every: Given["every"]
}

/** Custom fields of the world's organization and of one of its spaces, by the methods of the client. */
export const customFields = (given: () => Fields): void => {
  it("makes custom fields, and sets and reads their values", async () => {
    const { admin, every, reader, world } = given()
    const { organization } = world
    const { data: made, status } = await admin.orgs.createOrganizationCustomField(organization, {
      name: "client_status",
      type: CustomFieldType.SelectSingle,
      options: ["draft", "ready"]
    })
    assert.deepStrictEqual(
      [status, made.name, made.type, made.title, made.description, made.placeholder, made.options],
      [201, "client_status", "select:single", "", "", "", ["draft", "ready"]]
    )
    await admin.orgs.createOrganizationCustomField(organization, {
      name: "client_owners",
      type: CustomFieldType.Tags,
      title: "Owners",
      description: "Who looks after it",
      placeholder: "Names"
    })
    const { data: changed } = await admin.orgs.updateOrganizationCustomField(organization, made.name, {
      title: "Status",
      options: ["draft", "ready", "old"]
    })
    assert.deepStrictEqual([changed.id, changed.title, changed.options?.length], [made.id, "Status", 3])
    const { data: seen } = await reader.orgs.getOrganizationCustomFieldByName(organization, made.name)
    assert.deepStrictEqual([seen.id, seen.title, seen.updatedAt], [made.id, "Status", changed.updatedAt])
    const listed = await every((page) =>
      reader.orgs.listOrganizationCustomFields(organization, { limit: 1, ...(page === undefined ? {} : { page }) })
    )
    assert.includeMembers(
      listed.map(({ name }) => name),
      ["client_status", "client_owners"]
    )

    const space = await world.space()
    const updated = await admin.spaces.updateSpaceCustomFields(space, {
      values: { client_status: { value: "ready" }, client_owners: { value: ["ada", "bob"] } }
    })
    assert.strictEqual(updated.status, 204)
    const values = async () => {
      const { data } = await reader.spaces.getSpaceCustomFields(space)
      return data.flatMap(({ customField, value }) => (value === undefined ? [] : [[customField.name, value]]))
    }
    assert.deepStrictEqual(await values(), [
      ["client_status", "ready"],
      ["client_owners", ["ada", "bob"]]
    ])
    await admin.spaces.updateSpaceCustomFields(space, { values: { client_owners: {} as never } })
    assert.deepStrictEqual(await values(), [["client_status", "ready"]])
    assert.strictEqual((await admin.orgs.deleteOrganizationCustomField(organization, made.name)).status, 204)
    assert.strictEqual((await admin.orgs.deleteOrganizationCustomField(organization, made.name)).status, 204)
    assert.deepStrictEqual(await values(), [])
  })
}
