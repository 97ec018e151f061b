import { Teams } from "@quire/core"
import { Effect } from "effect"
import { as } from "../../support/engine.ts"
import { shared } from "../scenarios/installations.ts"
import type { Aimed } from "../seeds.ts"
import { site as newSite } from "../sites.ts"
import type { World } from "../world.ts"

const ids = ["", "a b", "é", "x".repeat(65), "a99999999999999999999999999"]
const roles = ["", "owner", "Edit", "guest", "none", "inherit"]
const limits = [-1, 1.5, 10_001]

const teamOf = async (world: World) => {
  const made = Effect.flatMap(Teams.Teams, (teams) => teams.create(world.organization, { title: "Writers" }))
  return (await world.api.run(Effect.orDie(as(world.people.admin.id)(made)))).id
}

export const access: Readonly<Record<string, (world: World) => Promise<ReadonlyArray<Aimed>>>> = {
  askWhatIf: async (world) => {
    const path = { organizationId: world.organization }
    const user = world.people.reader.id
    const team = await teamOf(world)
    const space = await world.space()
    const { siteId: site } = await newSite(world)
    const [collection, parent] = [await world.collection(), await world.collection()]
    const aimed = (
      change: Readonly<Record<string, unknown>>,
      nonsense: Aimed["nonsense"],
      ...nullable: Array<string>
    ) => {
      const types = { "change.type": ["", "Grant", "member", "team"], limit: limits }
      return { path, body: { change, limit: 10 }, nullable, nonsense: { ...types, ...nonsense } }
    }
    const { installationId: installation } = await shared(world)
    const selections = ["", "All", "some"]
    return [
      aimed({ type: "installation-removed", installation }, { "change.installation": ids }),
      aimed(
        { type: "installation-selection", installation, spaceSelection: "all", siteSelection: "selected" },
        { "change.installation": ids, "change.spaceSelection": selections, "change.siteSelection": selections }
      ),
      aimed(
        { type: "installation-place", installation, space, installed: true },
        { "change.installation": ids, "change.space": ids, "change.installed": ["yes"] }
      ),
      aimed(
        { type: "installation-place", installation, site, installed: false },
        { "change.installation": ids, "change.site": ids, "change.installed": [0] }
      ),
      aimed({ type: "member-role", user, role: "edit" }, { "change.user": ids, "change.role": roles }, "change.role"),
      aimed({ type: "member-removed", user }, { "change.user": ids }),
      aimed({ type: "member-disabled", user, disabled: true }, { "change.user": ids, "change.disabled": ["yes"] }),
      aimed(
        { type: "grant", reader: { user }, space, role: "edit" },
        {
          "change.reader": [{}, { user, team }, { member: user }],
          "change.reader.user": ids,
          "change.space": [...ids, collection],
          "change.role": roles
        },
        "change.role"
      ),
      aimed(
        { type: "grant", reader: { team }, collection, role: "edit" },
        { "change.reader.team": ids, "change.collection": [...ids, space], "change.role": roles },
        "change.role"
      ),
      aimed(
        { type: "grant", reader: { team }, site, role: "edit" },
        { "change.site": [...ids, space], "change.role": roles },
        "change.role"
      ),
      aimed(
        { type: "team-member", team, user, role: "owner" },
        { "change.team": ids, "change.user": ids, "change.role": ["", "edit", "Owner"] },
        "change.role"
      ),
      aimed({ type: "team-removed", team }, { "change.team": ids }),
      aimed(
        { type: "level", space, level: "read" },
        { "change.space": ids, "change.level": ["", "owner", "Inherit"] },
        "change.level"
      ),
      aimed({ type: "level", collection, level: "inherit" }, { "change.collection": ids }, "change.level"),
      aimed(
        { type: "move", space, parent },
        { "change.space": ids, "change.parent": [...ids, space] },
        "change.parent"
      ),
      aimed(
        { type: "move", collection, parent },
        { "change.collection": ids, "change.parent": [...ids, collection] },
        "change.parent"
      )
    ]
  }
}
