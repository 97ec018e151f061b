import { type Actor, ChangeRequests, Grants, Members, Merging, SiteSpaces, Sites, Spaces } from "@quire/core"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { asSystem, engines } from "../support/engine.ts"
import type * as Server from "../support/server.ts"
import { previewAs } from "./previews.ts"
import { build, isNothing, neverOf, type PreviewWorld, words } from "./previewWorld.ts"
import * as Stage from "./stage.ts"

/** Who looks, which of the two requests, and what takes it away from them, as the administrator does it. */
interface Withdrawal {
  readonly who: "reader" | "invited" | "known"
  readonly of: "open" | "secret"
  readonly take: (world: PreviewWorld) => Effect.Effect<unknown, unknown, Server.Whole | Actor.Actor>
}

const withdrawals: { readonly [why: string]: Withdrawal } = {
  "is removed": {
    who: "reader",
    of: "open",
    take: ({ organization, reader }) =>
      Effect.flatMap(Members.Members, (members) => members.remove(organization, reader))
  },
  "is disabled": {
    who: "reader",
    of: "open",
    take: ({ organization, reader }) =>
      Effect.flatMap(Members.Members, (members) => asSystem(members.disable(organization, reader)))
  },
  "becomes a guest": {
    who: "reader",
    of: "open",
    take: ({ organization, reader }) =>
      Effect.flatMap(Members.Members, (members) => members.update(organization, reader, { role: null }))
  },
  "may no longer read the space": {
    who: "reader",
    of: "open",
    take: ({ id }) => Effect.flatMap(Spaces.Spaces, (spaces) => spaces.update(id, { defaultLevel: null }))
  },
  "loses a role on the space": {
    who: "invited",
    of: "secret",
    take: ({ closed, invited }) =>
      Effect.flatMap(Grants.Grants, (grants) =>
        grants.remove({ kind: "space", id: closed }, { kind: "user", id: invited })
      )
  },
  "loses a role on the site": {
    who: "known",
    of: "open",
    take: ({ known, organization, site }) =>
      Effect.flatMap(Grants.Grants, (grants) =>
        grants.remove({ kind: "site", organization, id: site }, { kind: "user", id: known })
      )
  },
  "has it archived": {
    who: "reader",
    of: "open",
    take: ({ open }) =>
      Effect.flatMap(ChangeRequests.ChangeRequests, (requests) =>
        requests.update(open.space, open.id, { status: "archived" })
      )
  },
  "has it merged": {
    who: "reader",
    of: "open",
    take: ({ open }) => Effect.flatMap(Merging.Merging, (merging) => merging.merge(open.space, open.id))
  },
  "has its space deleted": {
    who: "reader",
    of: "open",
    take: ({ id }) => Effect.flatMap(Spaces.Spaces, (spaces) => spaces.remove(id))
  },
  "has its space removed from the site": {
    who: "reader",
    of: "open",
    take: ({ first, organization, site }) =>
      Effect.flatMap(SiteSpaces.SiteSpaces, (all) => all.remove(organization, site, first))
  },
  "has the site deleted": {
    who: "reader",
    of: "open",
    take: ({ organization, site }) => Effect.flatMap(Sites.Sites, (sites) => sites.remove(organization, site))
  }
}

describe.each(engines(import.meta.url))("a preview on %s", (_, engine) => {
  let stage: Stage.Stage
  beforeAll(async () => {
    stage = await Stage.open(engine)
  })
  afterAll(() => stage.close())

  it.each(Object.entries(withdrawals))(
    "ends at the next request if its creator %s (rule publication-preview-request)",
    async (why, { of, take, who }) => {
      const world = await build(stage)
      const [siteSpace, word, prefix] =
        of === "open"
          ? [world.first, words.proposed, ""]
          : [world.closedSpace, words.closedProposed, `${words.closed}/`]
      const asked = await previewAs(stage, world, world[who], { siteSpace, changeRequest: world[of].id })
      const mount = asked.replace(new RegExp(`${prefix}$`), "")
      const before = await stage.ask(`${mount}${prefix}${word}`)
      assert.include(before.text, `Text ${word}.`)
      await Stage.asAdmin(stage, world)(take(world))
      await isNothing(stage, mount, neverOf(mount), why)
      const known = { headers: { "if-none-match": before.headers["etag"] ?? "" } }
      assert.strictEqual((await stage.ask(`${mount}${prefix}${word}`, known)).status, 404)
    }
  )

  it("works again for a request that was returned to draft (rule publication-preview-request)", async () => {
    const world = await build(stage)
    const { open } = world
    const mount = await previewAs(stage, world, world.reader, { siteSpace: world.first, changeRequest: open.id })
    const set = (status: "archived" | "draft" | "open") =>
      Stage.asAdmin(
        stage,
        world
      )(Effect.flatMap(ChangeRequests.ChangeRequests, (requests) => requests.update(open.space, open.id, { status })))
    const statuses: Array<number> = []
    for (const status of ["open", "archived", "draft"] as const) {
      await set(status)
      statuses.push((await stage.ask(mount)).status)
    }
    assert.deepStrictEqual(statuses, [200, 404, 200])
    await set("archived")
    const refused = await previewAs(stage, world, world.reader, { siteSpace: world.first, changeRequest: open.id })
    assert.match(refused, /^ChangeRequestClosed/)
  })
})
