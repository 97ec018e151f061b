import { Result, Schema } from "effect"
import { Base64Url } from "effect/encoding"
import { SpaceId } from "../../foundation/id/SpaceId.ts"
import { optional } from "../../foundation/input/Input.ts"
import * as JsonWebToken from "../../foundation/secret/JsonWebToken.ts"
import { derive } from "../../foundation/secret/Secrets.ts"
import { StoredCaller } from "../../organizations/access/StoredCaller.ts"
import { limits as pdfLimits } from "./Pdf.ts"

/** Characters of a token. */
export const limits = { length: 2_048 } as const

/** A PDF, and for whom: who may not read the content any more does not get it (rule pdf-address). */
export const Opening = Schema.Struct({
  pdf: Schema.String,
  space: SpaceId,
  /** Absent where the primary content is printed. */
  changeRequest: optional(Schema.String),
  caller: StoredCaller
})
export type Opening = typeof Opening.Type

/** The address opens nothing: it was not made here, is over, or its caller may not read the content any more. */
export class PdfNotFound extends Schema.TaggedError<PdfNotFound>()("PdfNotFound", {}) {
  readonly kind = "not-found" as const
  override get message() {
    return "there is no such PDF, or its address is over: ask for a new one"
  }
}

const decode = Schema.decodeUnknownResult(Opening)

/** The key that signs addresses of PDFs, derived from the installation's. */
const deriveKey = (installationKey: string): string => Base64Url.encode(derive(installationKey, "pdf"))

/** Signs what an address opens, for an hour; `now` in epoch milliseconds. */
export const sign = (installationKey: string, now: number, opening: Opening): string =>
  JsonWebToken.mint(deriveKey(installationKey), { ...opening, exp: Math.floor((now + pdfLimits.address) / 1000) })

/** What a token opens, if the installation signed it and it has not expired. */
export const verify = (installationKey: string, now: number, token: string): Result.Result<Opening, PdfNotFound> =>
  JsonWebToken.open(token, { key: deriveKey(installationKey), now, length: limits.length }).pipe(
    Result.flatMap(({ payload }): Result.Result<Opening, unknown> => decode(payload)),
    Result.mapError(() => new PdfNotFound())
  )
