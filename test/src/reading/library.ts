import {
  Imports,
  type Members,
  type Organizations,
  type SiteId,
  SiteSections,
  Sites,
  Spaces,
  type Users
} from "@quire/core"
import { Effect } from "effect"
import { zipped } from "../support/docs.ts"
import { as } from "../support/engine.ts"
import { found, type World } from "../support/world.ts"
import { type CorpusName, filesOf } from "./corpora.ts"

export interface Library extends World {
  readonly site: SiteId
  /** The path of the site on the server, with a slash at the end. */
  readonly mount: string
}

/** A published site with a section for each corpus. */
export const library = (
  names: ReadonlyArray<CorpusName>
): Effect.Effect<
  Library,
  never,
  | Users.Users
  | Organizations.Organizations
  | Members.Members
  | Spaces.Spaces
  | Imports.Imports
  | Sites.Sites
  | SiteSections.SiteSections
> =>
  Effect.gen(function* () {
    const world = yield* found
    const { admin, organization } = world
    const spaces = yield* Spaces.Spaces
    const imports = yield* Imports.Imports
    const sites = yield* Sites.Sites
    const sections = yield* SiteSections.SiteSections
    const made = Effect.gen(function* () {
      const { id: site } = yield* sites.create(organization, { title: "Library" })
      for (const name of names) {
        const { id } = yield* spaces.create(organization, { title: name, editMode: "live" })
        yield* imports.bytesIntoSpace(id, {
          source: "zip",
          bytes: zipped(filesOf(name)),
          contentType: "application/zip",
          url: `file:///${name}.zip`,
          name: `${name}.zip`
        })
        yield* spaces.update(id, { editMode: "locked" })
        yield* sections.create(organization, site, { spaceId: id })
      }
      const { urls } = yield* sites.publish(organization, site)
      return { ...world, site, mount: new URL(urls.published ?? "").pathname } satisfies Library
    })
    return yield* as(admin)(made)
  }).pipe(Effect.orDie)
