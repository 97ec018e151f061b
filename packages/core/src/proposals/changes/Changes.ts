import { Context, Effect, Layer, Option, Schema } from "effect"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type { Page } from "../../content/tree/Page.ts"
import * as Root from "../../content/tree/Root.ts"
import { PageNotFound } from "../../content/tree/TreeRefusal.ts"
import { checked } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import { mergeBase } from "../../spaces/change-request/ChangeRequest.ts"
import { ContentBase, type ContentSelector, type OpenedContent } from "../../spaces/commit/ContentBase.ts"
import { RevisionViews } from "../../spaces/revision/RevisionViews.ts"
import type { PageChanges } from "./BlockChange.ts"
import * as BlockChanges from "./BlockChanges.ts"
import * as MergeAccounts from "./MergeAccounts.ts"
import type { SemanticChangesView } from "./SemanticChange.ts"
import * as SemanticChanges from "./SemanticChanges.ts"
import { ThreeWays } from "./ThreeWays.ts"

const { max } = SemanticChanges.limits.changes

const checkLimit = checked(
  Schema.Struct({
    limit: Schema.Int.pipe(
      Schema.check(Schema.isBetween({ minimum: 0, maximum: max }, { message: `must be an integer from 0 to ${max}` }))
    )
  })
)

const documentOf = (root: Root.Root, page: Page | undefined) =>
  DocumentNode.get(root.reader, page?.type === "document" ? page.document : undefined)

/** Compares a page of two roots of a space (rule page-compare). */
const comparePage = Effect.fnUntraced(function* (before: Root.Root, after: Root.Root, id: string) {
  const [was, is] = [
    Option.getOrUndefined(yield* Root.page(before, id)),
    Option.getOrUndefined(yield* Root.page(after, id))
  ]
  if (was === undefined && is === undefined) return yield* new PageNotFound({ page: id })
  const attributes = SemanticChanges.comparePages(was ?? {}, is ?? {})
  const blocks = BlockChanges.compare(yield* documentOf(before, was), yield* documentOf(after, is))
  const isChanged = Object.keys(attributes).length + blocks.length > 0
  const type = was === undefined ? "created" : is === undefined ? "deleted" : isChanged ? "edited" : "unchanged"
  return { page: id, type, attributes, blocks } satisfies PageChanges
})

/** Reports what revisions and change requests changed. */
export class Changes extends Context.Service<Changes>()("@quire/core/Changes", {
  make: Effect.gen(function* () {
    const base = yield* ContentBase
    const addresses = yield* Addresses
    const views = yield* RevisionViews
    const threeWays = yield* ThreeWays
    const { signer } = yield* SigningKeys

    /** The content before a change: that of a revision, or none. */
    const openBefore = (opened: OpenedContent, space: string, revision: string | undefined) =>
      revision === undefined ? Root.open(opened.root.reader, Root.empty) : base.rootOf(space, revision)

    const compareSince = Effect.fnUntraced(function* (
      opened: OpenedContent,
      space: string,
      revision: string | undefined,
      limit: number
    ) {
      const { hash: before } = yield* openBefore(opened, space, revision)
      return yield* SemanticChanges.compare(opened.root.reader, {
        before,
        after: opened.root.hash,
        limit,
        files: { base: addresses.base, signer }
      })
    })

    /** Compares a revision with its first parent, or with an empty space if it has none (rule revision-compare). */
    const ofRevision = operation("Changes.ofRevision")(function* (
      of: ContentSelector,
      limit: number = SemanticChanges.limits.changes.default
    ) {
      yield* checkLimit({ limit })
      const opened = yield* base.open(of)
      const { parents } = opened.revision
      const found: SemanticChangesView = yield* compareSince(opened, of.space, parents[0], limit)
      const view: SemanticChangesView = { ...found, ...(yield* views.origin(opened)) }
      return view
    })

    /** Compares a page of a revision with that of its first parent (rule page-compare). */
    const ofPageInRevision = operation("Changes.ofPageInRevision")(function* (of: ContentSelector, page: string) {
      const opened = yield* base.open(of)
      const before = yield* openBefore(opened, of.space, opened.revision.parents[0])
      return yield* comparePage(before, opened.root, page)
    })

    /** Compares a page of a change request with that of the revision that its edits are based on. */
    const ofPageInChangeRequest = operation("Changes.ofPageInChangeRequest")(function* (
      of: { readonly space: string; readonly changeRequest: string },
      page: string
    ) {
      const opened = yield* base.open(of)
      const request = opened.changeRequest?.value
      const before = yield* openBefore(opened, of.space, request === undefined ? undefined : mergeBase(request))
      return yield* comparePage(before, opened.root, page)
    })

    /**
     * Compares the head of a change request with the revision that its edits are based on, regardless of the space's
     * current head.
     */
    const ofChangeRequest = operation("Changes.ofChangeRequest")(function* (
      of: { readonly space: string; readonly changeRequest: string },
      limit: number = SemanticChanges.limits.changes.default
    ) {
      yield* checkLimit({ limit })
      const { changeRequest, space } = of
      const opened = yield* base.open({ space, changeRequest })
      const request = opened.changeRequest?.value
      return yield* compareSince(opened, space, request === undefined ? undefined : mergeBase(request), limit)
    })

    /**
     * Reports the fate of every change that the space and a change request made to their common base, given a revision
     * that merged them: of type `merge` in the space, or of type `update` in the request. Fails with `NotAMerge` for
     * any other revision. Requires the right to read the space, since the report also covers the request.
     */
    const ofMerge = operation("Changes.ofMerge")(function* (
      of: ContentSelector,
      limit: number = SemanticChanges.limits.changes.default
    ) {
      yield* checkLimit({ limit })
      const opened = yield* base.open(of, "content:read")
      const { conflicts, roots } = yield* threeWays.reconstruct(opened)
      const { hash, reader } = opened.root
      return yield* MergeAccounts.build(reader, { roots: { ...roots, result: hash }, conflicts, limit })
    })

    return { ofRevision, ofChangeRequest, ofPageInRevision, ofPageInChangeRequest, ofMerge } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([ContentBase.layer, RevisionViews.layer, SigningKeys.layer, ThreeWays.layer])
  )
}
