import {
  type ChangeRequestId,
  ChangeRequests,
  ContentEdits,
  type EditInput,
  SitePreviews,
  type SpaceId,
  type UserId
} from "@quire/core"
import { Effect, Result } from "effect"
import { as } from "../support/engine.ts"
import type { Served, Stage } from "./stage.ts"

export type Changes = EditInput.ContentEdit["changes"]

export interface Proposed {
  readonly id: ChangeRequestId
  readonly number: number
  readonly space: SpaceId
}

/** Changes the content of a change request, as the administrator of the site. */
export const edit = (
  { api }: Stage,
  { admin }: Pick<Served, "admin">,
  { id, space }: Pick<Proposed, "id" | "space">,
  changes: Changes
): Promise<void> =>
  api.run(
    Effect.flatMap(ContentEdits.ContentEdits, (edits) =>
      Effect.asVoid(as(admin)(edits.apply({ space, changeRequest: id }, { changes })))
    ).pipe(Effect.orDie)
  )

/** A change request with these changes, by the administrator of the site. */
export const propose = async (
  stage: Stage,
  site: Pick<Served, "admin">,
  space: SpaceId,
  changes: Changes,
  subject = "Proposed"
): Promise<Proposed> => {
  const { id, number } = await stage.api.run(
    Effect.flatMap(ChangeRequests.ChangeRequests, (requests) =>
      as(site.admin)(requests.create(space, { subject }))
    ).pipe(Effect.orDie)
  )
  await edit(stage, site, { id, space }, changes)
  return { id, number, space }
}

/** The path of a requested preview, or the refusal as it is written. */
export const previewAs = (
  { api }: Stage,
  { organization, site }: Pick<Served, "organization" | "site">,
  who: UserId,
  given: SitePreviews.PreviewRequest
): Promise<string> =>
  api.run(
    Effect.flatMap(SitePreviews.SitePreviews, (previews) =>
      Effect.result(as(who)(previews.get(organization, site, given)))
    ).pipe(
      Effect.map((answer) =>
        Result.match(answer, {
          onSuccess: ({ url }) => new URL(url).pathname,
          onFailure: (refusal) => `${refusal._tag}: ${refusal.message}`
        })
      )
    )
  )
