import { assert, it } from "vitest"
import type * as World from "../contract/world.ts"
import type { Client, List } from "./official.ts"

export interface Given {
  readonly admin: Client
  readonly reader: Client
  readonly world: World.World
  /** Every item of a list. */
  readonly every: <A>(
    list: (page?: string) => Promise<{ data: List & { items: Array<A> } }>
  ) => Promise<ReadonlyArray<A>>
}

type Spaces = Client["spaces"]

/** The methods of the client for comments on one thing, called alike for both. */
const onRequest = (spaces: Spaces, space: string, request: string) => ({
  list: (query: Parameters<Spaces["listCommentsInSpace"]>[1]) =>
    spaces.listCommentsInChangeRequest(space, request, query),
  post: (data: Parameters<Spaces["postCommentInSpace"]>[1]) => spaces.postCommentInChangeRequest(space, request, data),
  get: (id: string, query?: { format: "document" | "markdown" }) =>
    spaces.getCommentInChangeRequest(space, request, id, query),
  update: (id: string, data: Parameters<Spaces["updateCommentInSpace"]>[2]) =>
    spaces.updateCommentInChangeRequest(space, request, id, data),
  delete: (id: string) => spaces.deleteCommentInChangeRequest(space, request, id),
  listReplies: (id: string, query: { limit?: number; page?: string }) =>
    spaces.listCommentRepliesInChangeRequest(space, request, id, query),
  reply: (id: string, data: Parameters<Spaces["postCommentReplyInSpace"]>[2]) =>
    spaces.postCommentReplyInChangeRequest(space, request, id, data, { format: "markdown" }),
  getReply: (id: string, reply: string) => spaces.getCommentReplyInChangeRequest(space, request, id, reply),
  updateReply: (id: string, reply: string, data: Parameters<Spaces["updateCommentReplyInSpace"]>[3]) =>
    spaces.updateCommentReplyInChangeRequest(space, request, id, reply, data),
  deleteReply: (id: string, reply: string) => spaces.deleteCommentReplyInChangeRequest(space, request, id, reply)
})

const onSpace = (spaces: Spaces, space: string): ReturnType<typeof onRequest> => ({
  list: (query) => spaces.listCommentsInSpace(space, query),
  post: (data) => spaces.postCommentInSpace(space, data),
  get: (id, query) => spaces.getCommentInSpace(space, id, query),
  update: (id, data) => spaces.updateCommentInSpace(space, id, data),
  delete: (id) => spaces.deleteCommentInSpace(space, id),
  listReplies: (id, query) => spaces.listCommentRepliesInSpace(space, id, query),
  reply: (id, data) => spaces.postCommentReplyInSpace(space, id, data),
  getReply: (id, reply) => spaces.getCommentReplyInSpace(space, id, reply),
  updateReply: (id, reply, data) => spaces.updateCommentReplyInSpace(space, id, reply, data),
  deleteReply: (id, reply) => spaces.deleteCommentReplyInSpace(space, id, reply)
})

const converses = async ({ every, world }: Given, mine: ReturnType<typeof onRequest>, reads: typeof mine) => {
  const { page, space } = world.docs
  const { data: tree } = await world
    .send("admin", "GET", `/v1/spaces/${space}/content/page/${page}?format=document`)
    .then(({ json }) => ({ data: json["document"] as { readonly nodes: ReadonlyArray<{ readonly key: string }> } }))
  const node = tree.nodes[0]?.key ?? ""
  const { data: made, status } = await mine.post({ body: { markdown: "Is **this** right?" }, page, node })
  assert.deepStrictEqual([status, made.body, made.status], [200, { markdown: "Is **this** right?" }, "open"])
  assert.deepStrictEqual([made.target.page?.id, made.target.page?.outdated, made.target.node?.id], [page, false, node])
  const { data: shown } = await reads.get(made.id, { format: "document" })
  if (!("document" in shown.body)) return assert.fail("no document")
  await mine.post({ body: { document: shown.body.document } })
  assert.deepStrictEqual(shown.permissions, { view: true, edit: false, reply: false, delete: false })
  const { data: resolved } = await mine.update(made.id, { resolved: true, addedReactions: ["1f680"] })
  if (resolved.status !== "resolved") return assert.fail("not resolved")
  assert.strictEqual(resolved.resolvedBy.id, made.postedBy.id)
  assert.deepStrictEqual(
    resolved.reactions.map(({ count, emoji, users }) => [emoji, count, users[0]?.user.id]),
    [["1f680", 1, made.postedBy.id]]
  )
  const { data: open } = await reads.list({ status: "open" })
  assert.deepStrictEqual([open.count, open.items.length], [1, 1])
  const { data: onPage } = await reads.list({ targetPage: page, order: "asc", format: "document" })
  assert.deepStrictEqual(
    onPage.items.map(({ id }) => id),
    [made.id]
  )
  const all = await every((next) => reads.list({ limit: 1, ...(next === undefined ? {} : { page: next }) }))
  assert.strictEqual(all.length, 2)

  const { data: reply } = await mine.reply(made.id, { body: { markdown: "Yes." } })
  assert.deepStrictEqual(reply.body, { markdown: "Yes." })
  const { data: edited } = await mine.updateReply(made.id, reply.id, { body: { markdown: "No." } })
  assert.deepStrictEqual((await reads.getReply(made.id, reply.id)).data.body, { markdown: "No." })
  assert.isDefined(edited.editedAt)
  const replies = await every((next) =>
    reads.listReplies(made.id, { limit: 1, ...(next === undefined ? {} : { page: next }) })
  )
  assert.deepStrictEqual(
    replies.map(({ id }) => id),
    [reply.id]
  )
  assert.strictEqual((await reads.get(made.id)).data.replies, 1)
  assert.strictEqual((await mine.deleteReply(made.id, reply.id)).status, 205)
  assert.strictEqual((await mine.deleteReply(made.id, reply.id)).status, 204)
  assert.strictEqual((await mine.delete(made.id)).status, 205)
  assert.strictEqual((await mine.delete(made.id)).status, 204)
}

/** Tests of the client's methods for comments; `given` is asked once they run. */
export const comments = (given: () => Given) => {
  it("comments on change requests", async () => {
    const { admin, reader, world } = given()
    const { space } = world.docs
    const { data: request } = await admin.spaces.createChangeRequest(space, { subject: "Discussed" })
    const called = (client: Client, name: string) => onRequest(client.spaces, space, name)
    await converses(given(), called(admin, request.id), called(reader, String(request.number)))
    const { data: counted } = await reader.spaces.getChangeRequestById(space, request.id)
    assert.strictEqual(counted.comments, 1)
  })

  it("comments on spaces", async () => {
    const { admin, reader, world } = given()
    const { space } = world.docs
    await converses(given(), onSpace(admin.spaces, space), onSpace(reader.spaces, space))
    assert.strictEqual((await reader.spaces.getSpaceById(space)).data.comments, 1)
  })
}
