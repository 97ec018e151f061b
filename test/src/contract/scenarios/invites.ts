import { SignIn } from "@quire/core"
import { Effect } from "effect"
import { asSystem } from "../../support/engine.ts"
import { newNumber } from "../numbers.ts"
import type { Call, Make, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"

const administering = { by: "admin", refused: { who: "creator", status: 403 } } as const
const ofAdministrators = { by: "admin", refused: { who: "creator", status: 404 } } as const

const inviting =
  (body?: unknown): Make =>
  async ({ organization }) => ({ path: { organizationId: organization }, body })

/** An address that no user has. */
export const address = ({ domain }: World): string => `invited-${newNumber()}@${domain}`

/** A new link, with the path to it. */
export const link = async (world: World, body: unknown, organization: string = world.organization) => {
  const { json } = await world.send("admin", "POST", `/v1/orgs/${organization}/link-invites`, { body })
  return { organizationId: organization, inviteId: json.id }
}

const at =
  (make: (world: World) => Promise<unknown>, body?: unknown): Make =>
  async (world) => ({ path: await link(world, await make(world)), body })

const plain = async () => ({ role: "read" })
const toSpace = async (world: World) => ({ level: "comment", space: await world.space() })
const toCollection = async (world: World) => ({ level: null, collection: await world.collection() })

/** So many links of one form in a separate organization. */
const linked =
  (make: (world: World, organization: string) => Promise<unknown>) =>
  async (world: World, count: number): Promise<ReadonlyArray<Call>> => {
    const organizationId = await world.club()
    for (let made = 0; made < count; made++) await link(world, await make(world, organizationId), organizationId)
    return [{ who: "admin", path: { organizationId } }]
  }

const contentIn = async (world: World, organization: string) => {
  const { json: space } = await world.send("admin", "POST", `/v1/orgs/${organization}/spaces`)
  return { level: "edit", space: space.id }
}

/** An organization that lists the domain of everybody's address. */
const open = async (world: World) => {
  const organizationId = await world.club()
  const body = { emailDomains: [world.domain], defaultRole: "comment" }
  await world.send("admin", "PATCH", `/v1/orgs/${organizationId}`, { body })
  return { organizationId }
}

/** The code of a link that signs in the stranger. */
export const code = async ({ api, people }: World): Promise<string> => {
  const start = Effect.flatMap(SignIn.SignIn, (signIn) => asSystem(signIn.start(people.stranger.id)))
  return (await api.run(Effect.orDie(start))).code
}

export const invites: Readonly<Record<string, Scenario>> = {
  sendInvites: {
    ...administering,
    event: "emailInvites.send",
    calls: {
      200: async (world) =>
        inviting({ emails: [address(world), { email: address(world), role: "edit" }], role: null, sso: true })(world)
    },
    idle: [
      { status: 200, call: async (world) => inviting({ emails: [`reader@${world.domain}`], role: "admin" })(world) },
      { status: 400, call: async (world) => inviting({ emails: [address(world), "nobody"] })(world) }
    ]
  },
  useInvite: {
    by: "stranger",
    secrets: ["inviteId"],
    event: "linkInvites.use",
    calls: { 200: async (world) => ({ path: await link(world, await plain(), await world.club()) }) },
    idle: [
      {
        status: 200,
        call: async (world) => {
          const path = await link(world, await plain(), await world.club())
          await world.send("stranger", "POST", `/v1/orgs/${path.organizationId}/invites/${path.inviteId}`)
          return { path }
        }
      },
      {
        status: 403,
        call: async (world) => {
          const path = await link(world, await plain(), await world.club())
          await world.send("stranger", "POST", `/v1/orgs/${path.organizationId}/invites/${path.inviteId}`)
          await world.send("admin", "PATCH", `/v1/orgs/${path.organizationId}`, { body: { inviteLinks: false } })
          return { path }
        }
      },
      {
        status: 404,
        call: async (world) => {
          const path = await link(world, await plain(), await world.club())
          await world.send("admin", "DELETE", `/v1/orgs/${path.organizationId}/link-invites/${path.inviteId}`)
          return { path }
        }
      }
    ]
  },
  joinOrganization: {
    by: "stranger",
    event: "members.join",
    calls: { 200: async (world) => ({ path: await open(world) }) },
    idle: [
      {
        status: 200,
        call: async (world) => {
          const path = await open(world)
          await world.send("stranger", "POST", `/v1/orgs/${path.organizationId}/join`)
          return { path }
        }
      },
      { status: 404, call: async (world) => ({ path: { organizationId: await world.club() } }) }
    ]
  },
  listLinkInvites: { ...administering, calls: { 200: inviting() }, items: linked(plain) },
  listContentLinkInvites: { ...administering, calls: { 200: inviting() }, items: linked(contentIn) },
  createLinkInvite: {
    ...administering,
    event: "linkInvites.create",
    calls: { 201: inviting({ role: "read" }) },
    idle: [
      { status: 400, call: inviting({ level: "read", space: "a99999999999999999999999999" }) },
      { status: 400, call: inviting({ level: "read" }) }
    ]
  },
  getLinkInvite: { ...ofAdministrators, calls: { 200: at(toCollection) }, refused: { who: "reviewer", status: 404 } },
  updateLinkInvite: {
    by: "creator",
    refused: { who: "reviewer", status: 404 },
    secrets: ["inviteId"],
    event: "linkInvites.update",
    calls: { 200: at(toSpace, { level: "edit" }) },
    idle: [
      { status: 200, call: at(toSpace, { level: "comment" }) },
      { status: 400, call: at(toSpace, { role: "edit" }) },
      { status: 403, call: at(toSpace, { level: "admin" }) },
      { status: 404, call: at(plain, { role: "edit" }) }
    ]
  },
  deleteLinkInvite: {
    by: "creator",
    refused: { who: "stranger", status: 404 },
    secrets: ["inviteId"],
    event: "linkInvites.delete",
    calls: {
      204: at(plain),
      205: at(toSpace)
    }
  },

  exchangeSignInCode: {
    by: "stranger",
    isOpen: true,
    event: "signInCodes.exchange",
    calls: { 200: async (world) => ({ body: { code: await code(world) } }) },
    idle: [
      { status: 400, call: async () => ({ body: { code: "x".repeat(43) } }) },
      {
        status: 400,
        call: async (world) => {
          const body = { code: await code(world) }
          await world.api.send("POST", "/v1/sign-in", { body })
          return { body }
        }
      }
    ]
  }
}
