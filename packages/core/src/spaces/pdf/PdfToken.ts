import { Result, Schema } from "effect"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { optional } from "../../foundation/input/Input.ts"
import type { Signer } from "../../foundation/secret/Signer.ts"
import { StoredCaller } from "../../people/access/StoredCaller.ts"
import { limits as pdfLimits } from "./Pdf.ts"

/** Characters of a token. */
export const limits = { length: 2_048 } as const

/** A PDF, and for whom: who may not read the content any more does not get it (rule pdf-address). */
export const PdfCapability = Schema.Struct({
  pdf: Schema.String,
  space: SpaceId,
  /** Absent if the primary content is printed. */
  changeRequest: optional(Schema.String),
  caller: StoredCaller
})
export type PdfCapability = typeof PdfCapability.Type

/** The address is invalid: it was not created here, it has expired, or its caller may not read the content any more. */
export class PdfNotFound extends Schema.TaggedError<PdfNotFound>()("PdfNotFound", {}) {
  readonly kind = "not-found" as const
  override get message() {
    return "the PDF does not exist or its URL has expired: request a new one"
  }
}

const decode = Schema.decodeUnknownResult(PdfCapability)

const purpose = "pdf"

/** Signs what an address opens, for an hour; `now` in epoch milliseconds. */
export const sign = (signer: Signer, now: number, opening: PdfCapability): string =>
  signer.derive(purpose).mint({ ...opening, exp: Math.floor((now + pdfLimits.address) / 1000) })

/** The content of a token that was signed here and has not expired. */
export const verify = (signer: Signer, now: number, token: string): Result.Result<PdfCapability, PdfNotFound> =>
  signer
    .derive(purpose)
    .open(token, { now, length: limits.length })
    .pipe(
      Result.flatMap(({ payload }): Result.Result<PdfCapability, unknown> => decode(payload)),
      Result.mapError(() => new PdfNotFound())
    )
