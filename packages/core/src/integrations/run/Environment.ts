import { Context, Effect, Layer } from "effect"
import { Base64Url } from "effect/encoding"
import { SiteId } from "../../foundation/id/SiteId.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { derive } from "../../foundation/secret/Secrets.ts"
import { VisitorKeys } from "../../sites/publishing-auth/VisitorKeys.ts"
import { InstallationSecrets } from "../installation/InstallationSecrets.ts"
import { viewShared } from "../installation/InstallationView.ts"
import { InstallationViews } from "../installation/InstallationViews.ts"
import type { Installation } from "../installation/IntegrationInstallation.ts"
import type { PlaceInstallation } from "../installation/PlaceInstallation.ts"
import { placeStatusOf } from "../installation/Reach.ts"
import type { Integration } from "../integration/Integration.ts"
import * as IntegrationReach from "../integration/IntegrationReach.ts"
import { IntegrationSecrets } from "../integration/IntegrationSecrets.ts"
import { IntegrationTokens } from "../token/IntegrationTokens.ts"
import * as VisitorIntegrations from "../visitor/VisitorIntegrations.ts"

/** Subject of a run: the integration, where it is installed, and the space or site in question. */
export interface Subject {
  readonly integration: Integration
  readonly installation?: Installation | undefined
  readonly place?: PlaceInstallation | undefined
  /** Whether it is sent to the machine of a developer (rule integration-development). */
  readonly isTunnelled?: boolean
}

/** Environment of a script in addition to its event, and the secrets in it that must not be recorded. */
export interface Environment {
  readonly given: { readonly [name: string]: unknown }
  readonly secrets: ReadonlyArray<string>
}

/** A caller without memberships, because a script is not a member of the owner. */
const noMemberships: IntegrationReach.CallerMemberships = { isHost: false, members: new Map() }

/** Key of one space or site, derived from that of the installation (rule integration-environment). */
const placeKey = (secret: string, { kind, place }: PlaceInstallation): string =>
  Base64Url.encode(derive(secret, `${kind} ${place}`))

/** Creates the environment of a run (rule integration-environment). It is not stored. */
export class Environments extends Context.Service<Environments>()("@quire/core/Environments", {
  make: Effect.gen(function* () {
    const addresses = yield* Addresses
    const { mint } = yield* IntegrationTokens
    const secrets = yield* IntegrationSecrets
    const installationSecrets = yield* InstallationSecrets
    const { viewOne } = yield* IntegrationReach.IntegrationReach
    const views = yield* InstallationViews
    const visitorKeys = yield* VisitorKeys
    const { findVisitorIntegration } = yield* VisitorIntegrations.VisitorIntegrations

    const placeOf = (integration: Integration, self: PlaceInstallation) => {
      const shared = viewShared(self, {
        ...addresses,
        name: integration.name,
        status: placeStatusOf(integration, self)
      })
      return self.kind === "space"
        ? { spaceInstallation: { ...shared, space: self.place } }
        : { siteInstallation: { ...shared, site: self.place } }
    }

    /**
     * The key of a space or site. On a site whose visitors the integration signs in, it is the signing key of visitor
     * tokens.
     */
    const keyOf = Effect.fnUntraced(function* (integration: Integration, key: string, self: PlaceInstallation) {
      const mayBe = self.kind === "site" && integration.scopes.includes(VisitorIntegrations.visitorScope)
      const found = mayBe ? yield* findVisitorIntegration(SiteId.make(self.place)) : undefined
      return found?.integration.id === integration.id ? yield* visitorKeys.open(found.auth) : placeKey(key, self)
    })

    const installed = Effect.fnUntraced(function* ({ installation, integration, place }: Subject) {
      if (installation === undefined) return { views: {}, keys: {}, tokens: {} }
      const key = (yield* installationSecrets.find(installation.id)) ?? ""
      const token = yield* mint({ integration: integration.id, installation: installation.id })
      const ofPlace =
        place === undefined ? {} : { [`${place.kind}Installation`]: yield* keyOf(integration, key, place) }
      return {
        views: {
          installation: yield* views.one({ installation, integration }),
          ...(place === undefined ? {} : placeOf(integration, place))
        },
        keys: { installation: key, ...ofPlace },
        tokens: { installation: token }
      }
    })

    const environmentOf = Effect.fnUntraced(function* (subject: Subject): Effect.fn.Return<Environment> {
      const { installation, integration, isTunnelled = false } = subject
      const own = yield* secrets.find(integration.id)
      const there = yield* installed(subject)
      const signingSecrets = { integration: own.signing, ...there.keys }
      const narrowed = isTunnelled && installation !== undefined ? { installation: installation.id } : {}
      const token = yield* mint({ integration: integration.id, ...narrowed })
      const apiTokens = { integration: token, ...there.tokens }
      return {
        given: {
          integration: yield* viewOne(noMemberships, integration),
          ...there.views,
          secrets: own.secrets,
          signingSecrets,
          apiEndpoint: addresses.base,
          apiTokens
        },
        secrets: [own.secrets, signingSecrets, apiTokens].flatMap((texts) => Object.values<string>(texts))
      }
    })

    return { environmentOf } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      InstallationSecrets.layer,
      InstallationViews.layer,
      IntegrationReach.IntegrationReach.layer,
      IntegrationSecrets.layer,
      IntegrationTokens.layer,
      VisitorIntegrations.VisitorIntegrations.layer,
      VisitorKeys.layer
    ])
  )
}
