import { Context } from "effect"
import type { PgSession } from "./PgSession.ts"

/** Lends an engine the transactions that a host has begun on clients of its own; undefined where the store has none. */
export const HostTransactions = Context.Reference<PgSession["Service"]["borrow"] | undefined>(
  "@quire/adapters/HostTransactions",
  { defaultValue: () => undefined }
)
