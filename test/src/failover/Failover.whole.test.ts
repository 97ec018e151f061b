import { setTimeout as pause } from "node:timers/promises"
import type { OrganizationId, UserId } from "@quire/core"
import { Quire } from "@quire/http"
import { Rounds } from "@quire/testing"
import { Effect, Exit, Scope } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { Commands } from "../command/Commands.ts"
import * as Heard from "../crash/Heard.ts"
import type { Server } from "../support/failover.ts"
import * as Failover from "../support/failover.ts"

const base = "http://quire.test"
const writers = 16
/** Reads of published sites may be this late, in milliseconds, while there is a primary. */
const staleness = 500
/** Failed attempts of one writer in a row after which writes count as stopped. */
const mostAttempts = 2_000

describe.skipIf(!Failover.isPossible)(Failover.title("a server whose database fails over"), () => {
  const scope = Effect.runSync(Scope.make())
  let database: Effect.Success<typeof Failover.started>
  let quire: Quire.Quire
  let admin: UserId
  let organization: OrganizationId
  let commands: Commands
  /** The paths of a public site and of the share link of another one. */
  let site: { readonly open: string; readonly shared: string }
  const emails: Array<string> = []

  beforeAll(async () => {
    database = await Effect.runPromise(Scope.provide(Failover.started, scope))
    commands = await Commands.open()
    const { url, urls } = database
    quire = await Quire.open({
      baseUrl: base,
      store: { kind: "postgres", url, replicas: { urls, staleness } },
      mail: { kind: "own", deliver: async ({ to }) => void emails.push(to) }
    })
    admin = (await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })).id
    organization = (await quire.as(admin).organizations.create({ title: "Acme" })).id
    site = { open: await publish("public"), shared: await publish("share-link") }
  }, Rounds.patience)
  afterAll(async () => {
    await quire?.close()
    await commands?.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }, Rounds.patience)

  /** The path of a new site with one page; of a site with a share link, with its key. */
  const publish = async (visibility: "public" | "share-link"): Promise<string> => {
    const as = quire.as(admin)
    const { id: space } = await as.spaces.create(organization, { title: "Guide", editMode: "live" })
    const bytes = new TextEncoder().encode("# Welcome\n\nRead on.\n")
    const source = { source: "markdown", contentType: undefined, url: "file:///a.md", name: "welcome.md" } as const
    await as.imports.bytesIntoSpace(space, { ...source, bytes })
    await as.spaces.update(space, { editMode: "locked" })
    const { id } = await as.sites.create(organization, { title: "Guide", spaces: [space], visibility })
    const { urls } = await as.sites.publish(organization, id)
    if (visibility === "public") return new URL(urls.published ?? "").pathname
    const link = await as.shareLinks.create(organization, id, { name: "one" })
    return new URL(link.urls.published ?? "").pathname
  }

  const statusOf = async (path: string, headers = {}) => {
    const response = await quire.handler(new Request(`${base}${path}`, { headers }))
    await response.arrayBuffer()
    return { status: response.status, retryAfter: response.headers.get("retry-after") }
  }

  /** Writers that record every acknowledged space, and the longest time between two of one writer. */
  const write = (round: number) => {
    const acknowledged: Array<string> = []
    const refusals = new Set<string>()
    const ended = new AbortController()
    let [failed, longest, mostFailed] = [0, 0, 0]
    const create = async (title: string): Promise<void> => {
      let isCreated = false
      for (let attempt = 1; !isCreated; attempt++) {
        try {
          acknowledged.push((await quire.as(admin).spaces.create(organization, { title })).id)
          isCreated = true
        } catch (error) {
          if (!Quire.isQuireError(error) || error.kind !== "unavailable") throw error
          refusals.add(error.message)
          failed++
          mostFailed = Math.max(mostFailed, attempt)
          assert.isBelow(attempt, mostAttempts, [...refusals].join("; "))
          await pause(50)
        }
      }
    }
    const loop = async (writer: number) => {
      let last = performance.now()
      for (let count = 0; !ended.signal.aborted; count++) {
        await create(`Space ${round}-${writer}-${count}`)
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      }
    }
    const done = Promise.all(Array.from({ length: writers }, (_, writer) => loop(writer)))
    const reach = async (count: number) => {
      const enough = acknowledged.length + count
      while (acknowledged.length < enough) await Promise.race([pause(20), done])
    }
    const finish = async () => {
      ended.abort()
      await done
      return { acknowledged, failed, longest, mostFailed, refusals: [...refusals] }
    }
    return { finish, reach }
  }

  /** Once the outage is noticed, the public site is readable for longer than the staleness bound. */
  const readWithoutPrimary = async () => {
    for (let tries = 0; tries < 200 && (await statusOf(site.open)).status !== 200; tries++) await pause(50)
    const end = performance.now() + 3 * staleness
    while (performance.now() < end) {
      assert.strictEqual((await statusOf(site.open)).status, 200)
      await pause(50)
    }
    assert.strictEqual((await statusOf(site.shared)).status, 503)
  }

  const failOver = async (round: number, from: Server, to: Server) => {
    const heard: Array<string> = []
    const subscription = await quire.events.subscribe(`round-${round}`, ({ id }) => {
      heard.push(`begin ${id} 1`, `end ${id} 1`)
    })
    const [epochs] = await from.rows("select count(*) as n from quire.outbox_epochs")
    const [started] = await from.rows("select coalesce(max(seq), 0) as seq from quire.outbox_events")
    const { token } = await quire.as(admin).tokens.create(admin, { label: `round ${round}` })
    const writing = write(round)
    await writing.reach(200)
    const invite = (email: string) => quire.as(admin).invites.send(organization, { emails: [email], role: "read" })
    const invited = [`before-${round}@example.com`, `after-${round}@example.com`] as const
    await invite(invited[0])
    await from.kill()
    const authorization = `Bearer ${token}`
    const outage = await statusOf(`/v1/orgs/${organization}/spaces`, { authorization })
    assert.deepStrictEqual(outage, { status: 503, retryAfter: "1" })
    assert.strictEqual((await statusOf("/readyz")).status, 503)
    await readWithoutPrimary()
    await to.promote()
    await writing.reach(200)
    await invite(invited[1])
    const written = await writing.finish()
    const stored = await to.rows("select id from quire.spaces")
    const ids = new Set(stored.map(({ id }) => id))
    const lost = written.acknowledged.filter((id) => !ids.has(id))
    assert.deepStrictEqual(lost, [])
    for (const message of written.refusals) assert.notInclude(message, database.password)
    const events = (
      await to.rows(
        `select event->>'id' as id from quire.outbox_events where seq > ${started?.seq} order by epoch, xid, seq`
      )
    ).map(({ id }) => id)
    const isHeard = () => heard.includes(`end ${events.at(-1)} 1`)
    for (let tries = 0; tries < 1_200 && !isHeard(); tries++) await pause(50)
    await subscription.close()
    const { again, problems } = Heard.judge(events, heard.join("\n"))
    assert.deepStrictEqual(problems, [])
    assert.deepStrictEqual(await to.rows("select count(*) as n from quire.outbox_epochs"), [epochs])
    const audited = async () => {
      const { chains } = await quire.system.audit.verify()
      return Math.max(...chains.map(({ entries }) => entries))
    }
    for (let tries = 0; tries < 1_200 && (await audited()) < ids.size; tries++) await pause(50)
    assert.isAtLeast(await audited(), ids.size)
    for (let tries = 0; tries < 1_200 && !invited.every((email) => emails.includes(email)); tries++) await pause(50)
    assert.includeMembers(emails, [...invited])
    assert.strictEqual((await statusOf("/readyz")).status, 200)
    assert.strictEqual((await statusOf(`/v1/orgs/${organization}/spaces`, { authorization })).status, 200)
    for (const words of [
      ["user", "list"],
      ["migrate", "--plan"],
      ["backup", "--to", `round-${round}.gz`]
    ]) {
      const { code, err } = await commands.start([...words, "--database-url", database.url]).end()
      assert.strictEqual(code, 0, err)
    }
    console.log(
      `failover ${round}: ${written.acknowledged.length} spaces acknowledged, ${lost.length} lost, ` +
        `${written.failed} attempts failed (${written.mostFailed} in a row at most), ` +
        `longest wait ${Math.round(written.longest)} ms, ${events.length} events, ${again} delivered again`
    )
  }

  it(
    "keeps every acknowledged write and delivers every event, there and back (rule primary-followed)",
    async () => {
      const { primary, standby } = database
      await failOver(1, primary, standby)
      await primary.follow(standby)
      await standby.synchronize()
      await failOver(2, standby, primary)
    },
    Rounds.patience
  )
})
