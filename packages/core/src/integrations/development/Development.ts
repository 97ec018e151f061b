import { Schema } from "effect"
import { Instant } from "../../foundation/time/Instant.ts"

export const limits = {
  /** Characters of the address of a tunnel. */
  urlLength: 256,
  /** Milliseconds after which it ends automatically. */
  lasts: 86_400_000
} as const

/** Development mode of an integration, which sends its events to a tunnel (rule integration-development). */
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

/** The tunnel of an installation, only if the owner of the integration installed it (rule integration-development). */
export const tunnelFor = (
  integration: DevelopedIntegration,
  installation: { readonly organization: string } | undefined,
  now: number
): string | undefined =>
  installation?.organization === integration.organization ? current(integration, now)?.tunnelUrl : undefined
