import { randomUUID } from "node:crypto"
import {
  ApiTokens,
  Collections,
  ContentEdits,
  Contents,
  Imports,
  Members,
  type OrganizationId,
  Organizations,
  Outbox,
  Spaces,
  type UserId,
  Users
} from "@quire/core"
import { Effect } from "effect"
import { as, asSystem } from "../support/engine.ts"
import type { Opened, Sent, Whole } from "../support/server.ts"
import * as Source from "./source.ts"

/** What each of the people is in the organization: `stranger` nothing, `guest` a member without a role. */
const roles = {
  admin: "admin",
  creator: "create",
  reviewer: "review",
  editor: "edit",
  commenter: "comment",
  reader: "read",
  guest: null
} as const

/** `integration` is whichever a scenario made last, by the token that it gave it. */
export type Who = keyof typeof roles | "stranger" | "integration"

export const everybody: ReadonlyArray<Who> = [
  "admin",
  "creator",
  "reviewer",
  "editor",
  "commenter",
  "reader",
  "guest",
  "stranger"
]

export interface Person {
  readonly id: UserId
  readonly token: string
}

const introduce = (name: string, domain: string) =>
  Effect.gen(function* () {
    const users = yield* Users.Users
    const tokens = yield* ApiTokens.ApiTokens
    const user = yield* users.ensure({ email: `${name}@${domain}`, displayName: name, emailVerified: true })
    const { token } = yield* tokens.create(user.id, { label: "test" })
    return { id: user.id, token } satisfies Person
  })

let worlds = 0

/** Eight people; an organization with all but the stranger; and one more, where only two of them are. */
const populate = Effect.fnUntraced(function* (domain: string) {
  const organizations = yield* Organizations.Organizations
  const members = yield* Members.Members
  const made = yield* asSystem(Effect.forEach(everybody, (name) => introduce(name, domain)))
  const people = Object.fromEntries(everybody.map((name, at) => [name, made[at]])) as Record<Who, Person>
  const found = (title: string) => as(people.admin.id)(organizations.create({ title, emailDomains: [domain] }))
  const organization = yield* found("Acme")
  const other = yield* found("Other")
  for (const [name, role] of Object.entries(roles)) {
    if (role === "admin") continue
    yield* asSystem(members.add(organization.id, people[name as Who].id, role))
  }
  yield* asSystem(members.add(other.id, people.creator.id, "create"))
  return { domain, organization: organization.id, other: other.id, people }
})

const imported = (space: string, bytes: Uint8Array) =>
  Effect.flatMap(Imports.Imports, (imports) =>
    imports.bytesIntoSpace(space, {
      source: "zip",
      bytes,
      contentType: undefined,
      url: "file:///docs.zip",
      name: "docs"
    })
  )

/** A space with a notice that pages can show; its id and the revision that brought it. */
const withReusable = (space: string) =>
  Effect.gen(function* () {
    const spaces = yield* Spaces.Spaces
    const edits = yield* ContentEdits.ContentEdits
    yield* spaces.update(space, { editMode: "live" })
    const made = yield* edits.apply({ space }, { changes: [{ operation: "insert_reusable_content", title: "Notice" }] })
    yield* spaces.update(space, { editMode: "locked" })
    return { revision: made.revision, reusable: made.insertedReusableContents[0] ?? "" }
  })

export interface Docs {
  readonly space: string
  readonly page: string
  readonly path: string
  readonly document: string
  readonly file: string
  readonly reusable: string
  /** The head, and the revision before it, which lacks the reusable content alone. */
  readonly revision: string
  readonly before: string
}

const docsIn = (organization: OrganizationId) =>
  Effect.gen(function* () {
    const spaces = yield* Spaces.Spaces
    const contents = yield* Contents.Contents
    const { id: space } = yield* spaces.create(organization, { title: "Docs" })
    const { revision: before } = yield* imported(space, Source.archive(3))
    const { reusable, revision } = yield* withReusable(space)
    const { pages } = yield* contents.pages({ space })
    const { items: files } = yield* contents.files({ space }, { limit: 1 })
    const [page] = pages
    if (page?.type !== "document" || page.documentId === undefined || files[0] === undefined) {
      return yield* Effect.die(new Error("the archive was not imported"))
    }
    const { documentId: document, id, path } = page
    return { space, page: id, path, document, file: files[0].id, reusable, revision, before } satisfies Docs
  })

/** How far worlds of an engine have read its events. */
const reached = new WeakMap<Opened<Whole>, Outbox.Offset>()

const mark = { type: "test.mark", at: 0, actor: "system", token: null, organization: null, space: null, subjects: [] }

/** An engine with people and content, and ways to make more of it. Makers act as the administrator. */
export const make = async (api: Opened<Whole>, sourceUrl: string, name = `world-${++worlds}`) => {
  const seeded = await api.run(populate(`${name}.test`))
  const { organization, people } = seeded
  const asAdmin = as(people.admin.id)
  const spaces = await api.run(Spaces.Spaces)
  const collections = await api.run(Collections.Collections)
  const organizations = await api.run(Organizations.Organizations)
  const members = await api.run(Members.Members)
  const space = async (input: typeof spaces.create extends (...given: infer A) => unknown ? A[1] : never = {}) =>
    (await api.run(asAdmin(spaces.create(organization, input)))).id
  const collection = async (
    input: typeof collections.create extends (...given: infer A) => unknown ? A[1] : never = {}
  ) => (await api.run(asAdmin(collections.create(organization, input)))).id
  const docs = await api.run(asAdmin(docsIn(organization)))
  let offset = reached.get(api) ?? ""
  return {
    ...seeded,
    api,
    sourceUrl,
    docs,
    space,
    collection,
    live: () => space({ editMode: "live" }),
    deletedSpace: async () => {
      const id = await space()
      await api.run(asAdmin(spaces.remove(id)))
      return id
    },
    deletedCollection: async () => {
      const id = await collection()
      await api.run(asAdmin(collections.remove(id)))
      return id
    },
    /** A live space with one page. */
    book: async () => {
      const id = await space({ editMode: "live" })
      await api.run(asAdmin(imported(id, Source.archive(1, 0))))
      const contents = await api.run(Contents.Contents)
      const { pages } = await api.run(asAdmin(contents.pages({ space: id })))
      return { space: id, page: pages[0]?.id ?? "" }
    },
    /** An organization of administrator and reader. */
    club: async () => {
      const { id } = await api.run(asAdmin(organizations.create({ title: "Club" })))
      await api.run(asSystem(members.add(id, people.reader.id, "read")))
      return id
    },
    import: (id: string, bytes: Uint8Array): Promise<Imports.ImportResult> => api.run(asAdmin(imported(id, bytes))),
    send: (who: Who | undefined, method: string, path: string, sent: Sent = {}) =>
      api.send(method, path, { ...sent, token: who === undefined ? undefined : people[who].token }),
    /**
     * The events since this was last asked, of this world or an earlier one of the engine. One of our own comes after
     * them: when it can be read they can, which on Postgres may take as long as other transactions do.
     */
    news: async () => {
      const outbox = await api.run(Outbox.Outbox)
      const last = { ...mark, id: randomUUID() }
      await api.run(outbox.append(last))
      const fresh: Array<Outbox.Event> = []
      for (let isOver = false; !isOver; ) {
        const read = await api.run(outbox.read(offset, 500))
        fresh.push(...read.map(({ event }) => event).filter(({ type }) => type !== mark.type))
        offset = read.at(-1)?.offset ?? offset
        isOver = read.some(({ event }) => event.id === last.id)
      }
      reached.set(api, offset)
      return fresh
    }
  }
}

export type World = Awaited<ReturnType<typeof make>>
