import { Context } from "effect"
import type { PgSession } from "./PgSession.ts"

/**
 * Runs operations inside transactions that the host application has begun on its own clients; undefined where the store
 * does not support it.
 */
export const HostTransactions = Context.Reference<PgSession["Service"]["borrow"] | undefined>(
  "@quire/adapters/HostTransactions",
  { defaultValue: () => undefined }
)
