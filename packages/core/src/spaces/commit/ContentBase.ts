import { Clock, Context, Effect, Layer, Option, Schema } from "effect"
import * as ContentReader from "../../content/tree/ContentReader.ts"
import type { ContentStore } from "../../content/tree/ContentStore.ts"
import { NodeCache } from "../../content/tree/NodeCache.ts"
import * as Root from "../../content/tree/Root.ts"
import type { RevisionId } from "../../foundation/id/Ids.ts"
import { InputInvalid } from "../../foundation/input/Input.ts"
import * as Repository from "../../foundation/store/Repository.ts"
import { Instant, toTimestamp } from "../../foundation/time/Instant.ts"
import { ComputedRoots } from "../../openapi/computed/ComputedRoots.ts"
import { Access, permit } from "../../people/access/Access.ts"
import type { ContentAction } from "../../people/access/Decision.ts"
import type { Viewer } from "../../people/access/Viewer.ts"
import { LockedPlacement } from "../../people/placement/LockedPlacement.ts"
import { isActive, collection as placementCollection, SpaceNotFound } from "../../people/placement/Placement.ts"
import { ChangeRequestNotFound, collection as requestCollection } from "../change-request/ChangeRequest.ts"
import { collection } from "../revision/Revision.ts"
import { Revisions } from "../revision/Revisions.ts"
import { type Space, collection as spaceCollection } from "../space/Space.ts"

/**
 * Selects the content to read: a space's primary content, one of its revisions, or the head of one of its change
 * requests.
 */
export interface ContentSelector {
  readonly space: string
  readonly revision?: string | undefined
  /** Id or number of a change request. Its head is read unless a revision is named. */
  readonly changeRequest?: string | undefined
  /** Epoch ms: the primary content as it was then, for operations that read it (rule content-as-of). */
  readonly asOf?: number | undefined
  /** False to read placeholders instead of the content that their sources compute (rule computed-reads). */
  readonly computed?: boolean | undefined
}

/** The space has no such revision. */
export class RevisionNotFound extends Schema.TaggedError<RevisionNotFound>()("RevisionNotFound", {
  id: Schema.String
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `revision ${this.id} does not exist`
  }
}

/** At most fifteen digits: every integer of that length is exact. */
const digits = /^[1-9][0-9]{0,14}$/

/** The number that a text represents. Ids never consist of digits only (rule request-number). */
const asNumber = (text: string): number | undefined => (digits.test(text) ? Number(text) : undefined)

/** Opens content for a caller who may read it. */
export class ContentBase extends Context.Service<ContentBase>()("@quire/core/ContentBase", {
  make: Effect.gen(function* () {
    const context = yield* Effect.context<ContentStore | NodeCache>()
    const access = yield* Access
    const revisions = yield* Revisions
    const roots = yield* ComputedRoots
    const placements = yield* Repository.make(placementCollection)
    const spaces = yield* Repository.make(spaceCollection)
    const requests = yield* Repository.make(requestCollection)
    const { findActive } = yield* LockedPlacement

    const reader = yield* ContentReader.makeFactory
    const together = Effect.provide(ContentReader.makeBatchedFactory, context)

    /** A change request of the space by its id or number. */
    const findRequest = Effect.fnUntraced(function* (space: string, idOrNumber: string) {
      const number = asNumber(idOrNumber)
      const found =
        number === undefined ? yield* requests.get(idOrNumber) : yield* requests.getBy("number", { space, number })
      if (Option.isNone(found) || found.value.value.space !== space) {
        return yield* new ChangeRequestNotFound({ id: idOrNumber })
      }
      return found.value
    })

    /**
     * Permission is checked only after everything in the path was found: Forbidden is returned only for what exists.
     */
    const locate = ({ space }: Pick<ContentSelector, "space">) =>
      findActive({
        kind: "space",
        id: space,
        action: "content:view",
        notFound: (id) => new SpaceNotFound({ id })
      })

    const enter = Effect.fnUntraced(function* (base: Pick<ContentSelector, "changeRequest" | "space">) {
      const access = yield* locate(base)
      return { access, space: spaces.decode(access.subject) }
    })

    /** Checks access to opened content again, on current facts; reads nothing else. */
    const decideAgain = Effect.fnUntraced(function* (
      base: Pick<ContentSelector, "changeRequest" | "space">,
      action: ContentAction
    ) {
      const access = yield* locate(base)
      yield* permit(access, action)
      return { access }
    })

    /** Opens a change request for a caller who may do the action and at least read the space. */
    const openRequest = Effect.fnUntraced(function* (
      space: string,
      idOrNumber: string,
      action: ContentAction = "content:read"
    ) {
      const opened = yield* enter({ space, changeRequest: idOrNumber })
      const changeRequest = yield* findRequest(space, idOrNumber)
      yield* permit(opened.access, action)
      return { ...opened, changeRequest }
    })

    /**
     * Finds a space, or one of its change requests, for a caller who is permitted to perform the action. Reads no
     * content.
     */
    const admit = Effect.fnUntraced(function* (
      base: Pick<ContentSelector, "changeRequest" | "space">,
      action: ContentAction
    ) {
      const opened = yield* enter(base)
      const changeRequest =
        base.changeRequest === undefined ? undefined : yield* findRequest(base.space, base.changeRequest)
      yield* permit(opened.access, action)
      return { ...opened, changeRequest }
    })

    /** Opened content as readers see it. */
    const expanded = <A extends { readonly space: { readonly value: Space }; readonly root: Root.Root }>(opened: A) =>
      Effect.map(roots.expand(opened.space.value.organization, opened.root), (root) => ({ ...opened, root }))

    /** Opens content for a caller who may do the action. */
    const open = Effect.fnUntraced(function* (base: ContentSelector, action: ContentAction = "content:read") {
      const admitted = yield* admit(base, action)
      const { changeRequest, space } = admitted
      const head = changeRequest?.value.revision ?? space.value.revision
      const id = base.revision ?? head
      const isHead = id === space.value.revision
      const revision = yield* revisions.get(id)
      if (Option.isNone(revision) || revision.value.value.space !== base.space)
        return yield* new RevisionNotFound({ id })
      const root = yield* Root.open(reader(base.space), revision.value.value.root)
      return { ...admitted, revision: revision.value.value, isHead, root }
    })

    /** Opens content as readers see it (rule computed-reads). */
    const openShown = Effect.fnUntraced(function* (base: ContentSelector) {
      const opened = yield* open(base)
      return base.computed === false ? opened : yield* expanded(opened)
    })

    /** The root hashes of revisions, in the order of their ids. A missing revision is a defect. */
    const rootHashes = Effect.fnUntraced(function* (ids: ReadonlyArray<RevisionId>) {
      const rows = yield* revisions.getMany(ids)
      return yield* Effect.forEach(ids, (id) =>
        Effect.orDie(Effect.map(Effect.fromNullishOr(rows.get(id)), ({ value }) => value.root))
      )
    })

    /** Opens the root of a revision of the space. A missing revision is a defect. */
    const rootOf = Effect.fnUntraced(function* (space: string, revision: string) {
      const found = yield* revisions.require(revision)
      return yield* Root.open(reader(space), found.value.root)
    })

    /**
     * Opens the heads of spaces for which access was granted, as readers see them, with a constant number of queries.
     * Their reads are batched (`ContentReader.batched`).
     */
    const headsOf = Effect.fnUntraced(function* (found: ReadonlyArray<Space>) {
      const rows = yield* revisions.getMany(found.map(({ revision }) => revision))
      const readerOf = yield* together
      const open = Effect.fnUntraced(function* (space: Space) {
        const revision = rows.get(space.revision)
        if (revision === undefined) return []
        const { organization } = space
        return [{ space, organization, root: yield* Root.open(readerOf(space.id), revision.value.root) }]
      })
      const opened = yield* Effect.forEach(found, open, ContentReader.batched)
      const shown = yield* roots.expandAll(opened.flat())
      return new Map(shown.map(({ root, space }) => [String(space.id), { space, root }] as const))
    })

    /** Those of the given spaces that are in the organization and that the caller may view. */
    const listViewable = Effect.fnUntraced(function* (
      viewer: Viewer,
      organization: string,
      ids: ReadonlyArray<string>
    ) {
      const placed = Array.from((yield* placements.getMany(ids)).values(), ({ value }) => value)
      const roles = yield* access.rolesOn(
        viewer,
        placed.filter((each) => each.kind === "space" && each.organization === organization && isActive(each))
      )
      return [...roles.keys()]
    })

    /** Opens the heads of the given spaces that are in the organization and that the caller may view, like `headsOf`. */
    const heads = Effect.fnUntraced(function* (viewer: Viewer, organization: string, ids: ReadonlyArray<string>) {
      const found = yield* spaces.getMany(yield* listViewable(viewer, organization, ids))
      return yield* headsOf(Array.from(found.values(), ({ value }) => value))
    })

    return {
      admit,
      open,
      openShown,
      expanded,
      openRequest,
      decideAgain,
      rootOf,
      rootHashes,
      heads,
      headsOf,
      listViewable,
      reader
    } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([Access.layer, ComputedRoots.layer, LockedPlacement.layer, NodeCache.layer, Revisions.layer])
  )
}

/** A space or change request for a caller who may do something there. */
export type AdmittedContent = Effect.Success<ReturnType<ContentBase["Service"]["admit"]>>

/** Content opened for reading. */
export type OpenedContent = Effect.Success<ReturnType<ContentBase["Service"]["open"]>>

/** A change request opened for reading. */
export type OpenedRequest = Effect.Success<ReturnType<ContentBase["Service"]["openRequest"]>>

/** The space was not there yet (rule content-as-of). */
export class ContentNotYet extends Schema.TaggedError<ContentNotYet>()("ContentNotYet", {
  space: Schema.String,
  asOf: Instant
}) {
  readonly kind = "not-found" as const
  override get message() {
    return `space ${this.space} did not exist at ${toTimestamp(this.asOf)}`
  }
}

const refuse = (rule: string) => Effect.fail(new InputInvalid({ details: [{ path: "asOf", rule }] }))

const isInstant = Schema.is(Instant)

/** Replaces the time of a selector with the revision that was primary then (rule content-as-of). */
export class PastContent extends Context.Service<PastContent>()("@quire/core/PastContent", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const revisions = yield* Repository.make(collection)

    const resolvePast = Effect.fnUntraced(function* (of: ContentSelector) {
      const { asOf, changeRequest, revision, ...rest } = of
      if (asOf === undefined) return of
      if (!isInstant(asOf)) return yield* refuse("must be a timestamp in milliseconds since 1970")
      if (asOf > (yield* Clock.currentTimeMillis)) return yield* refuse("must not be in the future")
      if (changeRequest !== undefined || revision !== undefined) {
        return yield* refuse("cannot be given together with a revision or a change request")
      }
      yield* base.admit(rest, "content:read")
      const [found] = yield* revisions.list("ofPrimaryAt", {
        equals: { space: of.space, changeRequest: "" },
        range: { to: asOf + 1 },
        direction: "desc",
        limit: 1
      })
      if (found === undefined) return yield* new ContentNotYet({ space: of.space, asOf })
      return { ...rest, revision: found.value.id } satisfies ContentSelector
    })

    return { resolvePast } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(ContentBase.layer))
}
