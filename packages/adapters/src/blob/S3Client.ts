import type { BlobStore } from "@quire/core"
import { AwsV4Signer } from "aws4fetch"
import { Data, Effect, Redacted, Schedule } from "effect"
import { reasonOf } from "./BlobsUnusable.ts"

/** A bucket of an S3-compatible server, and how to connect to it. */
export interface Options {
  readonly bucket: string
  /** Prefix of all object keys; none when absent. */
  readonly prefix?: string | undefined
  /** Defaults to `us-east-1`, which self-hosted servers expect. */
  readonly region?: string | undefined
  /** The endpoint URL; Amazon's endpoint of the region when absent. */
  readonly endpoint?: string | undefined
  /**
   * Whether the bucket name is the first path segment rather than part of the host name. Defaults to true when an
   * endpoint is set.
   */
  readonly pathStyle?: boolean | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: Redacted.Redacted
  readonly sessionToken?: Redacted.Redacted | undefined
  /** Whether downloads are redirected to the server with a signed URL (rule file-redirect). Defaults to false. */
  readonly redirects?: boolean | undefined
}

/** A body in memory, or one of a known size that is read again by each attempt to send it. */
export type S3Body =
  | Uint8Array<ArrayBuffer>
  | { readonly size: number; readonly read: () => ReadableStream<Uint8Array> }

const sizeOf = (body: S3Body | undefined): number =>
  body === undefined ? 0 : body instanceof Uint8Array ? body.length : body.size

/** Options of a request other than its method and key. */
export interface S3RequestOptions {
  readonly query?: { readonly [name: string]: string }
  readonly headers?: { readonly [name: string]: string }
  readonly body?: S3Body
}

/** The server is unreachable or rejected the request. */
export class S3Failed extends Data.TaggedError("S3Failed")<{
  readonly reason: string
  /** Whether the failure may be temporary. */
  readonly unavailable: boolean
}> {
  override get message() {
    return this.reason
  }
}

/** Timeout in milliseconds until a response starts, and the additional time for each MiB sent. */
const patience = { answer: 20_000, sent: 1_000 } as const

/** Seconds for which a signed address opens. */
const signedFor = 60

/** Three more tries after about 0.2, 0.4 and 0.8 seconds. */
const again = { times: 3, schedule: Schedule.jittered(Schedule.exponential("200 millis")) }

const advice: { readonly [code: string]: string } = {
  NoSuchBucket: "the bucket does not exist",
  InvalidAccessKeyId: "the server does not recognize the access key",
  SignatureDoesNotMatch: "the secret key, region or endpoint does not match the access key",
  AccessDenied: "the access key lacks permission to read, write, list or delete objects in the bucket",
  AuthorizationHeaderMalformed: "the region is wrong for this bucket",
  PermanentRedirect: "the bucket is in a different region",
  RequestTimeTooSkewed: "the clock of this machine differs too much from the clock of the server"
}

const tell = (status: number, text: string): string => {
  const [, code = ""] = /<Code>([\w.]{1,80})<\/Code>/.exec(text) ?? []
  const known = advice[code]
  if (known !== undefined) return `${known} (${code})`
  return code === ""
    ? `the server responded with status ${status}`
    : `the server responded with status ${status} (${code})`
}

const isPassing = (status: number): boolean => status >= 500 || status === 429 || status === 408

/** The URL of a key; `""` is the bucket itself. */
const addressOf = (options: Options, key: string): URL => {
  const { bucket, endpoint, region = "us-east-1" } = options
  const base = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  const isPath = options.pathStyle ?? endpoint !== undefined
  const root = base.pathname.replace(/\/$/, "")
  if (!isPath) base.hostname = `${bucket}.${base.hostname}`
  const folder = isPath ? `${root}/${bucket}` : root
  base.pathname = key === "" ? folder : `${folder}/${key}`
  return base
}

const signerOf = (options: Options, given: Partial<ConstructorParameters<typeof AwsV4Signer>[0]> & { url: string }) =>
  new AwsV4Signer({
    service: "s3",
    region: options.region ?? "us-east-1",
    accessKeyId: options.accessKeyId,
    secretAccessKey: Redacted.value(options.secretAccessKey),
    ...(options.sessionToken === undefined ? {} : { sessionToken: Redacted.value(options.sessionToken) }),
    ...given
  })

/** The server's response. Status 404 is returned; any other status outside 2xx is a failure. */
const askOnce = (
  options: Options,
  method: string,
  key: string,
  asked: S3RequestOptions
): Effect.Effect<Response, S3Failed> => {
  const { body, headers = {}, query = {} } = asked
  const url = addressOf(options, key)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const sent = Effect.tryPromise({
    try: async (signal) => {
      const signed = await signerOf(options, { method, url: url.href, headers: { ...headers } }).sign()
      const init = { method, headers: signed.headers, redirect: "manual" as const, signal }
      if (body === undefined || body instanceof Uint8Array) {
        return await fetch(signed.url, body === undefined ? init : { ...init, body })
      }
      init.headers.set("content-length", String(body.size))
      const streamed = { ...init, body: body.read(), duplex: "half" }
      return await fetch(signed.url, streamed)
    },
    catch: (error) => new S3Failed({ reason: reasonOf(error), unavailable: true })
  }).pipe(
    Effect.timeoutOrElse({
      duration: patience.answer + patience.sent * (sizeOf(body) / 1_048_576),
      orElse: () => Effect.fail(new S3Failed({ reason: "the server does not respond", unavailable: true }))
    })
  )
  return Effect.flatMap(sent, (response) => {
    if (response.ok || (response.status === 404 && method === "HEAD")) return Effect.succeed(response)
    return Effect.flatMap(
      Effect.promise(() => response.text().catch(() => "")),
      (text) =>
        response.status === 404 && text.includes("<Code>NoSuchKey</Code>")
          ? Effect.succeed(response)
          : Effect.fail(new S3Failed({ reason: tell(response.status, text), unavailable: isPassing(response.status) }))
    )
  })
}

/** Sends a request, and retries it where that may help (rule blob-s3). */
export const sendRequest = (
  options: Options,
  method: "GET" | "HEAD" | "PUT" | "DELETE",
  key: string,
  asked: S3RequestOptions = {}
): Effect.Effect<Response, S3Failed> =>
  Effect.retry(askOnce(options, method, key, asked), { while: ({ unavailable }) => unavailable, ...again })

/** A signed URL that is valid for one minute and sets the headers of the response. */
export const sign = (options: Options, key: string, shown: BlobStore.ResponseHeaders): Effect.Effect<string> =>
  Effect.promise(async () => {
    const url = addressOf(options, key)
    url.searchParams.set("X-Amz-Expires", String(signedFor))
    url.searchParams.set("response-cache-control", "private, no-store")
    url.searchParams.set("response-content-disposition", shown.disposition)
    url.searchParams.set("response-content-type", shown.contentType)
    const signed = await signerOf(options, { method: "GET", url: url.href, signQuery: true }).sign()
    // Some servers interpret a plus sign as a space.
    return signed.url.href.replaceAll("+", "%20")
  })

/** Description of the location for messages. */
export const placeOf = ({ bucket, endpoint, prefix = "", region = "us-east-1" }: Options): string =>
  `the bucket ${bucket}${prefix === "" ? "" : ` below ${prefix}`} at ${endpoint ?? `Amazon in ${region}`}`

/** Objects per page. */
const most = 1000

/** An object, and the latest instant (epoch ms) at which it can have been written. Servers report whole seconds. */
export interface ListedObject {
  readonly name: string
  readonly at: number
}

/** The end of the second that a server reports, so that no object appears older than it is. */
export const instantOf = (time: string | null | undefined): number => {
  const modifiedAt = Date.parse(time ?? "")
  return Number.isNaN(modifiedAt) ? Number.POSITIVE_INFINITY : Math.floor(modifiedAt / 1000) * 1000 + 999
}

const valueOf = (text: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1]

/** The names of objects below a folder, in order, after a given one. Keys contain no characters that XML escapes. */
export const page = Effect.fnUntraced(function* (options: Options, folder: string, after: string) {
  const query = {
    "list-type": "2",
    "max-keys": String(most),
    prefix: folder,
    ...(after === "" ? {} : { "start-after": `${folder}${after}` })
  }
  const response = yield* sendRequest(options, "GET", "", { query })
  const text = yield* Effect.promise(() => response.text())
  if (!text.includes("<ListBucketResult")) {
    return yield* new S3Failed({ reason: "the server does not support listing objects", unavailable: false })
  }
  const listed = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, each = ""]): ListedObject => {
    const key = valueOf(each, "Key") ?? ""
    return { name: key.slice(folder.length), at: instantOf(valueOf(each, "LastModified")) }
  })
  return { listed, isLast: valueOf(text, "IsTruncated") !== "true" }
})
