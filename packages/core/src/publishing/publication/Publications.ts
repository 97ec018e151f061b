import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as organizationCollection } from "../../organizations/organization/Organization.ts"
import { empty } from "../../sites/adaptive-schema/AdaptiveSchema.ts"
import { collection as schemaCollection } from "../../sites/adaptive-schema/SiteAdaptiveSchema.ts"
import { type Customization, collection as customizationCollection } from "../../sites/customization/Customization.ts"
import * as CustomizationOverrides from "../../sites/customization/CustomizationOverrides.ts"
import { collection as authCollection } from "../../sites/publishing-auth/PublishingAuth.ts"
import * as VisitorKeys from "../../sites/publishing-auth/VisitorKeys.ts"
import { collection as linkCollection } from "../../sites/share-link/ShareLink.ts"
import { isPublished, type Site, collection as siteCollection } from "../../sites/site/Site.ts"
import { type AddressedSite, ownUrl, publishedUrl } from "../../sites/site/SiteAddress.ts"
import { type SiteStructure, collection as structureCollection } from "../../sites/structure/SiteStructure.ts"
import { type Space, collection as spaceCollection } from "../../spaces/space/Space.ts"
import * as Audience from "../visitor/Audience.ts"
import * as Conditions from "./Conditions.ts"
import { PublicationFacts, type PublicationRows, type SiteLocator } from "./PublicationFacts.ts"
import * as VisibleStructure from "./VisibleStructure.ts"

/** The locator names no published site, or none that this reader may know of (rule publication-absence). */
export class PublicationNotFound extends Schema.TaggedError<PublicationNotFound>()("PublicationNotFound", {}) {
  readonly kind = "not-found" as const
  override get message() {
    return "there is no such published site"
  }
}

/** The site is for visitors with a token, and none came; `fallbackURL` is where they get one (rule visitor-admission). */
export class VisitorTokenNeeded extends Schema.TaggedError<VisitorTokenNeeded>()("VisitorTokenNeeded", {
  fallbackURL: Schema.NullOr(Schema.String)
}) {
  readonly kind = "unauthenticated" as const
  override get message() {
    return "a visitor token is needed"
  }
}

/** What one audience may see of one site at one moment. */
interface Seen {
  readonly site: Site
  readonly audience: Audience.Audience
  readonly structure: VisibleStructure.VisibleStructure
  /** The spaces of the structure, by id. */
  readonly spaces: ReadonlyMap<string, Space>
  readonly customization: Customization
  readonly customizationOf: (siteSpace: string) => Customization
  /** Where readers find the site; ends with a slash. */
  readonly url: string
  /** When the visitor token that let the reader in ends, in epoch milliseconds. */
  readonly expiresAt: number | undefined
}

class Opened {
  readonly #seen: Seen
  constructor(seen: Seen) {
    this.#seen = seen
  }
  get seen(): Seen {
    return this.#seen
  }
}

/** The leave to read what its audience sees of a site. Only `Publications.open` makes one. */
export interface Publication extends Opened {}

interface Found {
  readonly addressed: AddressedSite & { readonly site: Site }
  readonly structure: SiteStructure
  readonly facts: Audience.Facts
  readonly fallbackURL: string | null
}

/** Opens sites to their readers. No published read runs as a user (rule publication-capability). */
export class Publications extends Context.Service<Publications>()("@quire/core/Publications", {
  make: Effect.gen(function* () {
    const facts = yield* PublicationFacts
    const { base } = yield* Addresses
    const visitorKeys = yield* VisitorKeys.make
    const sites = yield* Repository.make(siteCollection)
    const organizations = yield* Repository.make(organizationCollection)
    const structures = yield* Repository.make(structureCollection)
    const schemas = yield* Repository.make(schemaCollection)
    const auths = yield* Repository.make(authCollection)
    const links = yield* Repository.make(linkCollection)
    const customizations = yield* Repository.make(customizationCollection)
    const spaces = yield* Repository.make(spaceCollection)

    /** The link of this site that the key opens; links are found by digest, so that no key is compared in the store. */
    const listLinks = (rows: PublicationRows, site: string, key: string): Audience.Facts["shareLinks"] =>
      Option.match(rows.shareLink, {
        onNone: () => [],
        onSome: (row) => {
          const { value } = links.decode(row)
          return value.site === site ? [{ id: value.id, key, active: value.active }] : []
        }
      })

    const readFacts = Effect.fnUntraced(function* (rows: PublicationRows, { shareKey = "" }: Audience.Request) {
      const site = sites.decode(rows.site).value
      const addressed = { site, organization: organizations.decode(rows.organization).value, base }
      const auth = Option.getOrUndefined(Option.map(rows.publishingAuth, auths.decode))?.value
      const needsKey = site.visibility === "visitor-auth" || site.adaptiveContent?.enabled === true
      const schema = Option.getOrUndefined(Option.map(rows.adaptiveSchema, schemas.decode))?.value.jsonSchema
      return {
        addressed,
        structure: structures.decode(rows.structure).value,
        fallbackURL: auth?.fallbackURL ?? null,
        facts: {
          published: isPublished(site),
          visibility: site.visibility,
          shareLinks: listLinks(rows, site.id, shareKey),
          signingKey: auth !== undefined && needsKey ? yield* visitorKeys.open(auth) : "",
          audiences: [site.id, ownUrl(addressed), publishedUrl(addressed)],
          adaptive: { enabled: site.adaptiveContent?.enabled ?? false, schema: schema ?? empty },
          now: yield* Clock.currentTimeMillis
        }
      } satisfies Found
    })

    const admit = Effect.fnUntraced(function* ({ facts: known, fallbackURL }: Found, request: Audience.Request) {
      const admission = Audience.admit(known, request)
      switch (admission.outcome) {
        case "admitted":
          return admission
        case "needs-token":
          return yield* new VisitorTokenNeeded({ fallbackURL })
        case "token-refused":
          return yield* admission.refusal
        case "not-found":
          return yield* new PublicationNotFound()
      }
    })

    const decodeSettings = ({ customizations: rows }: PublicationRows, site: Site) => {
      const chosen = new Map(rows.map((row) => [row.id, customizations.decode(row).value.overrides]))
      const customization = CustomizationOverrides.ofSite(chosen.get(site.id) ?? {})
      const customizationOf = (siteSpace: string) =>
        CustomizationOverrides.merge(customization, chosen.get(siteSpace) ?? {})
      return { customization, customizationOf }
    }

    /** Opens a published site to a reader, as far as what they bring lets them in. */
    const open = operation("Publications.open")(function* (locator: SiteLocator, request: Audience.Request) {
      const found = yield* facts.find(locator, request.shareKey === undefined ? "" : digest(request.shareKey))
      if (Option.isNone(found)) return yield* new PublicationNotFound()
      const read = yield* readFacts(found.value, request)
      const { audience, expiresAt } = yield* admit(read, request)
      const { holds } = Conditions.make(Conditions.rootsOf(audience.claims, { space: {}, page: {} }))
      const structure = VisibleStructure.make(read.structure, (condition) => condition === null || holds(condition))
      if (structure === undefined) return yield* new PublicationNotFound()
      const { site } = read.addressed
      return new Opened({
        site,
        audience,
        structure,
        spaces: new Map(found.value.spaces.map((row) => [row.id, spaces.decode(row).value])),
        ...decodeSettings(found.value, site),
        url: publishedUrl(read.addressed),
        expiresAt
      })
    })

    return { open } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}
