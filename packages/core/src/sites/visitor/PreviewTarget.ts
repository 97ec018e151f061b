import { Schema } from "effect"
import { SpaceId, UserId } from "../../foundation/id/Ids.ts"
import { optional } from "../../foundation/input/Input.ts"
import type * as PublicationFacts from "../publication/PublicationFacts.ts"

/** A change request by what names it in an address (rule request-number). */
export const RequestName = Schema.Struct({ space: SpaceId, number: Schema.Int })
export type RequestName = typeof RequestName.Type

/** The viewer of a preview, and the change request that is previewed (rule publication-preview). */
export const PreviewTarget = Schema.Struct({
  /** Null if the host itself previews; a target without a user is not a preview (rule caller-carried). */
  person: Schema.NullOr(UserId),
  changeRequest: optional(RequestName)
})
export type PreviewTarget = typeof PreviewTarget.Type

const parts = /^~changes\/([^/]+)\/([1-9][0-9]{0,14})$/

/** The path of a change request below a preview, without a slash at its end. */
export const pathOf = ({ number, space }: { readonly space: string; readonly number: number }): string =>
  `~changes/${space}/${number}`

/** The target that such a path names. */
export const parsePath = (path: string): { readonly space: string; readonly number: number } | undefined => {
  const [, space, number] = parts.exec(path) ?? []
  return space === undefined || number === undefined ? undefined : { space, number: Number(number) }
}

type Named = { readonly space: string; readonly number: number } | undefined

/** Whether a token and an address name the same change request, or neither names one. */
export const isSameRequest = (left: Named, right: Named): boolean =>
  left?.space === right?.space && left?.number === right?.number

export const previewRequest = ({ changeRequest, person }: PreviewTarget): PublicationFacts.PreviewRequest => ({
  person: person ?? "",
  changeRequest
})
