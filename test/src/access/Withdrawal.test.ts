import { ApiTokens } from "@quire/core"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { archive } from "../contract/source.ts"
import { asSystem } from "../support/engine.ts"
import * as Cast from "./principals.ts"
import * as Stage from "./stage.ts"

interface Given {
  readonly space: string
  /** Whose access is given and then taken away. */
  readonly who: Cast.Principal
  readonly withdraw: () => Promise<unknown>
  /** The response from then on. */
  readonly status?: 401
  readonly giveBack?: () => Promise<unknown>
}

type Give = (stage: Stage.Stage) => Promise<Given>

const act = async ({ world }: Stage.Stage, method: string, path: string, body?: unknown) => {
  const answer = await world.send("admin", method, path, { body })
  assert.isBelow(answer.status, 300, `${method} ${path}: ${answer.text}`)
  return answer.json
}

/** A closed space with a word in it. */
const book = async (stage: Stage.Stage) => {
  const { space } = await stage.world.book()
  await act(stage, "PATCH", `/v1/spaces/${space}`, { defaultLevel: null })
  return space
}

const grant = (stage: Stage.Stage, path: string, body: object) =>
  act(stage, "POST", `${path}/permissions`, { role: "read", ...body })

/** A space on a site on which the guest has a role. */
const shown = async (stage: Stage.Stage) => {
  const { cast, world } = stage
  const { space } = await world.book()
  const { id } = await act(stage, "POST", `/v1/orgs/${world.organization}/sites`, { spaces: [space] })
  const path = `/v1/orgs/${world.organization}/sites/${id}`
  await grant(stage, path, { users: [cast.guest.id] })
  return { path, space }
}

const team = async (stage: Stage.Stage, ...members: ReadonlyArray<string>) => {
  const { id } = await act(stage, "PUT", `/v1/orgs/${stage.world.organization}/teams`, { title: "Readers", members })
  return id
}

const ways: Readonly<Record<string, Give>> = {
  "a grant that is revoked": async (stage) => {
    const space = await book(stage)
    const { id } = stage.cast.guest
    await grant(stage, `/v1/spaces/${space}`, { users: [id] })
    return {
      space,
      who: "guest",
      withdraw: () => act(stage, "DELETE", `/v1/spaces/${space}/permissions/users/${id}`)
    }
  },
  "a team's grant that is revoked": async (stage) => {
    const space = await book(stage)
    const id = await team(stage, stage.cast.guest.id)
    await grant(stage, `/v1/spaces/${space}`, { teams: [id] })
    return { space, who: "guest", withdraw: () => act(stage, "DELETE", `/v1/spaces/${space}/permissions/teams/${id}`) }
  },
  "a team that they leave": async (stage) => {
    const space = await book(stage)
    const { cast, world } = stage
    const id = await team(stage, cast.guest.id)
    await grant(stage, `/v1/spaces/${space}`, { teams: [id] })
    const withdraw = () => act(stage, "DELETE", `/v1/orgs/${world.organization}/teams/${id}/members/${cast.guest.id}`)
    return { space, who: "guest", withdraw }
  },
  "a team that is deleted": async (stage) => {
    const space = await book(stage)
    const id = await team(stage, stage.cast.guest.id)
    await grant(stage, `/v1/spaces/${space}`, { teams: [id] })
    return {
      space,
      who: "guest",
      withdraw: () => act(stage, "DELETE", `/v1/orgs/${stage.world.organization}/teams/${id}`)
    }
  },
  "a grant on the collection above that is revoked": async (stage) => {
    const { cast, world } = stage
    const id = await world.collection()
    const { space } = await world.book()
    await act(stage, "POST", `/v1/spaces/${space}/move`, { parent: id })
    await grant(stage, `/v1/collections/${id}`, { users: [cast.guest.id] })
    return {
      space,
      who: "guest",
      withdraw: () => act(stage, "DELETE", `/v1/collections/${id}/permissions/users/${cast.guest.id}`)
    }
  },
  "a grant on a site of the space that is revoked": async (stage) => {
    const { path, space } = await shown(stage)
    const withdraw = () => act(stage, "DELETE", `${path}/permissions/users/${stage.cast.guest.id}`)
    return { space, who: "guest", withdraw }
  },
  "a site of the space that is deleted": async (stage) => {
    const { path, space } = await shown(stage)
    return { space, who: "guest", withdraw: () => act(stage, "DELETE", path) }
  },
  "a collection that is deleted and leaves a space on a site": async (stage) => {
    const { cast, world } = stage
    const id = await world.collection()
    const { space } = await world.book()
    await act(stage, "POST", `/v1/spaces/${space}/move`, { parent: id })
    await act(stage, "POST", `/v1/orgs/${world.organization}/sites`, { spaces: [space] })
    await grant(stage, `/v1/collections/${id}`, { users: [cast.guest.id] })
    return { space, who: "guest", withdraw: () => act(stage, "DELETE", `/v1/collections/${id}`) }
  },
  "a move out of what they may read": async (stage) => {
    const { cast, world } = stage
    const id = await world.collection()
    const { space } = await world.book()
    await act(stage, "POST", `/v1/spaces/${space}/move`, { parent: id })
    await grant(stage, `/v1/collections/${id}`, { users: [cast.guest.id] })
    return { space, who: "guest", withdraw: () => act(stage, "POST", `/v1/spaces/${space}/move`, { parent: null }) }
  },
  "an access level that is set to none": async (stage) => {
    const { space } = await stage.world.book()
    const withdraw = () => act(stage, "PATCH", `/v1/spaces/${space}`, { defaultLevel: null })
    return { space, who: "reader", withdraw }
  },
  "a collection above whose access level is set to none": async (stage) => {
    const id = await stage.world.collection()
    const { space } = await stage.world.book()
    await act(stage, "POST", `/v1/spaces/${space}/move`, { parent: id })
    return {
      space,
      who: "reader",
      withdraw: () => act(stage, "PATCH", `/v1/collections/${id}`, { defaultLevel: null })
    }
  },
  "a member who becomes a guest": async (stage) => {
    const { cast, world } = stage
    const { space } = await world.book()
    const path = `/v1/orgs/${world.organization}/members/${cast.reader.id}`
    return { space, who: "reader", withdraw: () => act(stage, "PATCH", path, { role: null }) }
  },
  "a member who is disabled": async (stage) => {
    const { cast, world } = stage
    const space = await book(stage)
    await grant(stage, `/v1/spaces/${space}`, { users: [cast.reader.id] })
    return {
      space,
      who: "reader",
      withdraw: () => Cast.setDisabled(world, cast.reader.id, true),
      giveBack: () => Cast.setDisabled(world, cast.reader.id, false)
    }
  },
  "a member who is removed and joins again as a guest": async (stage) => {
    const { cast, world } = stage
    const space = await book(stage)
    const id = await team(stage, cast.reader.id)
    await grant(stage, `/v1/spaces/${space}`, { users: [cast.reader.id], teams: [id] })
    const withdraw = async () => {
      await act(stage, "DELETE", `/v1/orgs/${world.organization}/members/${cast.reader.id}`)
      await act(stage, "POST", `/v1/orgs/${world.organization}/invites`, {
        emails: [`reader@${world.domain}`],
        role: null
      })
    }
    return { space, who: "reader", withdraw }
  },
  "the creator of a closed space who is removed and joins again": async (stage) => {
    const { cast, world } = stage
    const made = await world.send("creator", "POST", `/v1/orgs/${world.organization}/spaces`)
    const space = made.json.id
    await world.import(space, archive(1, 0))
    await act(stage, "PATCH", `/v1/spaces/${space}`, { defaultLevel: null })
    const withdraw = async () => {
      await act(stage, "DELETE", `/v1/orgs/${world.organization}/members/${cast.creator.id}`)
      await act(stage, "POST", `/v1/orgs/${world.organization}/invites`, {
        emails: [`creator@${world.domain}`],
        role: "create"
      })
    }
    return { space, who: "creator", withdraw }
  },
  "a transfer to another organization of the member": async (stage) => {
    const { cast, world } = stage
    const space = await book(stage)
    await act(stage, "POST", `/v1/orgs/${world.other}/invites`, { emails: [`guest@${world.domain}`], role: "read" })
    await grant(stage, `/v1/spaces/${space}`, { users: [cast.guest.id] })
    const body = { organization: world.other }
    return { space, who: "guest", withdraw: () => act(stage, "POST", `/v1/spaces/${space}/transfer`, body) }
  },
  "a deletion": async (stage) => {
    const { space } = await stage.world.book()
    return { space, who: "reader", withdraw: () => act(stage, "DELETE", `/v1/spaces/${space}`) }
  },
  "a token that is revoked": async (stage) => {
    const { space } = await stage.world.book()
    const tokens = await stage.world.api.run(ApiTokens.ApiTokens)
    const withdraw = () =>
      stage.world.api.run(
        Effect.gen(function* () {
          const records = yield* tokens.list(stage.cast.commenter.id, { limit: 100 })
          for (const { id } of records.items) yield* tokens.revoke(id)
        }).pipe(asSystem, Effect.orDie)
      )
    return { space, who: "commenter", withdraw, status: 401 }
  }
}

describe("access that was revoked", () => {
  let stage: Stage.Stage
  beforeAll(async () => {
    stage = await Stage.open()
  })
  afterAll(async () => {
    await stage.close()
    assert.deepStrictEqual(stage.world.api.failures, [])
  })

  /** Whether a user finds a space in each of the possible ways. */
  const finds = async (who: Cast.Principal, space: string) => {
    const org = `/v1/orgs/${stage.world.organization}`
    const alone = await stage.get(who, `/v1/spaces/${space}`)
    const pages = await stage.get(who, `/v1/spaces/${space}/content/pages`)
    const listed = await stage.get(who, `${org}/spaces?limit=1000`)
    const searched = await stage.get(who, `${org}/search?query=aardvark&limit=100`)
    const holds = ({ text }: { readonly text: string }) => text.includes(space)
    return { alone: alone.status, pages: pages.status, listed: holds(listed), searched: holds(searched) }
  }

  it.each(Object.entries(ways))("ends at the next request: %s", async (_, give) => {
    await Cast.restore(stage.world, stage.cast)
    const { giveBack, space, status = 404, who, withdraw } = await give(stage)
    const all = { alone: 200, pages: 200, listed: true, searched: true }
    assert.deepStrictEqual(await finds(who, space), all)
    await withdraw()
    assert.deepStrictEqual(await finds(who, space), { alone: status, pages: status, listed: false, searched: false })
    if (giveBack !== undefined) {
      await giveBack()
      assert.deepStrictEqual(await finds(who, space), all)
    }
  })
})
