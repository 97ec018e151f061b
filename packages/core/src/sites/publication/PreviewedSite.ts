import { Context, Effect, Layer, Option } from "effect"
import { digest } from "../../foundation/secret/Secrets.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { contentRole } from "../../people/access/Decision.ts"
import { collection as grantCollection } from "../../people/grant/Grant.ts"
import { collection as memberCollection } from "../../people/member/Member.ts"
import { collection as placementCollection } from "../../people/placement/Placement.ts"
import { type ChangeRequest, collection as requestCollection } from "../../spaces/change-request/ChangeRequest.ts"
import { collection as revisionCollection } from "../../spaces/revision/Revision.ts"
import type * as Audience from "../visitor/Audience.ts"
import type { PreviewTarget } from "../visitor/PreviewTarget.ts"
import type { KnownSite } from "./KnownSite.ts"
import type { PreviewRows } from "./PublicationFacts.ts"
import type * as VisibleStructure from "./VisibleStructure.ts"

/** What a preview shows of a site. */
export interface PreviewedSite {
  readonly known: KnownSite
  /** Spaces that they may not read. */
  readonly withheld: VisibleStructure.Withheld
  /** The change request whose content replaces the content of its space. */
  readonly changeRequest: ChangeRequest | undefined
}

/** Whether the site is public and the same for all readers. */
const isOpenToAll = ({ adaptive, published, visibility }: Audience.Facts): boolean =>
  published && !adaptive.enabled && (visibility === "public" || visibility === "unlisted")

/** The site with the head of a change request in place of that of its space. */
const withHead = (known: KnownSite, { id, number, revision, space, subject }: ChangeRequest, root: string) => {
  const live = known.spaces.get(space)
  if (live === undefined) return undefined
  return {
    ...known,
    spaces: new Map([...known.spaces, [space, { ...live, revision }]]),
    roots: new Map([...known.roots, [space, root]]),
    version: digest(JSON.stringify([known.version, id, space, number, subject, revision, root]))
  } satisfies KnownSite
}

const isOpenRequest = ({ status }: ChangeRequest): boolean => status === "draft" || status === "open"

interface PreviewRequest {
  readonly known: KnownSite
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
