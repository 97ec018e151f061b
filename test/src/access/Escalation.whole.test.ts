import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { isDeep } from "../support/depth.ts"
import type { Answer } from "../support/server.ts"
import { roleOn } from "./oracle.ts"
import * as Cast from "./principals.ts"
import * as Stage from "./stage.ts"

const timeout = 600_000

const roles = ["read", "comment", "edit", "review", "create", "admin"] as const
type Role = (typeof roles)[number]

const rank = (role: Role | null) => (role === null ? 0 : roles.indexOf(role) + 1)

type Kind = "space" | "collection"

/** Who gives: everybody who is in the organization. */
const givers = Cast.principals.filter((name) => {
  const { disabled, role, token } = Cast.partOf(name)
  return role !== undefined && disabled !== true && token === undefined
})

/** One way to give a user a role. */
interface Way {
  /** The role that the giver has where it is given. */
  readonly own: (giver: Cast.Principal) => Role | null
  /** The role that the giver needs there to give any. */
  readonly needs: Role
  /** Whether it names a user who has no access there yet, whom guests may not know of. */
  readonly namesStrangers?: true
  readonly give: (stage: Stage.Stage, giver: Cast.Principal, role: Role) => Promise<Answer>
}

const inOrganization = (giver: Cast.Principal): Role | null => Cast.partOf(giver).role ?? null
const onContent = (giver: Cast.Principal): Role | null => roleOn(Cast.partOf(giver), "inherit")

const made = async (stage: Stage.Stage, kind: Kind) => {
  const id = await stage.world[kind]()
  await Cast.situate(stage.world, stage.cast, id, "inherit", stage.shelf)
  return id
}

const call = (stage: Stage.Stage, who: Cast.Principal, method: string, path: string, body?: unknown) =>
  stage.world.api.send(method, path, { token: stage.cast[who].token, body })

const pathOf = (kind: Kind, id: string) => `/v1/${kind}s/${id}`

const orgPath = ({ world }: Stage.Stage) => `/v1/orgs/${world.organization}`

const onEach = (kind: Kind): Readonly<Record<string, Way>> => {
  const content = { own: onContent, needs: "create" } as const
  return {
    [`level of a ${kind}`]: {
      ...content,
      give: async (stage, giver, role) =>
        call(stage, giver, "PATCH", pathOf(kind, await made(stage, kind)), { defaultLevel: role })
    },
    [`grant to a member on a ${kind}`]: {
      ...content,
      namesStrangers: true,
      give: async (stage, giver, role) =>
        call(stage, giver, "POST", `${pathOf(kind, await made(stage, kind))}/permissions`, {
          users: [stage.cast.reader.id],
          role
        })
    },
    [`grant to oneself on a ${kind}`]: {
      ...content,
      give: async (stage, giver, role) =>
        call(stage, giver, "POST", `${pathOf(kind, await made(stage, kind))}/permissions`, {
          users: [stage.cast[giver].id],
          role
        })
    },
    [`grant to a team on a ${kind}`]: {
      ...content,
      namesStrangers: true,
      give: async (stage, giver, role) => {
        const { json } = await call(stage, "admin", "PUT", `${orgPath(stage)}/teams`, { title: "New" })
        return call(stage, giver, "POST", `${pathOf(kind, await made(stage, kind))}/permissions`, {
          teams: [json.id],
          role
        })
      }
    },
    [`change of a member's grant on a ${kind}`]: {
      ...content,
      give: async (stage, giver, role) => {
        const path = `${pathOf(kind, await made(stage, kind))}/permissions`
        await call(stage, "admin", "POST", path, { users: [stage.cast.commenter.id], role: "read" })
        return call(stage, giver, "PATCH", `${path}/users/${stage.cast.commenter.id}`, { role })
      }
    },
    [`change of a team's grant on a ${kind}`]: {
      ...content,
      give: async (stage, giver, role) => {
        const path = `${pathOf(kind, await made(stage, kind))}/permissions`
        const { json } = await call(stage, "admin", "PUT", `${orgPath(stage)}/teams`, { title: "New" })
        await call(stage, "admin", "POST", path, { teams: [json.id], role: "read" })
        return call(stage, giver, "PATCH", `${path}/teams/${json.id}`, { role })
      }
    },
    [`link to a ${kind}`]: {
      ...content,
      give: async (stage, giver, role) =>
        call(stage, giver, "POST", `${orgPath(stage)}/link-invites`, { level: role, [kind]: await made(stage, kind) })
    },
    [`change of a link to a ${kind}`]: {
      ...content,
      give: async (stage, giver, role) => {
        const body = { level: "read", [kind]: await made(stage, kind) }
        const { json } = await call(stage, "admin", "POST", `${orgPath(stage)}/link-invites`, body)
        return call(stage, giver, "PATCH", `${orgPath(stage)}/link-invites/${json.id}`, { level: role })
      }
    }
  }
}

/** The path of the roles on a new site, on which everybody has their part. */
const siteRoles = async (stage: Stage.Stage) => {
  const { json } = await call(stage, "admin", "POST", `${orgPath(stage)}/sites`, {})
  await Cast.situate(stage.world, stage.cast, String(json["id"]), "inherit", stage.shelf)
  return `${orgPath(stage)}/sites/${json["id"]}/permissions`
}

/** Ways into the organization and what is published, all of which are administrators'. */
const intoOrganization: Readonly<Record<string, Way["give"]>> = {
  "role of a member": (stage, giver, role) =>
    call(stage, giver, "PATCH", `${orgPath(stage)}/members/${stage.cast.reader.id}`, { role }),
  "own role": (stage, giver, role) =>
    call(stage, giver, "PATCH", `${orgPath(stage)}/members/${stage.cast[giver].id}`, { role }),
  "invitation by email": (stage, giver, role) =>
    call(stage, giver, "POST", `${orgPath(stage)}/invites`, {
      emails: [`new-${giver}-${role}@${stage.world.domain}`],
      role
    }),
  "invitation by email with a separate role": (stage, giver, role) =>
    call(stage, giver, "POST", `${orgPath(stage)}/invites`, {
      emails: [{ email: `own-${giver}-${role}@${stage.world.domain}`, role }]
    }),
  "invite link of the organization": (stage, giver, role) =>
    call(stage, giver, "POST", `${orgPath(stage)}/link-invites`, { role }),
  "change of an invite link of the organization": async (stage, giver, role) => {
    const { json } = await call(stage, "admin", "POST", `${orgPath(stage)}/link-invites`, { role: null })
    return call(stage, giver, "PATCH", `${orgPath(stage)}/link-invites/${json.id}`, { role })
  },
  "grant to oneself on a site": async (stage, giver, role) =>
    call(stage, giver, "POST", await siteRoles(stage), { users: [stage.cast[giver].id], role }),
  "change of one's own grant on a site": async (stage, giver, role) => {
    const path = await siteRoles(stage)
    await call(stage, "admin", "POST", path, { users: [stage.cast[giver].id], role: "admin" })
    return call(stage, giver, "PATCH", `${path}/users/${stage.cast[giver].id}`, { role })
  },
  "default role of the organization": (stage, giver, role) =>
    call(stage, giver, "PATCH", orgPath(stage), { defaultRole: role }),
  "membership of a team that was granted the role": async (stage, giver, role) => {
    const { json } = await call(stage, "admin", "PUT", `${orgPath(stage)}/teams`, { title: "Strong" })
    const path = `${pathOf("space", await made(stage, "space"))}/permissions`
    await call(stage, "admin", "POST", path, { teams: [json.id], role })
    return call(stage, giver, "PUT", `${orgPath(stage)}/teams/${json.id}/members/${stage.cast[giver].id}`, {})
  }
}

const ways: Readonly<Record<string, Way>> = {
  ...onEach("space"),
  ...onEach("collection"),
  ...Object.fromEntries(
    Object.entries(intoOrganization).map(([name, give]) => [name, { own: inOrganization, needs: "admin", give }])
  )
}

describe("the highest role that a caller can give (rule access-above-oneself)", () => {
  let stage: Stage.Stage
  beforeAll(async () => {
    stage = await Stage.open()
    await call(stage, "admin", "PATCH", orgPath(stage), { inviteLinks: true })
  })
  beforeEach(() => Cast.restore(stage.world, stage.cast))
  afterAll(async () => {
    await stage.close()
    assert.deepStrictEqual(stage.world.api.failures, [])
  })

  it.each(Object.entries(ways))("applies to: %s", { timeout }, async (_, { give, namesStrangers, needs, own }) => {
    const wrong: Array<string> = []
    for (const giver of givers) {
      for (const role of roles.filter((each) => isDeep || Math.abs(rank(each) - rank(own(giver))) <= 1)) {
        await Cast.restore(stage.world, stage.cast)
        const { status, text } = await give(stage, giver, role)
        const mine = own(giver)
        const isOwn = rank(mine) >= rank(needs)
        const isHidden = isOwn && namesStrangers === true && inOrganization(giver) === null
        const isRight = isHidden
          ? [400, 403].includes(status)
          : isOwn && rank(role) <= rank(mine)
            ? status < 300
            : status === 403 || (!isOwn && [400, 404].includes(status))
        if (!isRight) wrong.push(`${giver}, who is ${mine}, gives ${role}: ${status} ${text.slice(0, 120)}`)
      }
    }
    assert.deepStrictEqual(wrong, [])
  })

  /** The role of a user on a space: what its view says, as far as a view does. */
  const readRole = async (who: Cast.Principal, space: string) => {
    const { json, status } = await stage.get(who, `/v1/spaces/${space}`)
    if (status !== 200) return null
    const said = json["permissions"] as Readonly<Record<string, boolean>>
    return said["admin"]
      ? "create"
      : said["merge"]
        ? "review"
        : said["edit"]
          ? "edit"
          : said["comment"]
            ? "comment"
            : "read"
  }

  it.each(roles)("applies to the creator of a link for %s when the link is used", { timeout }, async (now) => {
    const space = await made(stage, "space")
    const grants = `${pathOf("space", space)}/permissions`
    await call(stage, "admin", "POST", grants, { users: [stage.cast.reviewer.id], role: "create" })
    const link = await call(stage, "reviewer", "POST", `${orgPath(stage)}/link-invites`, { level: "create", space })
    assert.strictEqual(link.status, 201, link.text)
    await call(stage, "admin", "PATCH", `${grants}/users/${stage.cast.reviewer.id}`, { role: now })
    const used = await call(stage, "guest", "POST", `${orgPath(stage)}/invites/${link.json.id}`)
    assert.isBelow(used.status, 300, used.text)
    assert.strictEqual(await readRole("guest", space), now === "admin" ? "create" : now)
  })

  it.each(["demoted", "disabled"])("limits a link of an administrator who was %s", { timeout }, async (how) => {
    const { cast, world } = stage
    await call(stage, "admin", "PATCH", `${orgPath(stage)}/members/${cast.creator.id}`, { role: "admin" })
    const link = await call(stage, "creator", "POST", `${orgPath(stage)}/link-invites`, { role: "admin" })
    if (how === "demoted")
      await call(stage, "admin", "PATCH", `${orgPath(stage)}/members/${cast.creator.id}`, { role: "read" })
    else await Cast.setDisabled(world, cast.creator.id, true)
    const used = await call(stage, "stranger", "POST", `${orgPath(stage)}/invites/${link.json.id}`)
    const member = await call(stage, "admin", "GET", `${orgPath(stage)}/members/${cast.stranger.id}`)
    if (how === "demoted") {
      assert.isBelow(used.status, 300, used.text)
      assert.strictEqual(member.json["role"], "read")
      await call(stage, "admin", "DELETE", `${orgPath(stage)}/members/${cast.stranger.id}`)
    } else assert.deepStrictEqual([used.status, member.status], [404, 404])
    await Cast.restore(world, cast)
  })

  /** A space that is open to all as administrators, but on which `lowered` may only do so much. */
  const open = async (role: Role) => {
    const { cast, world } = stage
    const space = await world.space()
    await call(stage, "admin", "PATCH", pathOf("space", space), { defaultLevel: "admin" })
    await call(stage, "admin", "POST", `${pathOf("space", space)}/permissions`, { users: [cast.lowered.id], role })
    return space
  }

  it("applies to a duplicate", async () => {
    const answer = await call(stage, "lowered", "POST", `${pathOf("space", await open("create"))}/duplicate`)
    assert.strictEqual(answer.status, 403, answer.text)
    const own = await call(stage, "creator", "POST", `${pathOf("space", await open("create"))}/duplicate`)
    assert.strictEqual(own.status, 201, own.text)
  })

  it("applies to a transfer", async () => {
    const { cast, world } = stage
    await call(stage, "admin", "POST", `/v1/orgs/${world.other}/invites`, {
      emails: [`lowered-cast@${world.domain}`],
      role: "create"
    })
    const space = await open("create")
    const body = { organization: world.other }
    const answer = await call(stage, "lowered", "POST", `${pathOf("space", space)}/transfer`, body)
    assert.strictEqual(answer.status, 403, answer.text)
    const parent = await world.collection()
    await call(stage, "admin", "POST", `${pathOf("collection", parent)}/permissions`, {
      users: [cast.lowered.id],
      role: "create"
    })
    await call(stage, "admin", "POST", `${pathOf("space", space)}/move`, { parent })
    const whole = await call(stage, "lowered", "POST", `${pathOf("collection", parent)}/transfer`, body)
    assert.strictEqual(whole.status, 403, whole.text)
  })

  it("applies to a move: the space gets the access of its new parent only", async () => {
    const { world } = stage
    const space = await made(stage, "space")
    const parent = await world.collection()
    const answer = await call(stage, "creator", "POST", `${pathOf("space", space)}/move`, { parent })
    assert.strictEqual(answer.status, 200, answer.text)
    for (const who of givers) {
      const mine = onContent(who)
      assert.strictEqual(await readRole(who, space), mine === "admin" ? "create" : mine)
    }
  })
})
