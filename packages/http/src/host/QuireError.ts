import { type DomainError, PoolBusy, StoreError, type Users } from "@quire/core"
import { Data, Predicate } from "effect"
import type * as ErrorKinds from "../foundation/error/ErrorKinds.ts"
import { isRefusalKind, meanings } from "../foundation/error/ErrorKinds.ts"
import type { HostTransactionRefused } from "./HostTransaction.ts"
import type { StartError } from "./Options.ts"

/** The engine was closed, before or during the call. */
export class QuireClosed extends Data.TaggedError("QuireClosed") {
  override get message() {
    return "the engine is closed and accepts no more calls"
  }
}

interface ErrorDetails {
  readonly kind: ErrorKinds.ErrorKind
  readonly tag: string
  readonly message: string
  readonly details?: ReadonlyArray<DomainError.BrokenRule> | undefined
  readonly field?: string | undefined
}

/**
 * Error that every promise of an engine rejects with. `cause` is the typed error itself, with its own fields; `tag` is
 * its name (rule host-errors).
 */
export class QuireError<
  out K extends ErrorKinds.ErrorKind = ErrorKinds.ErrorKind,
  out T extends string = string,
  out C = unknown
> extends Error {
  override readonly name = "QuireError"
  readonly kind: K
  readonly tag: T
  /** The same as `tag`. */
  readonly _tag: T
  /** Path of the first invalid field or option; undefined if the error is about none. */
  readonly field: string | undefined
  /** The broken rules of an input. */
  readonly details: ReadonlyArray<DomainError.BrokenRule>
  override readonly cause: C

  constructor(description: ErrorDetails & { readonly kind: K; readonly tag: T }, cause: C) {
    super(description.message)
    this.kind = description.kind
    this.tag = description.tag
    this._tag = description.tag
    this.details = description.details ?? []
    this.field = description.field ?? this.details[0]?.path
    this.cause = cause
  }
}

/** The errors of an operation. Errors of the engine itself are not included. */
export type ErrorsOf<F> = F extends { readonly "~errors"?: infer E } ? Exclude<E, undefined> : never

type RefusalBy<E> = E extends { readonly _tag: infer T extends string } ? QuireError<ErrorKinds.ErrorKind, T, E> : never

/** Error of a refused operation; `tag` identifies the type of `cause`. */
export type RefusalOf<F> = RefusalBy<ErrorsOf<F> | Users.UserNotFound>

/** Whether a value is a `QuireError`, optionally of a given kind. */
export function isQuireError(error: unknown): error is QuireError
export function isQuireError<K extends ErrorKinds.ErrorKind>(error: unknown, kind: K): error is QuireError<K>
export function isQuireError(error: unknown, kind?: ErrorKinds.ErrorKind): boolean {
  return error instanceof QuireError && (kind === undefined || error.kind === kind)
}

/** Whether an error of a call is a refusal by the operation: `isRefusalOf<typeof as.spaces.create>`. */
export const isRefusalOf = <F>(error: unknown): error is RefusalOf<F> =>
  error instanceof QuireError && isDomainError(error.cause)

const isDomainError = (error: unknown): error is DomainError.DomainError & Error =>
  Predicate.isError(error) &&
  Predicate.hasProperty(error, "_tag") &&
  Predicate.hasProperty(error, "kind") &&
  isRefusalKind(error.kind)

/** Kinds of the errors that are not refusals of an operation, by tag. */
const kinds: {
  readonly [T in (StartError | HostTransactionRefused | QuireClosed)["_tag"]]: ErrorKinds.ErrorKind
} = {
  BackupDamaged: "bad-input",
  BackupRefused: "conflict",
  BlobsMisplaced: "conflict",
  BlobsUnusable: "unavailable",
  DatabaseUnusable: "unavailable",
  EmbeddedPostgresUnavailable: "unavailable",
  GrantMissing: "unavailable",
  HostTransactionRefused: "conflict",
  MigrationRefused: "conflict",
  OptionInvalid: "bad-input",
  QuireClosed: "closed",
  UnreadableEntry: "bad-input",
  UnreadableServer: "bad-input"
}

const isKnown = (tag: string): tag is keyof typeof kinds => Object.hasOwn(kinds, tag)

/** The option that caused a startup error. */
const optionOf = (cause: Error): string | undefined => {
  if (Predicate.isTagged(cause, "UnreadableEntry")) return "fetchAllow"
  if (Predicate.isTagged(cause, "UnreadableServer")) return "dns.servers"
  return Predicate.hasProperty(cause, "option") ? String(cause.option) : undefined
}

/**
 * Returns the message of the innermost cause. If all addresses of a host fail, the driver's own error has no message.
 */
const reasonOf = (cause: unknown): string => {
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0])
  if (!Predicate.isError(cause)) return String(cause)
  return cause.cause === undefined ? cause.message : reasonOf(cause.cause)
}

/** Human-readable names of where an engine stores rows and files. */
export interface Places {
  readonly store: string
  readonly blobs: string
}

const ofStore = ({ cause, operation, unavailable }: StoreError.StoreError, places: Places): ErrorDetails => {
  const where = operation.startsWith("BlobStore.") ? places.blobs : places.store
  const failed = unavailable ? "cannot be reached" : "failed"
  return {
    kind: unavailable ? "unavailable" : "internal",
    tag: "StoreError",
    message: `${where} ${failed}: ${reasonOf(cause)}`
  }
}

const describe = (cause: unknown, places: Places): ErrorDetails => {
  if (isDomainError(cause)) {
    const { _tag: tag, details, kind, message } = cause
    return { kind: meanings[kind].hostKind, tag, message, details }
  }
  if (cause instanceof StoreError.StoreError) return ofStore(cause, places)
  if (cause instanceof PoolBusy.PoolBusy) return { kind: "unavailable", tag: "PoolBusy", message: cause.message }
  if (!Predicate.isError(cause)) return { kind: "internal", tag: "Unknown", message: "the engine failed" }
  const tag = Predicate.hasProperty(cause, "_tag") ? String(cause._tag) : cause.name
  if (isKnown(tag)) return { kind: kinds[tag], tag, message: cause.message, field: optionOf(cause) }
  return { kind: "internal", tag, message: `the engine failed: ${cause.message}` }
}

const somewhere: Places = { store: "the store", blobs: "the file store" }

/** Where a host called an operation. The stack of an error ends at that line (rule host-error-stack). */
export interface CallSite {
  readonly stack: string
}

/** Maximum number of captured frames. Each costs a quarter of a microsecond, even for calls that succeed. */
const mostFrames = 4

/** Captures the frames of the caller of a function. V8 formats them only when they are read. */
export const captureCall = (called: (...input: ReadonlyArray<never>) => unknown): CallSite => {
  const site = { stack: "" }
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = mostFrames
  Error.captureStackTrace(site, called)
  Error.stackTraceLimit = stackTraceLimit
  return site
}

/** Replaces the stack of an error with that of the call. The frames inside the engine remain on `cause`. */
export const withCall = (error: QuireError, { stack }: CallSite): QuireError => {
  const frames = stack.indexOf("\n")
  error.stack = `${error.name}: ${error.message}${frames === -1 ? "" : stack.slice(frames)}`
  return error
}

/** Converts a failure to the error that a host receives. */
export const from = (cause: unknown, places = somewhere): QuireError =>
  cause instanceof QuireError ? cause : new QuireError(describe(cause, places), cause)
