import { JobControl } from "@quire/core"
import { Effect } from "effect"
import { assert, it } from "vitest"
import type * as World from "../contract/world.ts"
import { asSystem } from "../support/engine.ts"
import type { Given } from "./comments.ts"

const text = (title: string) =>
  JSON.stringify({
    swagger: "2.0",
    info: { title, version: "1" },
    paths: { "/pets": { get: { responses: { 200: { description: "Pets" } } } } }
  })

const process = ({ api }: World.World) =>
  api.run(asSystem(Effect.flatMap(JobControl.JobControl, (jobs) => Effect.orDie(jobs.run()))))

/** Descriptions of APIs of the world's organization, by the methods of the client. */
export const openApiSpecs = (given: () => Given & { readonly sourceUrl: string }): void => {
  it("makes specs, has them processed, and deletes them", async () => {
    const { admin, every, reader, sourceUrl, world } = given()
    const { organization } = world
    const created = await admin.orgs.createOpenApiSpec(organization, {
      slug: "client-pets",
      source: { text: text("Pets") }
    })
    assert.deepStrictEqual(
      [created.status, created.data.slug, String(created.data.processingState), created.data.lastVersion],
      [201, "client-pets", "pending", undefined]
    )
    assert.strictEqual(created.headers.get("location"), created.data.urls.location)
    await process(world)
    const { data: read } = await reader.orgs.getOpenApiSpecBySlug(organization, "client-pets")
    assert.deepStrictEqual([String(read.processingState), read.permissions.edit], ["complete", false])
    assert.isString(read.lastVersion)

    const url = `${sourceUrl}/openapi.json`
    const put = (source: { url: string } | { text: string }) =>
      admin.orgs.createOrUpdateOpenApiSpecBySlug(organization, "client-pets", { source })
    const changed = await put({ url })
    assert.deepStrictEqual([changed.status, changed.data.sourceURL], [200, url])
    await process(world)
    const { data: fetched } = await reader.orgs.getOpenApiSpecBySlug(organization, "client-pets")
    assert.notStrictEqual(fetched.lastVersion, read.lastVersion)

    await put({ url: `${sourceUrl}/none.json` })
    await process(world)
    const { data: failed } = await reader.orgs.getOpenApiSpecBySlug(organization, "client-pets")
    assert.deepStrictEqual(
      [String(failed.processingState), String(failed.lastProcessErrorCode), failed.lastVersion],
      ["complete", "FETCH_ERROR", fetched.lastVersion]
    )

    const made = await admin.orgs.createOrUpdateOpenApiSpecBySlug(organization, "client-other", {
      source: { text: text("Other") }
    })
    assert.strictEqual(made.status, 201)
    const listed = await every((page) =>
      reader.orgs.listOpenApiSpecs(organization, { limit: 1, ...(page === undefined ? {} : { page }) })
    )
    assert.includeMembers(
      listed.map(({ slug }) => slug),
      ["client-pets", "client-other"]
    )

    const remove = () => admin.orgs.deleteOpenApiSpecBySlug(organization, "client-pets")
    assert.deepStrictEqual([(await remove()).status, (await remove()).status], [205, 204])
    const gone = await reader.orgs.getOpenApiSpecBySlug(organization, "client-pets").catch((error: unknown) => error)
    assert.propertyVal(gone, "code", 404)
  })
}
