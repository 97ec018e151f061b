import { Quire } from "@quire/http"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { serveSources } from "./Attacked.ts"
import { attacks, type Person, type Sent } from "./attacks.ts"

/** Kinds that take long, of which the parsers' own tests try the most that they may read. */
const long = /^(?:page|large page|comments|search|web page|description|archive|scripts): /

/** What deep runs send to a server in its own process, where they measure time and memory; here only answers count. */
describe("a worst-case request", () => {
  let quire: Quire.Quire
  let sources: Awaited<ReturnType<typeof serveSources>>
  let people = 0

  beforeAll(async () => {
    sources = await serveSources()
    quire = await Quire.open({
      upkeep: "off",
      store: { kind: "memory" },
      baseUrl: "http://quire.test",
      fetchAllow: ["127.0.0.1"]
    })
  })
  afterAll(async () => {
    await quire.close()
    sources.close()
  })

  const person = async (): Promise<Person> => {
    const email = `person-${++people}@bounded.test`
    const { id: user } = await quire.system.users.ensure({ email, displayName: "Person" })
    const as = quire.as(user)
    const { token } = await as.tokens.create(user, {})
    const organization = (await as.organizations.create({ title: "Bounded" })).id
    const space = (await as.spaces.create(organization, { title: "Bounded", editMode: "live" })).id
    const changeRequest = (await as.changeRequests.create(space, { subject: "Bounded" })).id
    return { token, user, organization, space, changeRequest }
  }

  const send = async ({ token }: Person, { body, headers, method, path, source }: Sent) => {
    const given = source === undefined ? body : sources.bodyOf(source)
    const content = given === undefined || typeof given === "string" ? given : JSON.stringify(given)
    const answer = await quire.handler(
      new Request(`http://quire.test${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
        ...(content === undefined ? {} : { body: content })
      })
    )
    return { status: answer.status, text: await answer.text() }
  }

  for (const { name, prepare, requests } of attacks.filter(({ name }) => !long.test(name))) {
    it(`gets a response or a refusal without an internal error: ${name}`, async () => {
      const sender = await person()
      await prepare?.(sender, (sent) => send(sender, sent))
      const answers = await Promise.all(requests(sender).map((sent) => send(sender, sent)))
      assert.deepStrictEqual(
        answers.filter(({ status }) => status >= 500).map(({ status, text }) => `${status} ${text.slice(0, 200)}`),
        []
      )
    })
  }
})
