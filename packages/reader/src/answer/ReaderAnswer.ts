import type { Stream } from "effect"

export type Headers = { readonly [name: string]: string }

/**
 * A response to a reader. For `HEAD`, a server sends the same response without the body. Responses are cached and must
 * not be modified.
 */
export interface ReaderAnswer {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Headers
  readonly body: Uint8Array | undefined
  /** Replaces the body by bytes that are read while they are sent, with the length given by `content-length`. */
  readonly pieces?: Stream.Stream<Uint8Array>
}

export const empty = (status: number, headers: Headers): ReaderAnswer =>
  Object.freeze({ status, headers: Object.freeze({ ...headers }), body: undefined })

export const bytes = (body: Uint8Array, contentType: string, headers: Headers): ReaderAnswer =>
  Object.freeze({ status: 200, headers: Object.freeze({ ...headers, "content-type": contentType }), body })
