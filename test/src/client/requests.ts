import { assert, it } from "vitest"
import type * as World from "../contract/world.ts"
import type { Given } from "./comments.ts"
import { type Client, ImportContentSource } from "./official.ts"

type Spaces = Client["spaces"]

/** What the client of this age has no method for. */
const edit = async (world: World.World, space: string, request: string, changes: ReadonlyArray<unknown>) => {
  const answer = await world.send("editor", "POST", `/v1/spaces/${space}/change-requests/${request}/content`, {
    body: { changes }
  })
  assert.strictEqual(answer.status, 200, answer.text)
}

const reads = async (spaces: Spaces, space: string, request: string, page: string) => {
  const { data: revision } = await spaces.getRevisionOfChangeRequestById(space, request, { computed: false })
  const { data: pages } = await spaces.listPagesInChangeRequest(space, request)
  assert.deepStrictEqual(pages.pages, revision.pages)
  const { data: files } = await spaces.listFilesInChangeRequestById(space, request, { limit: 10 })
  assert.deepStrictEqual(files.items, revision.files)
  const file = files.items[0]
  if (file === undefined) return assert.fail("no file")
  assert.deepStrictEqual((await spaces.getFileInChangeRequestById(space, request, file.id)).data, file)
  const { data: byId } = await spaces.getPageInChangeRequestById(space, request, page, { format: "markdown" })
  const path = "path" in byId ? byId.path : ""
  const { data: byPath } = await spaces.getPageInChangeRequestByPath(space, request, path, { format: "markdown" })
  assert.deepStrictEqual(byPath, byId)
  return file.id
}

/** Change requests of a space of the world, by the methods of the client. */
export const requests = (given: () => Given & { readonly sourceUrl: string }): void => {
  it("opens change requests, edits, reviews and merges them", async () => {
    const { admin, every, reader, world } = given()
    const { page, reusable, space } = world.docs
    const { data: made, status } = await admin.spaces.createChangeRequest(space, { subject: "New words" })
    assert.deepStrictEqual([status, made.status, made.subject, made.outdated], [201, "draft", "New words", false])
    const { data: renamed } = await admin.spaces.updateChangeRequestById(space, made.id, { subject: "Newer words" })
    assert.strictEqual(renamed.subject, "Newer words")
    assert.deepStrictEqual((await reader.spaces.getChangeRequestById(space, String(made.number))).data, renamed)

    await edit(world, space, made.id, [
      { operation: "update_page", page, document: { markdown: "See [the other](/pages/new) and [none](#none)." } },
      { operation: "insert_page", title: "New", ref: "new", document: { markdown: `Back [there](/pages/${page}).` } }
    ])
    const file = await reads(reader.spaces, space, made.id, page)
    const { data: content } = await reader.spaces.getReusableContentInChangeRequestById(space, made.id, reusable)
    assert.strictEqual(content.title, "Notice")
    const pdf = await reader.spaces.getChangeRequestPdf(space, made.id, { page, only: true })
    assert.match(pdf.data.url, /^http:.*\/pdf\/.*\.pdf$/)
    assert.match((await reader.spaces.getSpacePdf(space, { page })).data.url, /\.pdf$/)
    const { data: links } = await reader.spaces.listPageLinksInChangeRequest(space, made.id, page, { limit: 5 })
    assert.strictEqual(links.stats.broken.changeRequest, 1)
    assert.lengthOf((await reader.spaces.listChangeRequestPageBacklinks(space, made.id, page)).data.items, 1)
    await reader.spaces.listChangeRequestFileBacklinks(space, made.id, file ?? "")
    const { data: all } = await reader.spaces.listChangeRequestLinks(space, made.id, {
      brokenContext: "change-request"
    })
    assert.lengthOf(all.items, 1)
    const { data: changes } = await reader.spaces.getChangeRequestChanges(space, made.id, { limit: 1 })
    assert.deepStrictEqual([changes.changes.length, changes.more], [1, 1])

    const importing = { url: `${given().sourceUrl}/guide.md`, source: ImportContentSource.Markdown }
    assert.strictEqual((await admin.spaces.importContentInChangeRequest(space, made.id, importing)).status, 201)
    assert.strictEqual(
      (await admin.spaces.importContentInChangeRequestPageById(space, made.id, page, importing)).status,
      201
    )

    const { data: asked } = await admin.spaces.requestReviewersForChangeRequest(space, made.id, {
      users: [world.people.reviewer.id]
    })
    assert.lengthOf(asked.users ?? [], 1)
    const { data: waiting } = await reader.spaces.getRequestedReviewersByChangeRequestId(space, made.id)
    assert.lengthOf(waiting.items, 1)
    await admin.spaces.removeRequestedReviewerFromChangeRequest(space, made.id, world.people.reviewer.id)
    const { data: contributors } = await reader.spaces.getContributorsByChangeRequestId(space, made.id)
    assert.sameMembers(
      contributors.items.map(({ user }) => user.id),
      [world.people.editor.id, world.people.admin.id]
    )
    const opened = await every((next) =>
      reader.spaces.listChangeRequestsForSpace(space, { limit: 1, ...(next === undefined ? {} : { page: next }) })
    )
    assert.include(
      opened.map(({ id }) => id),
      made.id
    )
    assert.strictEqual((await admin.spaces.updateChangeRequest(space, made.id)).data.result, "update")
    const { data: merged } = await admin.spaces.mergeChangeRequest(space, made.id)
    assert.strictEqual(merged.result, "merge")
    const { data: told } = await reader.spaces.getRevisionSemanticChanges(space, merged.revision, { limit: 100 })
    assert.isAbove(told.changes.length, 1)
    assert.strictEqual((await reader.spaces.getChangeRequestById(space, made.id)).data.revisionMerged, merged.revision)
    assert.strictEqual((await reader.spaces.getCurrentRevision(space)).data.id, merged.revision)

    const { data: linked } = await reader.spaces.listSpaceLinks(space, { limit: 5 })
    assert.isAbove(linked.stats.total, 0)
    await reader.spaces.listPageLinksInSpace(space, page)
    await reader.spaces.listSpacePageBacklinks(space, page)
    await reader.spaces.listSpaceFileBacklinks(space, file ?? "")
  })

  it("reviews what others wrote", async () => {
    const { admin, reader, world } = given()
    const space = await world.space()
    const { json } = await world.send("editor", "POST", `/v1/spaces/${space}/change-requests`, { body: {} })
    const request = String(json["id"])
    const { data: review } = await admin.spaces.submitChangeRequestReview(space, request, {
      status: "approved" as never
    })
    assert.strictEqual(review.status, "approved")
    const { data: reviews } = await reader.spaces.getReviewsByChangeRequestId(space, request)
    assert.deepStrictEqual(
      reviews.items.map(({ id }) => id),
      [review.id]
    )
  })
}
