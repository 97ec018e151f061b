import { createServer } from "node:http"
import { type OrganizationId, Quire } from "@quire/http"
import { betterAuth, type User } from "better-auth"
import { getMigrations } from "better-auth/db/migration"
import { toNodeHandler } from "better-auth/node"
import { organization } from "better-auth/plugins"
import { Pool } from "pg"

const { BASE_URL = "http://127.0.0.1:3000", DATABASE_URL: url = "", PORT = "3000", SECRET = "" } = process.env

/** The tables of better-auth are in the schema `auth`, those of Quire in the schema `quire`. */
const pool = new Pool({ connectionString: url, options: "-c search_path=auth" })
pool.on("error", (error) => console.error(error.message))
await pool.query("create schema if not exists auth")

type Person = Pick<User, "email" | "emailVerified" | "id" | "name">

const personOf = ({ email, emailVerified, id, name }: Person) => ({
  issuer: BASE_URL,
  externalId: id,
  email,
  emailVerified,
  displayName: name
})

const quire = await Quire.open({
  store: { kind: "postgres", url },
  baseUrl: `${BASE_URL}/docs`,
  organizationCreation: "operators",
  identify: async ({ headers }) => {
    const session = await auth.api.getSession({ headers: new Headers(headers) })
    return session === null ? null : personOf(session.user)
  }
})

const roleOf = (role: string) => (/\b(owner|admin)\b/.test(role) ? "admin" : "edit")

interface MemberRow extends Person {
  readonly role: string
}

/** Gives an organization of better-auth its counterpart in Quire, with the same members: all of it, or nothing. */
const copyMembers = async (id: string) => {
  const client = await pool.connect()
  try {
    await client.query("begin")
    const organizations = await client.query<{ name: string; quireId: OrganizationId | null }>(
      'select name, "quireId" from organization where id = $1 for update',
      [id]
    )
    const members = await client.query<MemberRow>(
      `select u.id, u.email, u."emailVerified", u.name, m.role
        from member m join "user" u on u.id = m."userId" where m."organizationId" = $1`,
      [id]
    )
    await quire.within(client, async ({ system }) => {
      for (const { name, quireId } of organizations.rows) {
        const target = quireId ?? (await system.organizations.create({ title: name })).id
        await client.query('update organization set "quireId" = $1 where id = $2', [target, id])
        const present = new Set<string>()
        for (const { role, ...person } of members.rows) {
          const user = await system.users.ensure(personOf(person))
          await system.members.add(target, user.id, roleOf(role))
          await system.members.update(target, user.id, { role: roleOf(role) })
          present.add(user.id)
        }
        const { items } = await system.members.list(target, {}, { limit: 1000 })
        for (const { user } of items) if (!present.has(user.id)) await system.members.remove(target, user.id)
      }
    })
    await client.query("commit")
  } catch (error) {
    await client.query("rollback")
    throw error
  } finally {
    client.release()
  }
}

/**
 * Removes what deleted organizations of better-auth have left in Quire. Spaces can be restored for seven days, and
 * an organization is removed once it has none, so this is called each day.
 */
const removeDeleted = async () => {
  const { collections, organizations, sites, spaces } = quire.system
  const { rows } = await pool.query<{ quireId: OrganizationId }>('select "quireId" from organization')
  const present = new Set(rows.map(({ quireId }) => quireId))
  const { items } = await organizations.list({ limit: 1000 })
  for (const { id } of items.filter((each) => !present.has(each.id))) {
    for (const site of (await sites.list(id, { limit: 1000 })).items) await sites.remove(id, site.id)
    for (const space of (await spaces.list(id, { limit: 1000 })).items) await spaces.remove(space.id)
    for (const each of (await collections.list(id, { nested: false, limit: 1000 })).items)
      await collections.remove(each.id)
    await organizations.remove(id).catch((error: unknown) => {
      if (!(Quire.isQuireError(error) && error.tag === "OrganizationNotEmpty")) throw error
    })
  }
}
setInterval(() => void removeDeleted().catch(console.error), 86_400_000)

const copy = ({ organization: { id } }: { readonly organization: { readonly id: string } }) => copyMembers(id)

const auth = betterAuth({
  database: pool,
  baseURL: BASE_URL,
  secret: SECRET,
  emailAndPassword: { enabled: true },
  databaseHooks: {
    user: {
      create: { after: async (user) => void (await quire.system.users.ensure(personOf(user))) },
      update: { after: async (user) => void (await quire.system.users.ensure(personOf(user))) }
    }
  },
  plugins: [
    organization({
      schema: { organization: { additionalFields: { quireId: { type: "string", required: false, input: false } } } },
      organizationHooks: {
        afterCreateOrganization: copy,
        afterAddMember: copy,
        afterAcceptInvitation: copy,
        afterUpdateMemberRole: copy,
        afterRemoveMember: copy,
        afterDeleteOrganization: removeDeleted
      }
    })
  ]
})
await (await getMigrations(auth.options)).runMigrations()

const signIn = toNodeHandler(auth)
const docs = Quire.toNodeHandler(quire.handler)
createServer((request, response) => {
  if (request.url?.startsWith("/api/auth/")) void signIn(request, response)
  else docs(request, response)
}).listen(Number(PORT), "127.0.0.1", () => console.log("listening"))
