import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { endpoints, target } from "../contract/endpoints.ts"
import { scenarios } from "../contract/scenarios.ts"
import * as Source from "../contract/source.ts"
import * as World from "../contract/world.ts"
import { memory } from "../support/engine.ts"
import * as Server from "../support/server.ts"
import { differences, isDescribed, templateOf } from "./conforms.ts"
import { client } from "./official.ts"

/**
 * Where responses differ from the description of the official client on purpose: fields of features that the API does not
 * have, roles on a site that come from where they do on a space, translations into several languages, an identity
 * provider whose address is not set yet, the schema of claims that a caller wrote, the empty payload of an event that a
 * scenario made, and the response to turning off what is off.
 */
const exceptions =
  /\.permissions\.ingestConversations$|^listSitePermissionsAggregate .*\.origin\.|SamlProviders? .*\.ssoURL$|^(?:list|create|get|update|delete)Translations? |^updateSiteAdaptiveSchema \.jsonSchema\.|^listIntegrationEvents .*\.payload\.|^disableIntegrationDevelopmentMode has no response 204$/

describe("the official client", () => {
  let source: Source.Source
  let world: World.World

  beforeAll(async () => {
    source = await Source.open()
    world = await World.make(await Server.open(memory), source.url)
  })
  afterAll(async () => {
    await world.api.close()
    await source.close()
    assert.deepStrictEqual(world.api.failures, [])
  })

  it.each(endpoints.filter(isDescribed).map((endpoint) => [endpoint.name, endpoint] as const))(
    "gets from %s what its own description promises",
    async (name, endpoint) => {
      const { by = "admin", calls = {}, items } = scenarios[name] ?? {}
      const makes = Object.values(calls).map((make) => async () => ({ who: by, ...(await make(world)) }))
      const lists = ((await items?.(world, 1)) ?? []).map((call) => async () => ({ who: "reader" as const, ...call }))
      const found: Array<string> = []
      for (const make of [...makes, ...lists]) {
        const made = await make()
        const { json, status, text } = await world.send(made.who, endpoint.method, target(endpoint, made), {
          body: made.body
        })
        assert.isBelow(status, 300, text)
        const body = text === "" ? undefined : json
        found.push(...differences(endpoint.method, templateOf(endpoint), status, body).map((path) => `${name} ${path}`))
      }
      assert.deepStrictEqual(
        found.filter((difference) => !exceptions.test(difference)),
        []
      )
    }
  )

  it("reads a list to its end, a path with several segments, and the code and message of an error", async () => {
    const { docs, organization, people } = world
    const clientOf = (authToken: string | undefined) =>
      client({ endpoint: "http://quire.test", authToken, fetch: Server.fetchOf(world.api) })
    const { orgs, spaces } = clientOf(people.admin.token)
    for (const title of ["One", "Two", "Three"]) await orgs.createCollection(organization, { title })
    const titles: Array<string> = []
    for (let page: string | undefined = ""; page !== undefined; ) {
      const query = { limit: 2, ...(page === "" ? {} : { page }) }
      const { data } = await orgs.listCollectionsInOrganizationById(organization, query)
      titles.push(...data.items.map(({ title }) => title))
      page = data.next?.page
    }
    assert.includeMembers(titles, ["One", "Two", "Three"])
    const { data } = await spaces.getPageByPath(docs.space, docs.path, { format: "markdown" })
    assert.strictEqual(data.id, docs.page)
    const refusalOf = (call: Promise<unknown>) =>
      call.then(
        () => assert.fail("the client was not refused"),
        (error: unknown) => ["code", "errorMessage"].map((field) => Reflect.get(Object(error), field))
      )
    assert.deepStrictEqual(await refusalOf(clientOf(people.stranger.token).spaces.getSpaceById(docs.space)), [
      404,
      `space ${docs.space} does not exist`
    ])
    assert.deepStrictEqual(await refusalOf(clientOf(undefined).orgs.listOrganizationsForAuthenticatedUser()), [
      401,
      "a valid API token is required"
    ])
  })
})
