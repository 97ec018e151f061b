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
  it("reads versions of specs, and makes a spec public", async () => {
    const { admin, every, reader, world } = given()
    const { organization } = world
    for (const title of ["One", "Two"]) {
      await admin.orgs.createOrUpdateOpenApiSpecBySlug(organization, "client-versions", {
        source: { text: text(title) }
      })
      await process(world)
    }
    const listed = await every((page) =>
      reader.orgs.listOpenApiSpecVersions(organization, "client-versions", {
        limit: 1,
        ...(page === undefined ? {} : { page })
      })
    )
    const { data: latest } = await reader.orgs.getLatestOpenApiSpecVersion(organization, "client-versions")
    assert.deepStrictEqual([listed.length, listed[0]], [2, latest])
    const old = listed[1]?.id ?? ""
    const { data: version } = await reader.orgs.getOpenApiSpecVersionById(organization, "client-versions", old)
    assert.deepStrictEqual(version, listed[1])
    const { data: content } = await reader.orgs.getOpenApiSpecVersionContentById(organization, "client-versions", old)
    assert.strictEqual(content.url, version.url)
    const { data: newest } = await reader.orgs.getLatestOpenApiSpecVersionContent(organization, "client-versions")
    assert.deepStrictEqual(Object.keys(newest.filesystem), ["client-versions.json"])

    const fetched = async (url: string) => {
      const answer = await world.api.send("GET", new URL(url).pathname)
      return [answer.status, answer.headers.get("content-type"), answer.text]
    }
    assert.deepStrictEqual(await fetched(content.url), [200, "application/json", text("One")])
    assert.deepStrictEqual(await fetched(newest.url), [200, "application/json", text("Two")])
    assert.strictEqual((await fetched(newest.url.replace(/[^/]+\/([^/]+)$/, "x/$1")))[0], 404)

    const show = async (visibility: "private" | "public") =>
      (await admin.orgs.updateOpenApiSpecBySlug(organization, "client-versions", { visibility } as never)).data
    const { id, urls } = await show("public")
    assert.deepStrictEqual(await fetched(urls.published ?? ""), [200, "application/json", text("Two")])
    assert.isUndefined((await show("private")).urls.published)
    assert.strictEqual((await fetched(`http://quire.test/specs/${id}/client-versions`))[0], 404)
  })
}
