import { Audit, type AuditEntry, Outbox } from "@quire/core"
import { Effect } from "effect"
import { assert } from "vitest"
import { asSystem } from "../../support/engine.ts"
import type { Call, Scenario } from "../scenarios.ts"
import type { World } from "../world.ts"

/** Chains every event, as a server does: a list alone chains only so many. */
const chainAll = ({ api }: World) => api.run(asSystem(Effect.flatMap(Audit.Audit, ({ chain }) => chain())))

/** An organization with so many audit log entries. */
const eventful = async (world: World, count: number): Promise<ReadonlyArray<Call>> => {
  const path = { organizationId: await world.club() }
  await chainAll(world)
  const told = () => world.send("admin", "GET", `/v1/orgs/${path.organizationId}/audit-log?limit=0`)
  for (let at = (await told()).json.count; at < count; at++) {
    await world.send("admin", "POST", `/v1/orgs/${path.organizationId}/spaces`)
  }
  await told()
  const since = "from=2020-01-01T00:00:00Z"
  return ["", "order=asc", since, `${since}&to=2100-01-01T00:00:00Z`].map((query) => ({ who: "admin", path, query }))
}

export const audit: Readonly<Record<string, Scenario>> = {
  listAuditLog: {
    by: "admin",
    refused: { who: "creator", status: 403 },
    calls: {
      200: async ({ organization, people }) => ({
        path: { organizationId: organization },
        query: `limit=20&actor=${people.admin.id}`
      })
    },
    items: eventful,
    idle: [
      {
        status: 400,
        call: async ({ organization }) => ({ path: { organizationId: organization }, query: "from=yesterday" })
      }
    ]
  }
}

const everyEvent = async ({ api, organization }: World) => {
  const all: Array<Outbox.Event> = []
  for (let offset = ""; ; ) {
    const read = await api.run(Effect.flatMap(Outbox.Outbox, (outbox) => outbox.read(offset, 500)))
    all.push(...read.map(({ event }) => event).filter((event) => event.organization === organization))
    if (read.length < 500) return all
    offset = read.at(-1)?.offset ?? offset
  }
}

const everyEntry = async (world: World) => {
  const all: Array<AuditEntry.AuditEntryView> = []
  for (let page = ""; ; ) {
    const path = `/v1/orgs/${world.organization}/audit-log?order=asc&limit=1000${page}`
    const { json } = await world.send("admin", "GET", path)
    all.push(...((json.items ?? []) as ReadonlyArray<AuditEntry.AuditEntryView>))
    const next = json["next"] as { readonly page: string } | undefined
    if (next === undefined) return all
    page = `&page=${next.page}`
  }
}

/** The log says what the events say, all of it and no more; no chain is broken, and no credential appears. */
export const agrees = async (world: World): Promise<void> => {
  await chainAll(world)
  const entries = (await everyEntry(world)).toSorted((one, other) => one.sequence - other.sequence)
  const events = await everyEvent(world)
  assert.isAbove(events.length, 0)
  assert.deepStrictEqual(
    entries.map(({ actor, id, sequence, subjects, token = null, type }) => [
      id,
      sequence,
      type,
      actor.id,
      token,
      subjects
    ]),
    events.map(({ actor, id, subjects, token, type }, at) => [id, at + 1, type, actor, token, subjects])
  )
  const { chains, unchained } = await world.api.run(
    asSystem(Effect.flatMap(Audit.Audit, (log) => Effect.andThen(log.chain(), log.verify())))
  )
  assert.deepStrictEqual(unchained, { events: 0 })
  for (const { broken } of chains) assert.isUndefined(broken)
  const text = JSON.stringify(entries)
  for (const { token } of Object.values(world.people)) assert.notInclude(text, token)
  assert.notMatch(text, /quire_[0-9A-Za-z]{49}/)
  assert.notMatch(text, /"(sealed|digest|secret|code|password)":"(?!\[redacted\])/)
}
