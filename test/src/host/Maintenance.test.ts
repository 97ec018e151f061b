import type { Mailer } from "@quire/core"
import { Quire } from "@quire/http"
import { assert, describe, it } from "vitest"
import { rejection, standingClock } from "./host.ts"

const nothing = {
  chained: 0,
  handedOut: 0,
  jobs: { done: 0, failed: 0, superseded: 0 },
  emails: { sent: 0, failed: 0 },
  reindexed: { spaces: 0, pages: 0 },
  isDone: true,
  failed: []
}

const open = async (options: Partial<Quire.Options>) => {
  const clock = await standingClock()
  const emails: Array<Mailer.Email> = []
  const waiting: Array<() => void> = []
  const quire = await Quire.open({
    store: { kind: "memory" },
    baseUrl: "http://quire.test",
    layers: clock.layer,
    mail: {
      kind: "own",
      deliver: async (letter) => {
        emails.push(letter)
        for (const notify of waiting.splice(0)) notify()
      }
    },
    ...options
  })
  const { id } = await quire.system.users.ensure({ email: "ann@example.com", displayName: "Ann" })
  const as = quire.as(id)
  const { id: organization } = await as.organizations.create({ title: "Acme" })
  const invite = (email: string) => as.invites.send(organization, { emails: [email], role: "read" })
  return {
    quire,
    as,
    organization,
    clock,
    emails,
    invite,
    delivered: () => new Promise<void>((told) => waiting.push(told))
  }
}

describe("maintenance of an engine in a host", () => {
  it("does nothing automatically when off, and runs each kind on request (rules upkeep-off and upkeep-run)", async () => {
    const { as, clock, invite, emails, organization, quire } = await open({ upkeep: "off" })
    await invite("bob@example.com")
    const space = await as.spaces.create(organization, { title: "Guide" })
    await as.spaces.remove(space.id)
    await clock.moveOn("8 days")
    const purged = async () => (await as.audit.list(organization, { type: "spaces.purge" }, { limit: 10 })).items.length
    assert.isEmpty(emails)
    assert.strictEqual(await purged(), 0)

    const done = await quire.upkeep.run()
    assert.deepStrictEqual([done.isDone, done.failed, done.emails], [true, [], { sent: 1, failed: 0 }])
    assert.isAbove(done.jobs.done, 0)
    assert.isAtLeast(done.chained, 1)
    assert.isAtLeast(done.handedOut, 4)
    assert.deepStrictEqual(
      emails.map(({ to }) => to),
      ["bob@example.com"]
    )
    assert.strictEqual(await purged(), 1)
    assert.deepStrictEqual(await quire.upkeep.run(), nothing)
    await quire.close()
    assert.strictEqual((await rejection(quire.upkeep.run())).kind, "closed")
  })

  it("ends when its time is used up and reports that more is due (rule upkeep-run)", async () => {
    const { invite, emails, quire } = await open({ upkeep: "off" })
    await invite("bob@example.com")
    const cut = await quire.upkeep.run({ seconds: 0 })
    assert.deepStrictEqual(cut, { ...nothing, isDone: false })
    for (const seconds of [-1, Number.NaN]) {
      const error = await rejection(quire.upkeep.run({ seconds }))
      assert.deepStrictEqual([error.kind, error.field], ["bad-input", "seconds"])
    }
    assert.isEmpty(emails)
    assert.strictEqual((await quire.upkeep.run({ seconds: 1 })).emails.sent, 1)
    await quire.close()
  })

  it("does the same work in concurrent runs as in one (rule upkeep-run)", async () => {
    const { invite, emails, quire } = await open({ upkeep: "off" })
    const people = Array.from({ length: 10 }, (_, at) => `p${at}@example.com`)
    for (const person of people) await invite(person)
    const runs = await Promise.all([quire.upkeep.run(), quire.upkeep.run(), quire.upkeep.run()])
    assert.sameMembers(
      emails.map(({ to }) => to),
      people
    )
    assert.strictEqual(
      runs.reduce((sum, run) => sum + run.emails.sent, 0),
      people.length
    )
    await quire.close()
  })

  it("runs within seconds when it is not off (rule upkeep-off)", async () => {
    const { clock, delivered, invite, emails, quire } = await open({})
    const told = delivered()
    await invite("bob@example.com")
    await clock.moveOn("10 seconds")
    await told
    assert.deepStrictEqual(
      emails.map(({ to }) => to),
      ["bob@example.com"]
    )
    await quire.close()
  })
})
