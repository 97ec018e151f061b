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
  invalid: { code: 400, told: "bad-input" },
  unauthenticated: { code: 401, told: "unauthorized" },
  forbidden: { code: 403, told: "forbidden" },
  "not-found": { code: 404, told: "not-found" },
  conflict: { code: 409, told: "conflict" },
  precondition: { code: 412, told: "conflict" },
  unprocessable: { code: 422, told: "bad-input" },
  limit: { code: 422, told: "limit" },
  unavailable: { code: 503, told: "unavailable" },
  foreign: { code: 502, told: "unavailable" },
  late: { code: 504, told: "unavailable" }
} as const satisfies { readonly [K in DomainError.Kind]: { readonly code: number; readonly told: ErrorKind } }

/** Whether a text is a kind of refusal. */
export const isRefusalKind = (text: unknown): text is DomainError.Kind =>
  typeof text === "string" && Object.hasOwn(meanings, text)
