import { EventStates } from "@quire/core/internal"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Server from "../support/server.ts"
import { acts, promised } from "./acts.ts"
import { findTypeFaults } from "./eventStateSchemas.ts"
import * as Told from "./eventStates.ts"
import * as Source from "./source.ts"
import * as World from "./world.ts"

/** Events whose payload does not change: they change a key, which no payload contains. */
const secret = new Set(["publishingAuths.update"])

describe("the payload of an event (rules event-tells and event-typed)", () => {
  let twins: Awaited<ReturnType<typeof Server.openTwins>>
  let source: Source.Source
  let world: World.World
  beforeAll(async () => {
    source = await Source.open()
    twins = await Server.openTwins()
    world = await World.make(twins.api, source.url)
  })
  afterAll(async () => {
    await twins.close()
    await source.close()
  })

  it("has an act that announces each type that promises a payload", () => {
    const announced = new Set(acts.map(({ type }): string => type))
    assert.deepStrictEqual(
      [...promised].filter((type) => !announced.has(type)),
      []
    )
  })

  it.each(acts)("$type by $name: matches what is read before and after", async ({ prepare, type }) => {
    const run = await prepare(world)
    await world.news()
    const before = await twins.api.run(Told.readRows)
    await run()
    const after = await twins.api.run(Told.readRows)
    const news = await world.news()
    assert.include(
      news.map((event) => event.type),
      type
    )
    assert.deepStrictEqual(news.flatMap(findTypeFaults), [])
    for (const event of news) {
      const told = EventStates.statesOf(event.type)
      const isTold = { before: event.before !== undefined, after: event.after !== undefined }
      if (promised.has(event.type)) assert.deepStrictEqual(isTold, told)
      if (told.before) Told.checkTold(event, "before", before)
      if (told.after) Told.checkTold(event, "after", after)
      if (told.before && told.after && !secret.has(event.type)) assert.notDeepEqual(event.before, event.after)
    }
  })
})
