import { Clock, Context, Effect, Layer, Option, Result, Schema } from "effect"
import { operation } from "../../foundation/operation/Operation.ts"
import * as Tenant from "../../foundation/operation/Tenant.ts"
import { digest } from "../../foundation/secret/Secrets.ts"
import type { Signer } from "../../foundation/secret/Signer.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { contentRole } from "../../people/access/Decision.ts"
import { collection as grantCollection } from "../../people/grant/Grant.ts"
import { collection as memberCollection } from "../../people/member/Member.ts"
import { collection as placementCollection } from "../../people/placement/Placement.ts"
import { type ChangeRequest, collection as requestCollection } from "../../spaces/change-request/ChangeRequest.ts"
import { collection as revisionCollection } from "../../spaces/revision/Revision.ts"
import { collection as authCollection, type PublishingAuth, VisitorKeys } from "../publishing-auth/PublishingAuth.ts"
import { collection as linkCollection } from "../share-link/ShareLink.ts"
import { isPublished, type Site } from "../site/Site.ts"
import * as Audience from "../visitor/Audience.ts"
import * as ContentToken from "../visitor/ContentToken.ts"
import { isSameRequest, type PreviewTarget, previewRequest } from "../visitor/PreviewTarget.ts"
import * as PreviewToken from "../visitor/PreviewToken.ts"
import * as SiteProvider from "../visitor/SiteProvider.ts"
import * as VisitorToken from "../visitor/VisitorToken.ts"
import * as AudienceSite from "./AudienceSite.ts"
import { cachePolicyOf as cachingOf } from "./AudienceSite.ts"
import * as Conditions from "./Conditions.ts"
import * as KnownSite from "./KnownSite.ts"
import { type PreviewRows, PublicationFacts, type PublicationRows, type SiteLocator } from "./PublicationFacts.ts"
import { type PublishedScript, PublishedScripts } from "./PublishedScripts.ts"
import type * as VisibleStructure from "./VisibleStructure.ts"

const none: ReadonlyArray<PublishedScript> = []

/** The version of what is printed of a site, with these scripts in it. */
export const versionOf = (version: string, scripts: ReadonlyArray<PublishedScript>): string =>
  scripts.length === 0 ? version : digest(JSON.stringify([version, scripts]))

/**
 * The scripts that pages of a site load: those that its administrators listed, at a hostname of the site, and never in a
 * preview (rule site-scripts-run). Anywhere else a page has the origin of the API and of all other sites.
 */
export class LoadedScripts extends Context.Service<LoadedScripts>()("@quire/core/LoadedScripts", {
  make: Effect.map(PublishedScripts, ({ ofSite }) => {
    const loadedScripts = (
      site: Site,
      { _tag }: SiteLocator,
      { preview }: Audience.Audience
    ): Effect.Effect<typeof none> =>
      site.scripts === undefined || _tag !== "Hostname" || preview !== undefined
        ? Effect.succeed(none)
        : ofSite(site, site.scripts)

    return { loadedScripts } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

/** What a preview shows of a site. */
export interface PreviewedSite {
  readonly known: KnownSite.KnownSite
  /** Spaces that they may not read. */
  readonly withheld: VisibleStructure.Withheld
  /** The change request whose content replaces the content of its space. */
  readonly changeRequest: ChangeRequest | undefined
}

/** Whether the site is public and the same for all readers. */
const isOpenToAll = ({ adaptive, published, visibility }: Audience.Facts): boolean =>
  published && !adaptive.enabled && (visibility === "public" || visibility === "unlisted")

/** The site with the head of a change request in place of that of its space. */
const withHead = (
  known: KnownSite.KnownSite,
  { id, number, revision, space, subject }: ChangeRequest,
  root: string
) => {
  const live = known.spaces.get(space)
  if (live === undefined) return undefined
  return {
    ...known,
    spaces: new Map([...known.spaces, [space, { ...live, revision }]]),
    roots: new Map([...known.roots, [space, root]]),
    version: digest(JSON.stringify([known.version, id, space, number, subject, revision, root]))
  } satisfies KnownSite.KnownSite
}

const isOpenRequest = ({ status }: ChangeRequest): boolean => status === "draft" || status === "open"

interface PreviewRequest {
  readonly known: KnownSite.KnownSite
  readonly facts: Audience.Facts
  readonly rows: PreviewRows
  readonly previewed: PreviewTarget
}

/**
 * Decides what a preview shows: undefined if its person may not view the site any more, or not read the change request,
 * or if that is no longer a draft or open (rules publication-preview and publication-preview-request).
 */
export class PreviewedSites extends Context.Service<PreviewedSites>()("@quire/core/PreviewedSites", {
  make: Effect.gen(function* () {
    const members = yield* Repository.make(memberCollection)
    const grants = yield* Repository.make(grantCollection)
    const placements = yield* Repository.make(placementCollection)
    const requests = yield* Repository.make(requestCollection)
    const revisions = yield* Repository.make(revisionCollection)

    /** The site and the spaces that the person has a role on; undefined for the host, who has every role. */
    const listReadable = ({ previewed: { person }, rows }: PreviewRequest): ReadonlySet<string> | undefined => {
      if (person === null) return undefined
      const member = Option.getOrNull(Option.map(rows.member, members.decode))?.value ?? null
      const given = rows.grants.map((row) => grants.decode(row).value)
      const placed = rows.placements.map((row) => placements.decode(row).value)
      const readable = placed.filter(
        (placement) => contentRole({ user: person, member, placement, grants: given }) !== null
      )
      return new Set(readable.map(({ id }) => id))
    }

    /** The site with the change request that is named, if that is a draft or open and its space is on the site. */
    const openRequest = ({ known, previewed: { changeRequest: named }, rows }: PreviewRequest) => {
      const request = Option.getOrUndefined(Option.map(rows.changeRequest, requests.decode))?.value
      const head = Option.getOrUndefined(Option.map(rows.head, revisions.decode))?.value
      if (named === undefined || request === undefined || head === undefined || !isOpenRequest(request))
        return undefined
      if (request.space !== named.space || request.number !== named.number) return undefined
      const shown = withHead(known, request, head.root)
      return shown && { known: shown, changeRequest: request }
    }

    const decidePreview = (asked: PreviewRequest): PreviewedSite | undefined => {
      const { facts, known, previewed } = asked
      const readable = listReadable(asked)
      const reads = (id: string) => readable === undefined || readable.has(id)
      if (!reads(known.addressed.site.id)) return undefined
      const isOpen = isOpenToAll(facts)
      const withheld = new Set([...known.spaces.keys()].filter((space) => !isOpen && !reads(space)))
      if (previewed.changeRequest === undefined) return { known, withheld, changeRequest: undefined }
      const opened = reads(previewed.changeRequest.space) ? openRequest(asked) : undefined
      return opened && { ...opened, withheld }
    }

    return { decidePreview } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make)
}

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

let grant: (seen: AudienceSite.AudienceSite, facts: Audience.Facts, signer: Signer) => Publication

/** Capability to read what its audience sees of a site. Only `Publications.open` creates one. */
export class Publication {
  readonly #seen: AudienceSite.AudienceSite
  readonly #facts: Audience.Facts
  readonly #signer: Signer

  private constructor(seen: AudienceSite.AudienceSite, facts: Audience.Facts, signer: Signer) {
    this.#signer = signer
    this.#seen = seen
    this.#facts = facts
  }

  get seen(): AudienceSite.AudienceSite {
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
  /** Made on demand: an error records its stack, which costs more than the rest of the lookup. */
  readonly needed: () => VisitorToken.VisitorTokenNeeded
}

/** Opens sites to their readers. No published read runs as a user (rule publication-capability). */
export class Publications extends Context.Service<Publications>()("@quire/core/Publications", {
  make: Effect.gen(function* () {
    const facts = yield* PublicationFacts
    const { decodeSite } = yield* KnownSite.KnownSites
    const { decidePreview } = yield* PreviewedSites
    const { loadedScripts } = yield* LoadedScripts
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
        needed: () =>
          new VisitorToken.VisitorTokenNeeded({
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
          return Effect.fail(needed())
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
        blocks: AudienceSite.blocksOf(known, read.facts.now),
        changeRequest,
        scripts,
        version: versionOf(`${known.version}${signer.keys().current.id}`, scripts),
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
      LoadedScripts.layer,
      PreviewedSites.layer,
      SigningKeys.layer,
      VisitorKeys.layer
    ])
  )
}
