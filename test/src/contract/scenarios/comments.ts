import { CommentReplies, Comments, type Discussion, Members, Users } from "@quire/core"
import { Effect } from "effect"
import { as, asSystem } from "../../support/engine.ts"
import { newNumber } from "../numbers.ts"
import * as Requests from "../requests.ts"
import type { Call, Make, Scenario } from "../scenarios.ts"
import { archive } from "../source.ts"
import type { Who, World } from "../world.ts"

const reading = { by: "reader", refused: { who: "guest", status: 404 } } as const
const commenting = { by: "commenter", refused: { who: "reader", status: 403 } } as const
/** What belongs to the commenter. */
const authoring = { by: "commenter", refused: { who: "admin", status: 403 } } as const
const removing = { by: "commenter", refused: { who: "reviewer", status: 403 } } as const

type On = "ChangeRequest" | "Space"
type Path = { readonly spaceId: string; readonly changeRequestId?: string }

const text = { body: { markdown: "Is *this* right?" } }

const placeOf = ({ changeRequestId, spaceId }: Path): Discussion.DiscussionTarget => ({
  space: spaceId,
  changeRequest: changeRequestId
})

/** Something to comment on, with so many pages. */
export const placed = async (world: World, on: On, pages = 0): Promise<Path> => {
  const spaceId = await world.space()
  if (pages > 0) await world.import(spaceId, archive(pages, 0))
  return on === "Space" ? { spaceId } : Requests.request(world, spaceId)
}

/** A comment on something new, with where it is. */
export const commented = async (world: World, on: On, who: Who = "commenter", resolved = false) => {
  const path = await placed(world, on)
  const { id } = await world.api.run(
    Effect.gen(function* () {
      const comments = yield* Comments.Comments
      const made = yield* comments.post(placeOf(path), text)
      return yield* comments.update(placeOf(path), made.id, { resolved, addedReactions: ["🚀"] })
    }).pipe(as(world.people[who].id), Effect.orDie)
  )
  return { ...path, commentId: id }
}

/** A reply of the commenter. */
export const replied = async (world: World, on: On) => {
  const path = await commented(world, on, "admin")
  const { id } = await world.api.run(
    Effect.gen(function* () {
      const replies = yield* CommentReplies.CommentReplies
      const at = { ...placeOf(path), comment: path.commentId }
      const made = yield* replies.post(at, text)
      return yield* replies.update(at, made.id, { addedReactions: ["🚀"] })
    }).pipe(as(world.people.commenter.id), Effect.orDie)
  )
  return { ...path, commentReplyId: id }
}

/** A page of a new place, and a block of it. */
export const paged = async (world: World, on: On) => {
  const path = await placed(world, on, 1)
  const [first] = await targets(world, path)
  return { path, target: first ?? { page: "", node: "" } }
}

const targets = async (world: World, { spaceId }: Path) => {
  const { json } = await world.send("admin", "GET", `/v1/spaces/${spaceId}/content/pages`)
  return Promise.all(
    (json.pages as ReadonlyArray<{ readonly id: string }>).map(async ({ id }) => {
      const page = await world.send("admin", "GET", `/v1/spaces/${spaceId}/content/page/${id}?format=document`)
      const { nodes } = page.json["document"] as { readonly nodes: ReadonlyArray<{ readonly key: string }> }
      return { page: id, node: nodes[0]?.key ?? "" }
    })
  )
}

const authors = ["commenter", "editor", "reviewer", "admin"] as const

/** So many comments, each on a separate page, by several people who react to them. */
const discussions = (on: On) => async (world: World, count: number) => {
  const path = await placed(world, on, count)
  const place = placeOf(path)
  const wanted = await targets(world, path)
  await world.api.run(
    Effect.gen(function* () {
      const comments = yield* Comments.Comments
      for (const [at, target] of wanted.entries()) {
        const who = as(world.people[authors[at % authors.length] ?? "admin"].id)
        const { id } = yield* who(comments.post(place, { ...text, ...target }))
        yield* as(world.people.editor.id)(comments.update(place, id, { addedReactions: ["🚀"], resolved: true }))
      }
    }).pipe(Effect.orDie)
  )
  const queries = ["", "order=asc&format=document", "status=resolved"]
  return queries.map((query): Call => ({ path: { ...path }, query }))
}

const answers = (on: On) => async (world: World, count: number) => {
  const path = await commented(world, on)
  await world.api.run(
    Effect.gen(function* () {
      const replies = yield* CommentReplies.CommentReplies
      for (let at = 0; at < count; at++) {
        const who = as(world.people[authors[at % authors.length] ?? "admin"].id)
        yield* who(replies.post({ ...placeOf(path), comment: path.commentId }, text))
      }
    }).pipe(Effect.orDie)
  )
  return [{ path: { ...path } }]
}

/** So many people, each of whom comments. */
const crowds = (on: On) => async (world: World, count: number) => {
  const path = await placed(world, on)
  await world.api.run(
    Effect.gen(function* () {
      const comments = yield* Comments.Comments
      const members = yield* Members.Members
      const users = yield* Users.Users
      for (let at = 0; at < count; at++) {
        const displayName = `crowd-${newNumber()}`
        const email = `${displayName}@${world.domain}`
        const { id } = yield* asSystem(users.ensure({ email, displayName, emailVerified: true }))
        yield* asSystem(members.add(world.organization, id, "comment"))
        yield* as(id)(comments.post(placeOf(path), text))
      }
    }).pipe(Effect.orDie)
  )
  return [{ path: { ...path } }]
}

const scenariosOn = (on: On): Readonly<Record<string, Scenario>> => {
  const at =
    (make: (world: World, on: On) => Promise<Readonly<Record<string, string>>>, rest: Omit<Call, "path"> = {}): Make =>
    async (world) => ({ path: await make(world, on), ...rest })
  const fresh = (rest: Omit<Call, "path"> = {}) => at(async (world) => ({ ...(await placed(world, on)) }), rest)
  const one = (rest: Omit<Call, "path"> = {}) => at(async (world) => ({ ...(await commented(world, on)) }), rest)
  const settled = (rest: Omit<Call, "path">) =>
    at(async (world) => ({ ...(await commented(world, on, "commenter", true)) }), rest)
  const reply = (rest: Omit<Call, "path"> = {}) => at(replied, rest)
  const other = "a99999999999999999999999999"
  return {
    [`listCommentsIn${on}`]: { ...reading, calls: { 200: one() }, items: discussions(on) },
    [`postCommentIn${on}`]: {
      ...commenting,
      event: "comments.create",
      calls: {
        200: async (world) => {
          const { path, target } = await paged(world, on)
          return { path: { ...path }, body: { ...text, ...target } }
        }
      },
      idle: [
        { status: 400, call: fresh({ body: { ...text, page: other } }) },
        { status: 400, call: fresh({ body: { ...text, node: other } }) },
        { status: 400, call: fresh({ body: { body: { markdown: " \n " } } }) }
      ]
    },
    [`getCommentIn${on}`]: { ...reading, calls: { 200: one({ query: "format=document" }) } },
    [`updateCommentIn${on}`]: {
      ...authoring,
      event: "comments.update",
      calls: {
        200: one({
          body: { body: { markdown: "Other" }, resolved: true, addedReactions: ["👀"], removedReactions: ["🚀"] }
        })
      },
      idle: [
        { status: 200, call: one({ body: {} }) },
        { status: 200, call: one({ body: { ...text, resolved: false, addedReactions: ["1f680"] } }) },
        { status: 200, call: settled({ body: { resolved: true, removedReactions: ["👀"] } }) }
      ]
    },
    [`deleteCommentIn${on}`]: {
      ...removing,
      event: "comments.delete",
      calls: {
        204: at(async (world) => ({ ...(await placed(world, on)), commentId: other })),
        205: one()
      }
    },
    [`listCommentRepliesIn${on}`]: { ...reading, calls: { 200: one() }, items: answers(on) },
    [`postCommentReplyIn${on}`]: {
      ...commenting,
      event: "replies.create",
      calls: { 200: one({ body: text, query: "format=document" }) }
    },
    [`getCommentReplyIn${on}`]: { ...reading, calls: { 200: reply() } },
    [`updateCommentReplyIn${on}`]: {
      ...authoring,
      event: "replies.update",
      calls: { 200: reply({ body: { body: { markdown: "Other" }, resolved: true, addedReactions: ["👀"] } }) },
      idle: [
        { status: 200, call: reply({ body: { ...text, addedReactions: ["🚀"], removedReactions: ["👀"] } }) },
        { status: 200, call: reply({ body: { resolved: false } }) }
      ]
    },
    [`deleteCommentReplyIn${on}`]: {
      ...removing,
      event: "replies.delete",
      calls: {
        204: at(async (world) => ({ ...(await commented(world, on)), commentReplyId: other })),
        205: reply()
      }
    },
    [`listCommentersIn${on}`]: { ...reading, calls: { 200: one() }, items: crowds(on) }
  }
}

export const comments: Readonly<Record<string, Scenario>> = { ...scenariosOn("ChangeRequest"), ...scenariosOn("Space") }
