import { Context, Effect, Layer } from "effect"
import { digest } from "../../foundation/secret/Secrets.ts"
import type { Site } from "../../sites/site/Site.ts"
import type { Audience } from "../visitor/Audience.ts"
import type { SiteLocator } from "./PublicationFacts.ts"
import { type PublishedScript, PublishedScripts } from "./PublishedScripts.ts"

const none: ReadonlyArray<PublishedScript> = []

/** The version of what is printed of a site, with these scripts in it. */
export const versionOf = (version: string, scripts: ReadonlyArray<PublishedScript>): string =>
  scripts.length === 0 ? version : digest(JSON.stringify([version, scripts]))

/**
 * The scripts that pages of a site load: those that its administrators listed, at a hostname of the site, and never in a
 * preview (rule site-scripts-run). Anywhere else a page has the origin of the API and of all other sites.
 */
export class LoadedScripts extends Context.Service<LoadedScripts>()("@quire/core/LoadedScripts", {
  make: Effect.map(PublishedScripts, ({ ofSite }) => {
    const loadedScripts = (site: Site, { _tag }: SiteLocator, { preview }: Audience): Effect.Effect<typeof none> =>
      site.scripts === undefined || _tag !== "Hostname" || preview !== undefined
        ? Effect.succeed(none)
        : ofSite(site, site.scripts)

    return { loadedScripts } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
