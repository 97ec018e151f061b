import type { Signer } from "../../foundation/secret/Signer.ts"
import type { PublishedScript } from "../../sites/publication/PublishedScripts.ts"
import type { Installation } from "../installation/IntegrationInstallation.ts"
import type { PlaceInstallation, PlaceKind } from "../installation/PlaceInstallation.ts"
import { isOn, scopesOf } from "../installation/Reach.ts"
import type { Integration } from "../integration/Integration.ts"

export const limits = {
  /**
   * Maximum bytes of a script, size of the cache, and milliseconds until an entry expires. A failed script is not
   * requested again before.
   */
  bytes: 524_288,
  kept: 64,
  keptFor: 3_600_000,
  failedFor: 10_000
} as const

/** An integration on a space or site, with its own installation there if it has one. */
export interface ScriptPlacement {
  readonly integration: Integration
  readonly installation: Installation
  readonly kind: PlaceKind
  readonly place: string
  readonly own: PlaceInstallation | undefined
}

/** Whether the integration embeds a script: it is active there and has the scope (rule site-scripts). */
export const isEmbedded = ({ installation, integration, kind, own }: ScriptPlacement): boolean =>
  scopesOf(integration, installation).includes(`${kind}:script:inject`) && isOn(integration, installation, kind, own)

const signedText = ({ installation, integration, own, place }: ScriptPlacement): string => {
  const configured = [installation, ...(own === undefined ? [] : [own])]
  const versions = configured.map(({ configuration, externalIds, updatedAt }) => [
    configuration,
    externalIds,
    updatedAt
  ])
  const made = ["embedded-script", integration.id, integration.version, installation.id, place, versions]
  return JSON.stringify(made)
}

/**
 * Cache key of a script, derived from the versions of the integration and its configuration. It is signed because a
 * plain digest would allow configurations to be guessed.
 */
export const keyOf = (signer: Signer, embedding: ScriptPlacement): string => signer.sign(signedText(embedding))

/** Whether a key in a URL is that of the current script. */
export const opens = (signer: Signer, embedding: ScriptPlacement, key: string): boolean =>
  signer.verify(signedText(embedding), key)

/** The path of a script on this server. */
export const pathOf = ({ installation, integration, kind, place }: ScriptPlacement, key: string): string =>
  `integrations/${integration.name}/installations/${installation.id}/${kind}s/${place}/script/${key}`

export const view = (base: string, key: string, embedding: ScriptPlacement): PublishedScript => {
  const { contentSecurityPolicy, scopes } = embedding.integration
  return {
    script: `${base}/${pathOf(embedding, key)}`,
    ...(contentSecurityPolicy === null ? {} : { contentSecurityPolicy }),
    cookies: scopes.includes(`${embedding.kind}:script:cookies`)
  }
}
