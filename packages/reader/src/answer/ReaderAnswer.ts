import type { Stream } from "effect"

export type Headers = { readonly [name: string]: string }

/** What is sent to a reader. For `HEAD` a server sends the same without the body. Answers are kept: nobody changes one. */
export interface ReaderAnswer {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Headers
  readonly body: Uint8Array | undefined
  /** In place of the body: bytes that are read as they are sent, as many as `content-length` says. */
  readonly pieces?: Stream.Stream<Uint8Array>
}

export const empty = (status: number, headers: Headers): ReaderAnswer =>
  Object.freeze({ status, headers: Object.freeze({ ...headers }), body: undefined })

export const bytes = (body: Uint8Array, contentType: string, headers: Headers): ReaderAnswer =>
  Object.freeze({ status: 200, headers: Object.freeze({ ...headers, "content-type": contentType }), body })
