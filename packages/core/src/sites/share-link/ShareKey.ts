import { Context, Effect } from "effect"

/** A share key of an active link, and the site that the link opens. */
export interface ShareKey {
  readonly organization: string
  readonly site: string
  readonly key: string
}

/** The share key of the request; undefined if there is none, or none that opens a site. */
export const CurrentShareKey: Context.Reference<ShareKey | undefined> = Context.Reference<ShareKey | undefined>(
  "@quire/core/CurrentShareKey",
  { defaultValue: () => undefined }
)

/** The share key of the request, if it opens this site. */
export const ofSite = (site: string): Effect.Effect<string | undefined> =>
  Effect.map(CurrentShareKey, (current) => (current?.site === site ? current.key : undefined))
