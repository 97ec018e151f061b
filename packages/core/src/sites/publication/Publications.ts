import { Clock, Context, Effect, Layer, Option, Result, Schema } from "effect"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Tenant from "../../foundation/operation/Tenant.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import type { Signer } from "../../foundation/secret/Signer.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { collection as authCollection, type PublishingAuth } from "../../sites/publishing-auth/PublishingAuth.ts"
import { VisitorKeys } from "../../sites/publishing-auth/VisitorKeys.ts"
import { collection as linkCollection } from "../../sites/share-link/ShareLink.ts"
import { isPublished, type Site } from "../../sites/site/Site.ts"
import * as Audience from "../visitor/Audience.ts"
import * as ContentToken from "../visitor/ContentToken.ts"
import { isSameRequest, type PreviewTarget, previewRequest } from "../visitor/PreviewTarget.ts"
import * as PreviewToken from "../visitor/PreviewToken.ts"
import * as SiteProvider from "../visitor/SiteProvider.ts"
import * as VisitorToken from "../visitor/VisitorToken.ts"
import * as AudienceBlocks from "./AudienceBlocks.ts"
import type { AudienceSite } from "./AudienceSite.ts"
import { of as cachingOf } from "./CachePolicy.ts"
import * as Conditions from "./Conditions.ts"
import * as KnownSite from "./KnownSite.ts"
import * as LoadedScripts from "./LoadedScripts.ts"
import { PreviewedSites } from "./PreviewedSite.ts"
import { PublicationFacts, type PublicationRows, type SiteLocator } from "./PublicationFacts.ts"

/** The locator names no published site, or none that this reader may know of (rule publication-absence). */
export class PublicationNotFound extends Schema.TaggedError<PublicationNotFound>()("PublicationNotFound", {}) {
  readonly kind = "not-found" as const
  override get message() {
    return "the published site does not exist"
  }
}

/** No site has this hostname (rule published-hostnames). */
export class HostnameUnknown extends Schema.TaggedError<HostnameUnknown>()("HostnameUnknown", {}) {
  readonly kind = "not-found" as const
  override get message() {
    return "no site is published at this hostname"
  }
}

let grant: (seen: AudienceSite, facts: Audience.Facts, signer: Signer) => Publication

/** Capability to read what its audience sees of a site. Only `Publications.open` creates one. */
export class Publication {
  readonly #seen: AudienceSite
  readonly #facts: Audience.Facts
  readonly #signer: Signer

  private constructor(seen: AudienceSite, facts: Audience.Facts, signer: Signer) {
    this.#signer = signer
    this.#seen = seen
    this.#facts = facts
  }

  get seen(): AudienceSite {
    return this.#seen
  }

  /** A content token of one hour for this audience (rule content-token). */
  sign(content: Pick<ContentToken.Content, "siteSpace" | "space" | "revision">): string {
    const { audience, site } = this.#seen
    return ContentToken.sign(this.#signer, this.#facts, { site: site.id, audience, ...content })
  }

  /** The same capability, and the conditions that its reads evaluate. */
  watch(): { readonly publication: Publication; readonly asked: ReadonlySet<string> } {
    const conditions = Conditions.watch(this.#seen.conditions)
    return {
      publication: new Publication({ ...this.#seen, conditions }, this.#facts, this.#signer),
      asked: conditions.asked
    }
  }

  static {
    grant = (seen, facts, signer) => new Publication(seen, facts, signer)
  }
}

interface Admitted {
  readonly audience: Audience.Audience
  readonly expiresAt?: number | undefined
}

/** A preview of a site, as described by a preview token. */
type Look = PreviewTarget & Pick<PreviewToken.Preview, "claims" | "site">

interface PublicationLookup {
  readonly rows: PublicationRows
  readonly known: KnownSite.KnownSite
  readonly facts: Audience.Facts
  readonly needed: VisitorToken.VisitorTokenNeeded
}

/** Opens sites to their readers. No published read runs as a user (rule publication-capability). */
export class Publications extends Context.Service<Publications>()("@quire/core/Publications", {
  make: Effect.gen(function* () {
    const facts = yield* PublicationFacts
    const { decodeSite } = yield* KnownSite.KnownSites
    const { decidePreview } = yield* PreviewedSites
    const { loadedScripts } = yield* LoadedScripts.LoadedScripts
    const visitorKeys = yield* VisitorKeys
    const { signer } = yield* SigningKeys
    const auths = yield* Repository.make(authCollection)
    const links = yield* Repository.make(linkCollection)

    /**
     * The requested share link, if it belongs to this site (rule share-link-active). Links are found by the digest of
     * the key, so that the store compares no key.
     */
    const listLinks = (rows: PublicationRows, site: string, key: string): Audience.Facts["shareLinks"] =>
      Option.match(rows.shareLink, {
        onNone: () => [],
        onSome: (row) => {
          const { value } = links.decode(row)
          return value.site === site ? [{ id: value.id, key, active: value.active }] : []
        }
      })

    /** The key that signs visitor tokens, if the site accepts them. */
    const openKey = (site: Site, auth: PublishingAuth | undefined): Effect.Effect<string> =>
      auth !== undefined && (site.visibility === "visitor-auth" || site.adaptiveContent?.enabled === true)
        ? visitorKeys.open(auth)
        : Effect.succeed("")

    const readFacts = (
      rows: PublicationRows,
      { shareKey = "" }: Audience.Request
    ): Effect.Effect<PublicationLookup> => {
      const known = decodeSite(rows)
      const { adaptiveSchema, addressed, audiences } = known
      const { site } = addressed
      const auth = Option.getOrUndefined(Option.map(rows.publishingAuth, auths.decode))?.value
      const provider = SiteProvider.find(auth, rows)
      return Effect.zipWith(openKey(site, auth), Clock.currentTimeMillis, (signingKey, now) => ({
        rows,
        known,
        needed: new VisitorToken.VisitorTokenNeeded({
          fallbackURL: SiteProvider.signInUrl(known.addressed.base, auth, provider),
          ...(auth?.backend === "integration" ? { site: site.id } : {})
        }),
        facts: {
          published: isPublished(site),
          visibility: site.visibility,
          shareLinks: listLinks(rows, site.id, shareKey),
          signingKey,
          provider: provider?.id,
          audiences,
          adaptive: { enabled: site.adaptiveContent?.enabled === true, schema: adaptiveSchema },
          now
        }
      }))
    }

    /** The content of the token of an address, if it is valid and names the same change request as the address. */
    const look = ({ changeRequest, preview = "" }: Audience.Request) =>
      Effect.map(Clock.currentTimeMillis, (now): Look | undefined => {
        const said = Option.getOrUndefined(Result.getSuccess(PreviewToken.verify(preview, { now, signer })))
        return said !== undefined && isSameRequest(said.changeRequest, changeRequest) ? said : undefined
      })

    const admitLook = ({ facts, known }: PublicationLookup, said: Look | undefined) => {
      if (said === undefined || said.site !== known.addressed.site.id) return Effect.fail(new PublicationNotFound())
      const { changeRequest, claims, person } = said
      const previewed = { person, ...(changeRequest === undefined ? {} : { changeRequest }) }
      return Effect.succeed({ audience: Audience.preview(facts, claims, previewed) })
    }

    const admit = (
      { facts: known, needed }: PublicationLookup,
      request: Audience.Request
    ): Effect.Effect<
      Admitted,
      PublicationNotFound | VisitorToken.VisitorTokenNeeded | VisitorToken.VisitorTokenRefused
    > => {
      const admission = Audience.admit(known, request)
      switch (admission.outcome) {
        case "admitted":
          return Effect.succeed({ audience: admission.audience, expiresAt: admission.expiresAt })
        case "needs-token":
          return Effect.fail(needed)
        case "token-refused":
          return Effect.fail(admission.refusal)
        case "not-found":
          return Effect.fail(new PublicationNotFound())
      }
    }

    /** The visible part of the site: all of it, or in a preview what its user may read. */
    const show = ({ facts, known, rows }: PublicationLookup, { preview }: Audience.Audience) => {
      if (preview === undefined) return { known, withheld: undefined, changeRequest: undefined }
      const found = Option.getOrUndefined(rows.preview)
      return found && decidePreview({ known, facts, rows: found, previewed: preview })
    }

    const openAs = Effect.fnUntraced(function* <E>(
      locator: SiteLocator,
      found: Option.Option<PublicationRows>,
      request: Audience.Request,
      admitted: (read: PublicationLookup) => Effect.Effect<Admitted, E>
    ) {
      if (Option.isNone(found)) return yield* new PublicationNotFound()
      const read = yield* readFacts(found.value, request)
      const { audience, expiresAt } = yield* admitted(read)
      const shown = show(read, audience)
      if (shown === undefined) return yield* new PublicationNotFound()
      const { changeRequest, known, withheld } = shown
      yield* Tenant.enter(known.addressed.site.organization, known.addressed.site.id)
      const conditions = Conditions.make(Conditions.rootsOf(audience.claims, { space: {}, page: {} }))
      const passes = (condition: string | null) => condition === null || conditions.holds(condition)
      const visible = known.structures.seenBy(passes, withheld)
      if (visible === undefined) return yield* new PublicationNotFound()
      const scripts = yield* loadedScripts(known.addressed.site, locator, audience)
      const seen = {
        site: known.addressed.site,
        organization: known.addressed.organization,
        audience,
        structure: visible.structure,
        shown: visible.shown,
        visible: visible.name,
        conditions,
        spaces: known.spaces,
        roots: known.roots,
        searched: read.known.roots,
        specs: known.specs,
        blocks: AudienceBlocks.of(known, read.facts.now),
        changeRequest,
        scripts,
        version: LoadedScripts.versionOf(`${known.version}${signer.keys().current.id}`, scripts),
        customization: known.customization,
        customizationOf: known.customizationOf,
        url: known.url,
        caching: cachingOf(read.facts, request, audience),
        expiresAt
      }
      return grant(seen, read.facts, signer)
    })

    /** Opens a published site to a reader, as far as what they bring lets them in. */
    const open = operation("Publications.open")(function* (locator: SiteLocator, request: Audience.Request) {
      const isPreview = request.preview !== undefined
      const said = isPreview ? yield* look(request) : undefined
      const link = request.shareKey === undefined ? "" : digest(request.shareKey)
      const found = yield* facts.find(locator, link, said && previewRequest(said))
      if (Option.isNone(found) && locator._tag === "Hostname") return yield* new HostnameUnknown()
      const admitted = (read: PublicationLookup): ReturnType<typeof admit> =>
        isPreview ? admitLook(read, said) : admit(read, request)
      return yield* openAs(locator, found, request, admitted)
    })

    /** Opens a site again to the audience of a content token, if it may read it still (rule content-token). */
    const reopen = operation("Publications.reopen")(function* (content: ContentToken.Content) {
      const { preview, shareLink } = content.audience
      const asked = preview && previewRequest(preview)
      const locator: SiteLocator = { _tag: "Site", site: content.site }
      const found = yield* facts.find(locator, shareLink ?? "", asked)
      const renew = ({ facts: known }: PublicationLookup) =>
        Effect.fromResult(ContentToken.renew(signer, known, content))
      return yield* openAs(locator, found, {}, renew).pipe(
        Effect.catchTag("PublicationNotFound", () => new ContentToken.ContentTokenRefused())
      )
    })

    return { open, reopen } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      KnownSite.KnownSites.layer,
      LoadedScripts.LoadedScripts.layer,
      PreviewedSites.layer,
      SigningKeys.layer,
      VisitorKeys.layer
    ])
  )
}
