import { ChangeRequests, Members, Users } from "@quire/core"
import { Effect } from "effect"
import { as, asSystem } from "../../support/engine.ts"
import { nothing } from "../nothing.ts"
import { newNumber } from "../numbers.ts"
import * as Requests from "../requests.ts"
import type { Call, Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"

const reading = { by: "reader", refused: { who: "guest", status: 404 } } as const
const editing = { by: "editor", refused: { who: "commenter", status: 403 } } as const
const creating = { by: "creator", refused: { who: "reviewer", status: 403 } } as const
const administering = { by: "admin", refused: { who: "creator", status: 403 } } as const

type Paths = (world: World) => Promise<Readonly<Record<string, string>>>

const of =
  (paths: Paths, body?: unknown): Make =>
  async (world) => ({ path: await paths(world), body })

/** A change request of the creator's, in a separate space. */
export const proposed = async (world: World) => Requests.request(world, await world.space(), [], "creator")

const send = async (
  world: World,
  who: "reviewer" | "editor",
  path: Readonly<Record<string, string>>,
  to: string,
  body: object
) => {
  const base = `/v1/spaces/${path["spaceId"]}/change-requests/${path["changeRequestId"]}`
  return (await world.send(who, "POST", `${base}/${to}`, { body })).json
}

const reviewed = async (world: World, comment?: string) => {
  const path = await proposed(world)
  const body = { status: "approved", ...(comment === undefined ? {} : { comment: { markdown: comment } }) }
  const { id } = await send(world, "reviewer", path, "reviews", body)
  return { ...path, reviewId: String(id) }
}

/** So many reviews of one change request, every other with a comment. */
const reviewedOften = async (world: World, count: number) => {
  const path = await proposed(world)
  for (let at = 0; at < count; at++) {
    const comment = at % 2 === 0 ? {} : { comment: { markdown: `Words ${at}` } }
    await send(world, "reviewer", path, "reviews", { status: "approved", ...comment })
  }
  return [{ path }, { path, query: "format=document" }]
}

/** People who are in the organization and may review. */
const people = (world: World, label: string, count: number) =>
  world.api.run(
    asSystem(
      Effect.gen(function* () {
        const users = yield* Users.Users
        const members = yield* Members.Members
        return yield* Effect.forEach(Array.from({ length: count }), (_, at) =>
          Effect.gen(function* () {
            const email = `${label}-${at}@${world.domain}`
            const { id } = yield* users.ensure({ email, displayName: `Reviewer ${at}`, emailVerified: true })
            yield* members.add(world.organization, id, "review")
            return id
          })
        )
      }).pipe(Effect.orDie)
    )
  )

const askedOfMany = async (world: World, count: number) => {
  const path = await proposed(world)
  const users = await people(world, path.changeRequestId, count)
  await send(world, "editor", path, "requested-reviewers", { users })
  return [{ path }]
}

const asked = async (world: World) => {
  const path = await proposed(world)
  await send(world, "editor", path, "requested-reviewers", { users: [world.people.reviewer.id] })
  return { ...path, userId: world.people.reviewer.id }
}

const asking =
  (paths: Paths = proposed): Make =>
  async (world) => ({ path: await paths(world), body: { users: [world.people.reviewer.id], subject: "Better words" } })

/** So many change requests of one person in all, in several spaces. */
const proposedAcross = async (world: World, count: number): Promise<ReadonlyArray<Call>> => {
  const [author] = await people(world, "author", 1)
  if (author === undefined) throw new Error("no user was created")
  const path = { organizationId: world.organization }
  const query = `creator=${author}&status=draft`
  const { json } = await world.send("admin", "GET", `/v1/orgs/${world.organization}/change-requests?limit=0&${query}`)
  const missing = count - json.count
  const spaces: Array<string> = []
  for (let at = 0; at < Math.min(missing, 10); at++) spaces.push(await world.space())
  const made = Effect.flatMap(ChangeRequests.ChangeRequests, (requests) =>
    Effect.forEach(Array.from({ length: missing }), (_, at) =>
      as(author)(requests.create(spaces[at % spaces.length] ?? ""))
    )
  )
  await world.api.run(Effect.orDie(made))
  return [
    { path, query },
    { path, query: `${query}&status=open` }
  ]
}

const ofSpace =
  (body?: unknown): Make =>
  async (world) => ({ path: { spaceId: await world.space() }, body })

const ofOrganization =
  (body?: unknown): Make =>
  async ({ organization }) => ({ path: { organizationId: organization }, body })

/** A rule that lets everything pass. */
const passing = (number = 1) => ({ kind: "expression", expression: "true", message: `Never said ${number}` })

const namingUnknown = [{ kind: "bypass", users: [nothing] }]

export const reviews: Readonly<Record<string, Scenario>> = {
  listReviews: { ...reading, calls: { 200: of((world) => reviewed(world, "Well done.")) }, items: reviewedOften },
  submitReview: {
    by: "reviewer",
    refused: { who: "editor", status: 403 },
    event: "reviews.submit",
    calls: { 201: of(proposed, { status: "changes-requested", comment: { markdown: "More words." } }) },
    idle: [
      {
        status: 403,
        call: of(async (world) => Requests.request(world, await world.space(), [], "reviewer"), { status: "approved" })
      },
      { status: 409, call: of(Requests.mergedRequest, { status: "approved" }) }
    ]
  },
  getReview: { ...reading, calls: { 200: of((world) => reviewed(world, "Well done.")) } },
  listRequestedReviewers: { ...reading, calls: { 200: of(asked) }, items: askedOfMany },
  requestReviewers: {
    ...editing,
    event: "reviewRequests.create",
    calls: { 200: asking() },
    idle: [
      {
        status: 200,
        call: async (world) => ({ path: await asked(world), body: { users: [world.people.reviewer.id] } })
      },
      { status: 400, call: of(proposed, { users: [nothing] }) },
      { status: 409, call: asking(Requests.mergedRequest) }
    ]
  },
  removeRequestedReviewer: {
    ...editing,
    event: "reviewRequests.delete",
    calls: {
      204: async (world) => ({ path: { ...(await proposed(world)), userId: world.people.reviewer.id } }),
      205: of(asked)
    },
    idle: [
      {
        status: 409,
        call: async (world) => {
          const path = await asked(world)
          const base = `/v1/spaces/${path.spaceId}/change-requests/${path.changeRequestId}`
          await world.send("admin", "PATCH", base, { body: { status: "archived" } })
          return { path }
        }
      }
    ]
  },

  getSpaceMergeRules: { ...creating, calls: { 200: ofSpace() } },
  putSpaceMergeRules: {
    ...creating,
    event: "mergeRules.update",
    calls: {
      200: ofSpace({
        mode: "custom",
        strictness: "page",
        rules: [{ kind: "reviewed" }, { kind: "up-to-date" }, passing()]
      })
    },
    idle: [
      { status: 200, call: ofSpace({ mode: "inherit" }) },
      { status: 400, call: ofSpace({ mode: "custom", rules: namingUnknown }) }
    ]
  },
  getOrganizationMergeRules: { ...administering, calls: { 200: ofOrganization() } },
  putOrganizationMergeRules: {
    ...administering,
    event: "mergeRules.update",
    calls: { 200: (world) => ofOrganization({ rules: [passing(newNumber())] })(world) },
    idle: [
      {
        status: 200,
        call: async (world) => {
          const { json } = await world.send("admin", "GET", `/v1/orgs/${world.organization}/merge-rules`)
          return ofOrganization({ rules: json["rules"] })(world)
        }
      },
      { status: 400, call: ofOrganization({ rules: namingUnknown }) }
    ]
  },
  listChangeRequestsInOrganization: {
    by: "guest",
    refused: { who: "stranger", status: 404 },
    calls: { 200: ofOrganization() },
    items: proposedAcross
  }
}
