import { Schema } from "effect"
import { Instant } from "../../foundation/time/Instant.ts"

export const limits = {
  /** Characters of the address of a tunnel. */
  urlLength: 256,
  /** Milliseconds after which it ends by itself. */
  lasts: 86_400_000
} as const

/** Where the events of an integration go while somebody works on its script (rule integration-development). */
export const Development = Schema.Struct({ tunnelUrl: Schema.String, endsAt: Instant })
export type Development = typeof Development.Type

export interface DevelopedIntegration {
  readonly organization: string
  readonly development?: Development | undefined
}

/** Development mode as it is now, in epoch milliseconds; undefined where it is off or has ended. */
export const current = (
  { development }: Pick<DevelopedIntegration, "development">,
  now: number
): Development | undefined => (development !== undefined && now < development.endsAt ? development : undefined)

/** The tunnel for an installation: only where the owner of the integration has it itself (rule integration-development). */
export const tunnelFor = (
  integration: DevelopedIntegration,
  installation: { readonly organization: string } | undefined,
  now: number
): string | undefined =>
  installation?.organization === integration.organization ? current(integration, now)?.tunnelUrl : undefined
