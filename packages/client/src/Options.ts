/** The token sent as `Authorization: Bearer`. A function is called before each request. */
export type Token = string | (() => string | undefined | Promise<string | undefined>)

export interface ClientOptions {
  /** The URL of the server, with the prefix that it is mounted at, and without `/v1`. */
  readonly baseUrl: string | URL
  /** Without one, requests are anonymous. */
  readonly token?: Token | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sends requests; defaults to the global `fetch`. Pass `quire.handler` to call an engine in the same process. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined
  /** How often a request is repeated that may be (rule client-retries); twice when absent. */
  readonly retries?: number | undefined
  /** Milliseconds that are waited at most before a request is repeated; 30 seconds when absent. */
  readonly maximumWait?: number | undefined
  /** Waits for a number of milliseconds, and rejects when the signal aborts; defaults to a timer. */
  readonly wait?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, also while it waits for a retry. The call rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly retries?: number | undefined
  /** Whether a browser sends the request even if its page is closed; at most 64 kB of such requests at a time. */
  readonly keepalive?: boolean | undefined
}

/** The parameter type of operations without parameters. */
export type NoParameters = Readonly<Record<string, never>>

/** A body of bytes. */
export type Bytes = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>
