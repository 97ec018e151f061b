import { ChangeRequests, ContentEdits, type EditInput, Members, Merging, Users } from "@quire/core"
import { Effect } from "effect"
import { as, asSystem } from "../support/engine.ts"
import type { Who, World } from "./world.ts"

type Changes = EditInput.ContentEdit["changes"]

const run = <A>(world: World, who: Who, made: Effect.Effect<A, unknown, Effect.Services<ReturnType<typeof merged>>>) =>
  world.api.run(Effect.orDie(as(world.people[who].id)(made)))

const edited = (space: string, changeRequest: string, changes: Changes) =>
  Effect.flatMap(ContentEdits.ContentEdits, (edits) => edits.apply({ space, changeRequest }, { changes }))

const made = (space: string, changes: Changes) =>
  Effect.gen(function* () {
    const { id, revision } = yield* Effect.flatMap(ChangeRequests.ChangeRequests, (requests) => requests.create(space))
    if (changes.length === 0) return { id, revision }
    const edit = yield* edited(space, id, changes)
    return { id, revision: edit.revision }
  })

const merged = (space: string, id: string) =>
  Effect.gen(function* () {
    const merging = yield* Merging.Merging
    yield* ChangeRequests.ChangeRequests
    yield* ContentEdits.ContentEdits
    return yield* merging.merge(space, id)
  })

export const insertPage = (title: string): Changes[number] => ({ operation: "insert_page", title })

export const pages = (count: number): Changes => Array.from({ length: count }, (_, at) => insertPage(`New ${at}`))

/** A change request of a space with these changes, by `who`. */
export const request = async (world: World, space: string, changes: Changes = [], who: Who = "editor") => {
  const { id } = await run(world, who, made(space, changes))
  return { spaceId: space, changeRequestId: id }
}

/** A change request of the documentation, with a new page. */
export const ofDocs = (world: World, changes: Changes = [insertPage("New")]) =>
  request(world, world.docs.space, changes)

/** A merged change request of a new space. */
export const mergedRequest = async (world: World) => {
  const path = await request(world, await world.space(), [insertPage("New")])
  await run(world, "admin", merged(path.spaceId, path.changeRequestId))
  return path
}

/** A change request that so many people edited. */
export const contributed = async (world: World, count: number) => {
  const path = await request(world, await world.space())
  const edits = Effect.gen(function* () {
    const users = yield* Users.Users
    const members = yield* Members.Members
    for (let at = 0; at < count; at++) {
      const email = `contributor-${path.changeRequestId}-${at}@${world.domain}`
      const { id } = yield* asSystem(users.ensure({ email, displayName: `Contributor ${at}`, emailVerified: true }))
      yield* asSystem(members.add(world.organization, id, "edit"))
      yield* as(id)(edited(path.spaceId, path.changeRequestId, [insertPage(`Page ${at}`)]))
    }
  })
  await world.api.run(Effect.orDie(edits))
  return path
}

/** A change request whose space has moved on, with conflicts or without. */
export const outdated = async (world: World, hasConflict: boolean) => {
  const { page, space } = await world.book()
  const rename = (title: string): Changes[number] => ({ operation: "update_page", page, title })
  const path = await request(world, space, [hasConflict ? rename("Mine") : insertPage("Mine")])
  const other = await request(world, space, [rename("Theirs")])
  await run(world, "admin", merged(space, other.changeRequestId))
  return path
}
