import { assert, it } from "vitest"
import type { Given } from "./comments.ts"

/** Translations and the glossary of the world's organization, by the methods of the client. */
export const translations = (given: () => Given): void => {
  it("makes, renames, runs and deletes translation settings", async () => {
    const { admin, every, reader, world } = given()
    const { organization } = world
    const source = { space: await world.space(), language: "en" }
    const created = await admin.orgs.createTranslation(organization, { title: "Guide", source } as never)
    assert.deepStrictEqual([created.status, created.data.source], [201, source])
    assert.strictEqual(created.headers.get("location"), created.data.urls.location)
    const { id } = created.data
    const renamed = await admin.orgs.updateTranslation(organization, id, { title: "Handbook" } as never)
    assert.strictEqual(renamed.status, 200)
    assert.propertyVal((await reader.orgs.getTranslation(organization, id)).data, "title", "Handbook")
    const listed = await every((page) =>
      reader.orgs.listTranslations(organization, { limit: 1, ...(page === undefined ? {} : { page }) })
    )
    assert.include(
      listed.map((each) => each.id),
      id
    )
    const refused = await reader.orgs.deleteTranslation(organization, id).catch((error: unknown) => error)
    assert.propertyVal(refused, "code", 403)
    const remove = () => admin.orgs.deleteTranslation(organization, id)
    assert.deepStrictEqual([(await remove()).status, (await remove()).status], [205, 204])
  })

  it("keeps a glossary", async () => {
    const { admin, every, reader, world } = given()
    const { organization } = world
    const put = (operations: Parameters<typeof admin.orgs.updateGlossaryEntries>[1]["operations"]) =>
      admin.orgs.updateGlossaryEntries(organization, { operations })
    assert.strictEqual((await put([{ type: "insert", translations: { en: "merge", fr: "fusion" } }])).status, 204)
    const entries = () =>
      every((page) =>
        reader.orgs.listGlossaryEntries(organization, { limit: 1, ...(page === undefined ? {} : { page }) })
      )
    const made = (await entries()).find(({ translations }) => translations["en"] === "merge")
    assert.isDefined(made)
    await put([{ type: "update", id: made.id, translations: { en: "merge", fr: "fusionner" } }])
    const { data } = await reader.orgs.getGlossaryEntry(organization, made.id)
    assert.deepStrictEqual(data.translations, { en: "merge", fr: "fusionner" })
    await put([{ type: "delete", id: made.id }])
    const gone = await reader.orgs.getGlossaryEntry(organization, made.id).catch((error: unknown) => error)
    assert.propertyVal(gone, "code", 404)
  })
}
