import { Result, Schema } from "effect"
import { SiteId } from "../../foundation/id/Ids.ts"
import type { Signer } from "../../foundation/secret/Signer.ts"
import { Claims } from "../adaptive-schema/Claims.ts"
import { PreviewTarget } from "./PreviewTarget.ts"

/** `length` of a token in characters, `lifetime` in seconds. */
export const limits = { length: 8192, lifetime: 3600 } as const

/** A site, the viewer and the target of a preview, and the claims of the simulated visitor. */
export const Preview = Schema.Struct({ site: SiteId, claims: Claims, ...PreviewTarget.fields })
export type Preview = typeof Preview.Type

/** The preview token was not signed here, or it has expired. */
export class PreviewTokenRefused extends Schema.TaggedError<PreviewTokenRefused>()("PreviewTokenRefused", {}) {
  readonly kind = "not-found" as const
  override get message() {
    return "the preview does not exist or has expired"
  }
}

const decode = Schema.decodeUnknownResult(Preview)

const purpose = "preview-token"

/** Signs a look at a site, for an hour (rule publication-preview); `now` in epoch milliseconds. */
export const sign = (signer: Signer, now: number, preview: Preview): string => {
  const iat = Math.floor(now / 1000)
  return signer.derive(purpose).mint({ ...preview, iat, exp: iat + limits.lifetime })
}

/** The content of a preview token that was signed here and has not expired. */
export const verify = (
  token: string,
  { now, signer }: { readonly now: number; readonly signer: Signer }
): Result.Result<Preview, PreviewTokenRefused> =>
  signer
    .derive(purpose)
    .open(token, { now, length: limits.length })
    .pipe(
      Result.flatMap(({ payload }): Result.Result<Preview, unknown> => decode(payload)),
      Result.mapError(() => new PreviewTokenRefused())
    )
