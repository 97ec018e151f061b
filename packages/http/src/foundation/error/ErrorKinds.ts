import type { DomainError } from "@quire/core"

/** Error kinds for hosts, independent of the message (rule host-error-kind). */
export type ErrorKind =
  | "bad-input"
  | "not-found"
  | "forbidden"
  | "unauthorized"
  | "conflict"
  | "limit"
  | "unavailable"
  | "closed"
  | "internal"

/** The status and host error kind of each refusal kind. */
export const meanings = {
  invalid: { code: 400, hostKind: "bad-input" },
  unauthenticated: { code: 401, hostKind: "unauthorized" },
  forbidden: { code: 403, hostKind: "forbidden" },
  "not-found": { code: 404, hostKind: "not-found" },
  conflict: { code: 409, hostKind: "conflict" },
  precondition: { code: 412, hostKind: "conflict" },
  unprocessable: { code: 422, hostKind: "bad-input" },
  limit: { code: 422, hostKind: "limit" },
  unavailable: { code: 503, hostKind: "unavailable" },
  foreign: { code: 502, hostKind: "unavailable" },
  late: { code: 504, hostKind: "unavailable" }
} as const satisfies { readonly [K in DomainError.Kind]: { readonly code: number; readonly hostKind: ErrorKind } }

/** Whether a text is a kind of refusal. */
export const isRefusalKind = (text: unknown): text is DomainError.Kind =>
  typeof text === "string" && Object.hasOwn(meanings, text)
