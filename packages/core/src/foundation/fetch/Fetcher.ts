import { Context, type Effect, Schema } from "effect"

/**
 * Why a fetch failed. The list is closed, and coarse on purpose: no reason distinguishes a closed internal port from an
 * open one.
 *
 * - `blocked`: an address that is not public, or a port other than 80 and 443, that is not on the allow-list
 * - `protocol`: not an http or https URL without credentials, or a response that is not HTTP
 * - `timeout`: no first byte in time, or the deadline passed
 * - `too-large`: more bytes than the caller allows, counted after decompression
 * - `status`: a status other than 2xx
 * - `redirects`: more redirects than are followed
 * - `encoding`: an unknown, stacked or broken content encoding
 * - `unreachable`: the name does not resolve, or the connection failed or broke
 */
export const Reason = Schema.Literals([
  "blocked",
  "protocol",
  "timeout",
  "too-large",
  "status",
  "redirects",
  "encoding",
  "unreachable"
])
export type Reason = typeof Reason.Type

const sentences: { readonly [R in Reason]: string } = {
  blocked: "the URL points to an address that is not allowed",
  protocol: "the URL or the response of the server is not valid http or https",
  timeout: "the server did not respond in time",
  "too-large": "the response of the server is too large",
  status: "the server did not return a successful status",
  redirects: "the server sent too many redirects",
  encoding: "the content encoding of the response could not be decoded",
  unreachable: "the server could not be reached"
}

/** The URL could not be fetched; the message contains neither the URL nor anything that the server sent. */
export class FetchFailed extends Schema.TaggedError<FetchFailed>()("FetchFailed", { reason: Reason }) {
  readonly kind = "unprocessable"
  override get message() {
    return sentences[this.reason]
  }
}

export interface FetchOptions {
  /** Maximum size of the body after decompression, in bytes. */
  readonly maxBytes: number
  /** Total time limit in milliseconds, including redirects and body. */
  readonly deadlineMs: number
  /** The value of the `accept` header; any type when absent. */
  readonly accept?: string
}

export interface FetchedContent {
  /** The final URL, after redirects. */
  readonly url: string
  /** Always 2xx. */
  readonly status: number
  /** As the server sent it. */
  readonly contentType: string | undefined
  readonly bytes: Uint8Array
}

/** A form, with credentials of its receiver that identify the sender. */
export interface Form {
  readonly fields: Readonly<Record<string, string>>
  /** The value of the `authorization` header. */
  readonly authorization?: string
}

export type HeaderList = ReadonlyArray<readonly [name: string, value: string]>

/** A request that is sent unchanged, except for headers that belong to the connection. */
export interface OutgoingRequest {
  readonly method: string
  readonly headers: HeaderList
  readonly body?: Uint8Array
}

/**
 * A response of any status; header names are in lower case, and headers about the connection and the encoding are
 * removed.
 */
export interface ExchangeResponse {
  readonly status: number
  readonly headers: HeaderList
  readonly bytes: Uint8Array
}

/** Options for sending one request. */
export interface ExchangeOptions extends Omit<FetchOptions, "accept"> {
  /** Waits only for the head of the response, within the deadline; the body is not read. */
  readonly isHeadEnough?: boolean
}

/** Limits for fetching one page. */
export const pageLimits = { maxBytes: 10 * 1024 * 1024, deadlineMs: 10_000 } as const

/** Limits for fetching one description of an API. */
export const descriptionLimits = { maxBytes: 16 * 1024 * 1024, deadlineMs: 20_000 } as const

/** Limits for fetching one archive to import. */
export const archiveLimits = { maxBytes: 100 * 1024 * 1024, deadlineMs: 60_000 } as const

/**
 * Sends all requests to addresses that users choose, as long as the addresses are public: a GET without credentials, a
 * form, or a user-defined request. An adapter checks every hop: the literal address, every result of the resolver, and
 * the connected peer. Interruption closes the connection.
 */
export class Fetcher extends Context.Service<
  Fetcher,
  {
    readonly get: (url: string, options: FetchOptions) => Effect.Effect<FetchedContent, FetchFailed>
    /** Sends a form by POST. Redirects are not followed (`redirects`), because they would forward the form. */
    readonly postForm: (url: string, form: Form, options: FetchOptions) => Effect.Effect<FetchedContent, FetchFailed>
    /** Sends one request; a response of any status is a success, and redirects are not followed. */
    readonly exchange: (
      url: string,
      sending: OutgoingRequest,
      options: ExchangeOptions
    ) => Effect.Effect<ExchangeResponse, FetchFailed>
    /** Whether the operator added the host of a URL to the allow-list, so that it may also be reached by plain http. */
    readonly isListed: (url: string) => boolean
  }
>()("@quire/core/Fetcher") {}
