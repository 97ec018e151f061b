import { StoreError } from "@quire/core"
import { Cause, Data, Option, Predicate } from "effect"

/**
 * The fields of an error reported by Postgres, whichever copy of the driver raised it; none for sockets, timeouts and
 * our own errors.
 */
interface Report {
  readonly code: string
  readonly severity: string
  readonly constraint: string
  readonly table: string
  readonly routine: string
}

const textOf = (cause: object, key: string): string => {
  const value: unknown = Reflect.get(cause, key)
  return typeof value === "string" ? value : ""
}

const reportOf = (cause: unknown): Option.Option<Report> => {
  if (!Predicate.isObject(cause) || !/^[0-9A-Z]{5}$/.test(textOf(cause, "code")) || textOf(cause, "severity") === "") {
    return Option.none()
  }
  const read = (key: string) => textOf(cause, key)
  return Option.some({
    code: read("code"),
    severity: read("severity"),
    constraint: read("constraint"),
    table: read("table"),
    routine: read("routine")
  })
}

/** Conflicts between transactions, outages and exhausted resources: the same statement may succeed later. */
const transientCodes = /^(40|08|53|57P|57014|55P03|25P03|25006)/

/** `lost`: the connection cannot be used again, whatever the server reported. */
export const storeError = (operation: string, cause: unknown, lost: boolean): StoreError.StoreError => {
  const report = reportOf(cause)
  const unavailable = lost || Option.exists(report, ({ code }) => transientCodes.test(code))
  return new StoreError.StoreError({ operation, cause, unavailable })
}

/** Whether the server itself reported the error. */
export const isReported = (cause: unknown): boolean => Option.isSome(reportOf(cause))

/** Whether the server closes the connection after the error. */
export const isFatal = (cause: unknown): boolean =>
  Option.exists(reportOf(cause), ({ severity }) => severity === "FATAL" || severity === "PANIC")

/** Whether the server does not accept writes, as a standby. */
export const isReadOnly = (cause: unknown): boolean => Option.exists(reportOf(cause), ({ code }) => code === "25006")

/**
 * Whether the server no longer has the prepared statement (26000), or a migration invalidated its plan (0A000 from the
 * plan cache).
 */
export const isStalePlan = (cause: unknown): boolean =>
  Option.exists(
    reportOf(cause),
    ({ code, routine }) => code === "26000" || (code === "0A000" && routine === "RevalidateCachedQuery")
  )

/**
 * Whether it is a serialization failure, a deadlock or a stale plan: everything was rolled back, and a second run may
 * succeed.
 */
export const isConflict = ({ cause }: StoreError.StoreError): boolean =>
  isStalePlan(cause) || Option.exists(reportOf(cause), ({ code }) => code === "40001" || code === "40P01")

/** Whether a statement waited longer for a lock than it may. */
export const isLockTimeout = (cause: unknown): boolean => Option.exists(reportOf(cause), ({ code }) => code === "55P03")

const kinds = {
  "23505": "unique",
  "23503": "foreign-key",
  "23514": "check",
  "23502": "not-null",
  "23P01": "exclusion"
} as const

/** A statement inside `attempt` violated the named constraint (`""` for not-null); the attempt was rolled back. */
export class ConstraintViolation extends Data.TaggedError("ConstraintViolation")<{
  readonly kind: (typeof kinds)[keyof typeof kinds]
  readonly constraint: string
  readonly table: string
}> {}

const isViolation = (report: Report): report is Report & { readonly code: keyof typeof kinds } => report.code in kinds

const reportsOf = (reason: Cause.Reason<unknown>): ReadonlyArray<Report> =>
  Cause.isDieReason(reason) && reason.defect instanceof StoreError.StoreError
    ? Option.toArray(reportOf(reason.defect.cause))
    : []

/** The constraint violation among the defects of a failed attempt. */
export const findViolation = (cause: Cause.Cause<unknown>): Option.Option<ConstraintViolation> =>
  Option.map(
    Option.fromUndefinedOr(cause.reasons.flatMap(reportsOf).find(isViolation)),
    ({ code, constraint, table }) => new ConstraintViolation({ kind: kinds[code], constraint, table })
  )
