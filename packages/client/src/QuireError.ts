/** The kind of a failure, for programs that handle it. An engine in the same process also has the kind `closed`. */
export type ErrorKind =
  | "bad-input"
  | "unauthorized"
  | "forbidden"
  | "not-found"
  | "conflict"
  | "limit"
  | "unavailable"
  | "internal"

/** A field by its path, and the rule that it breaks. */
export interface BrokenRuleOfField {
  readonly path: string
  readonly rule: string
}

interface ErrorDetails {
  readonly status?: number | undefined
  readonly kind: ErrorKind
  readonly reason: string
  readonly message: string
  readonly details?: ReadonlyArray<BrokenRuleOfField>
  readonly requestId?: string | undefined
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
}

/** Any failure of a call, except an aborted signal: a response that is not 2xx, or no response. */
export class QuireError extends Error {
  override readonly name = "QuireError"
  /** The status of the response; undefined if there was none. */
  readonly status: number | undefined
  readonly kind: ErrorKind
  /** A stable name to program against, such as `SpaceNotFound`. */
  readonly reason: string
  /** The first field that breaks a rule, by its path. */
  readonly field: string | undefined
  readonly details: ReadonlyArray<BrokenRuleOfField>
  /** ID of the request in the log of the server. */
  readonly requestId: string | undefined
  /** Seconds to wait before the next attempt, as requested by the server. */
  readonly retryAfter: number | undefined

  constructor({ cause, details = [], kind, message, reason, requestId, retryAfter, status }: ErrorDetails) {
    super(message, { cause })
    this.status = status
    this.kind = kind
    this.reason = reason
    this.field = details[0]?.path
    this.details = details
    this.requestId = requestId
    this.retryAfter = retryAfter
  }
}

/** Whether something thrown is a `QuireError`, and of one of the kinds where some are named. */
export const isQuireError = (thrown: unknown, ...kinds: ReadonlyArray<ErrorKind>): thrown is QuireError =>
  thrown instanceof QuireError && (kinds.length === 0 || kinds.includes(thrown.kind))

const kinds: { readonly [status: number]: ErrorKind } = {
  401: "unauthorized",
  403: "forbidden",
  404: "not-found",
  409: "conflict",
  412: "conflict",
  413: "limit",
  429: "limit",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable"
}

/** Reasons with which a 422 reports that a limit would be exceeded. */
const tooMuch = /^TooMany|LimitReached$|Too(Large|Complex|Slow)$/

const kindOf = (status: number, reason: string): ErrorKind => {
  if (status === 422) return tooMuch.test(reason) ? "limit" : "bad-input"
  return kinds[status] ?? (status < 500 ? "bad-input" : "internal")
}

type Fields = { readonly [field: string]: unknown }

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null

const isBrokenRule = (value: unknown): value is BrokenRuleOfField =>
  isFields(value) && typeof value["path"] === "string" && typeof value["rule"] === "string"

const errorIn = async (answer: Response): Promise<Fields> => {
  try {
    const body: unknown = await answer.json()
    return isFields(body) && isFields(body["error"]) ? body["error"] : {}
  } catch {
    return {}
  }
}

/** Seconds of `Retry-After`, which names them or a date; undefined where it is missing or neither. */
export const retryAfterOf = (answer: Response): number | undefined => {
  const text = answer.headers.get("retry-after")?.trim()
  if (text === undefined || text === "") return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** The error that a response other than 2xx describes. */
export const errorOf = async (answer: Response): Promise<QuireError> => {
  const { details, message, reason } = await errorIn(answer)
  const name = typeof reason === "string" ? reason : "UnreadableAnswer"
  return new QuireError({
    status: answer.status,
    kind: kindOf(answer.status, name),
    reason: name,
    message: typeof message === "string" ? message : `the server responded with status ${answer.status}`,
    details: Array.isArray(details) ? details.filter(isBrokenRule) : [],
    requestId: answer.headers.get("x-request-id") ?? undefined,
    retryAfter: retryAfterOf(answer)
  })
}

/** A parameter that cannot be sent as it is. */
export const badParameter = (name: string, rule: string): QuireError =>
  new QuireError({
    kind: "bad-input",
    reason: "InvalidRequest",
    message: `${name}: ${rule}`,
    details: [{ path: name, rule }]
  })
