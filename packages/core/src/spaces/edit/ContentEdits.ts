import { Context, Effect, Layer, Option, Schema } from "effect"
import { Markdown } from "../../content/document/Markdown.ts"
import * as FileView from "../../content/file/FileView.ts"
import { LinkIndex } from "../../content/link-index/LinkIndex.ts"
import * as LinkTarget from "../../content/link-index/LinkTarget.ts"
import * as ConflictView from "../../content/merge/ConflictView.ts"
import * as DefaultMerge from "../../content/merge/DefaultMerge.ts"
import type { ContentDraft } from "../../content/tree/ContentDraft.ts"
import { PageView } from "../../content/tree/PageView.ts"
import * as Root from "../../content/tree/Root.ts"
import { checked, describeFields } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as WorkDeadline from "../../foundation/scheduling/WorkDeadline.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { ChangeRequestView, mergeBase } from "../change-request/ChangeRequest.ts"
import { ChangeRequestViews } from "../change-request/ChangeRequestViews.ts"
import type { OpenedContent } from "../commit/ContentBase.ts"
import { Contents } from "../content/Contents.ts"
import type { Revision } from "../revision/Revision.ts"
import { Revisions } from "../revision/Revisions.ts"
import { UploadLookup } from "../upload/Uploads.ts"
import type { EditBatch, PageOutcome } from "./EditBatch.ts"
import { type ContentEdit, ContentEdit as ContentEditSchema } from "./EditInput.ts"
import { type Edit, Editing, type EditTarget } from "./Editing.ts"
import { type EditPlan, EditPlans } from "./EditPlan.ts"
import * as EditSteps from "./EditSteps.ts"

const check = checked(ContentEditSchema)

/** Maximum number of listed pages and contents that use a reusable content that cannot be deleted. */
const maxUsersNamed = 10

export const limits = {
  /** How long one batch may take to apply, and again to merge, not counting time spent waiting for pools. */
  milliseconds: 8_000
} as const

/** The texts of the batch take too long to read together (rule batch-time). */
export class BatchTooSlow extends Schema.TaggedError<BatchTooSlow>()("BatchTooSlow", {}) {
  readonly kind = "limit" as const
  override get message() {
    return `changes: they take longer than ${limits.milliseconds / 1_000} seconds to apply; send fewer changes per request`
  }
}

/** The content is no longer the revision that the changes are based on (rule content-if-revision). */
export class RevisionOutdated extends Schema.TaggedError<RevisionOutdated>()("RevisionOutdated", {
  expected: Schema.String,
  actual: Schema.String
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `ifRevision is ${this.expected}, but the current revision is ${this.actual}: read it, or set onConflict to merge`
  }
  get details() {
    return [{ path: "ifRevision", rule: `must be the current revision ${this.actual}` }]
  }
}

/** Whether a revision was the head of the content at some time: the heads of one content form a line. */
const wasHead = ({ changeRequest, space }: OpenedContent, revision: Revision): boolean =>
  revision.space === space.value.id &&
  (revision.changeRequest === changeRequest?.value.id || revision.id === changeRequest?.value.revisionInitial)

/** Whether all changes only update existing items, so that they may change nothing (rule request-equal-values). */
const restates = ({ changes }: ContentEdit): boolean =>
  changes.every(
    ({ operation }) =>
      operation === "update_page" || operation === "update_reusable_content" || operation === "revert_page"
  )

/** The changes applied to an earlier revision. */
interface ChangedBase {
  readonly base: OpenedContent
  /** Root of the content with the changes. */
  readonly changed: string
  readonly outcomes: ReadonlyArray<PageOutcome>
}

/** What applying a batch did; with `conflicts` if it was merged. */
interface EditOutcome {
  readonly outcomes: ReadonlyArray<PageOutcome>
  readonly conflicts?: ReadonlyArray<DefaultMerge.ResolvedConflict>
}

/** The edited content after the edit. */
type EditedTarget = Omit<OpenedContent, "revision" | "isHead"> & { readonly revision: string }

export interface EditOptions {
  /** Whether `changes` of the result shows the pages, each with everything below it; true by default. */
  readonly showsPages?: boolean
  /** Deletes reusable contents even if something shows them. */
  readonly force?: boolean
}

/** Edits content in batches: a change request, or a space whose edit mode is live (rule batch-references). */
export class ContentEdits extends Context.Service<ContentEdits>()("@quire/core/ContentEdits", {
  make: Effect.gen(function* () {
    const editing = yield* Editing
    const plans = yield* EditPlans
    const uploads = yield* UploadLookup
    const links = yield* LinkIndex
    const contents = yield* Contents
    const requests = yield* ChangeRequestViews
    const revisions = yield* Revisions
    const { base: url } = yield* Addresses
    const { signer } = yield* SigningKeys
    const markdown = yield* Markdown

    const usersOf = Effect.fnUntraced(function* (draft: ContentDraft, root: string, reusableContent: string) {
      const at = yield* links.at(draft, root)
      const key = LinkTarget.reusableKey(draft.space, reusableContent)
      const sources = yield* links.referring(at, [], key, { after: undefined, limit: maxUsersNamed })
      return sources.map(({ owner }) => owner)
    })

    /** The revision that a page is reverted to by default. */
    const revisionBefore = (opened: OpenedContent): string | undefined =>
      opened.changeRequest === undefined ? opened.revision.parents[0] : mergeBase(opened.changeRequest.value)

    const revisionOpener = (opened: OpenedContent): EditBatch["revision"] =>
      Effect.fnUntraced(function* (id) {
        const wanted = id ?? revisionBefore(opened)
        const found = wanted === undefined ? Option.none() : yield* revisions.get(wanted)
        if (Option.isNone(found) || found.value.value.space !== opened.space.value.id) return Option.none()
        return Option.some(yield* Root.open(opened.root.reader, found.value.value.root))
      })

    /** The content that the changes are based on: the opened head, unless they are to be merged (rule content-merge). */
    const openBase = Effect.fnUntraced(function* (head: OpenedContent, { ifRevision, onConflict }: ContentEdit) {
      const actual = head.revision.id
      if (ifRevision === undefined || ifRevision === actual) return head
      const found = yield* revisions.get(ifRevision)
      if (Option.isNone(found) || !wasHead(head, found.value.value)) {
        const rule = "must be a revision of the content that is changed"
        return yield* new ReferenceNotFound({ field: "ifRevision", id: ifRevision, rule })
      }
      if (onConflict !== "merge") return yield* new RevisionOutdated({ expected: ifRevision, actual })
      const revision = found.value.value
      return { ...head, revision, root: yield* Root.open(head.root.reader, revision.root) } satisfies OpenedContent
    })

    /** Merges the changes to a base into the head. */
    const mergeInto = Effect.fnUntraced(function* (
      head: OpenedContent,
      draft: ContentDraft,
      { base, changed, outcomes }: ChangedBase
    ) {
      const roots = { base: base.root.hash, primary: head.root.hash, changed }
      const rule = `must be closer to the current revision: merging takes longer than ${limits.milliseconds / 1_000} seconds`
      const { conflicts, root } = yield* WorkDeadline.limit(
        limits.milliseconds,
        () => new ReferenceNotFound({ field: "ifRevision", id: base.revision.id, rule })
      )(DefaultMerge.merge(draft, roots))
      const deleted = outcomes.flatMap((each) => (each.object === "deleted_page" ? [each.id] : []))
      const kept = yield* Root.pages(yield* Root.open(draft, root), deleted)
      return { root, conflicts, outcomes: outcomes.filter((each) => !("id" in each && kept.has(each.id))) }
    })

    /** The pages that the batch created or changed, as in the new head, without pages that it deleted again. */
    const pagesOf = Effect.fnUntraced(function* (after: EditedTarget, outcomes: ReadonlyArray<PageOutcome>) {
      const edited = yield* Effect.forEach(outcomes, (each) =>
        each.object === "deleted_page"
          ? Effect.succeed([each])
          : Effect.map(
              contents.pageIn(after, each.page),
              (page): ReadonlyArray<PageEdited> =>
                Option.isNone(page) ? [] : [{ object: each.object, page: page.value }]
            )
      )
      return edited.flat()
    })

    const toResult = Effect.fnUntraced(function* (
      after: EditedTarget,
      done: EditOutcome & { readonly plan: EditPlan }
    ) {
      const { conflicts, outcomes, plan } = done
      const { access, changeRequest, revision, space } = after
      const request = changeRequest === undefined ? undefined : yield* requests.one({ access, changeRequest, space })
      const files = [...plan.files.values()].flat()
      const at = { base: url, signer, space: space.value.id }
      return {
        revision,
        ...(request === undefined ? {} : { changeRequest: request }),
        changes: yield* pagesOf(after, outcomes),
        insertedFiles: files.map((file) => FileView.view(file, at)),
        insertedReusableContents: plan.changes.flatMap((change, index) =>
          change.operation === "insert_reusable_content" ? [plan.made.get(index) ?? ""] : []
        ),
        ...(conflicts === undefined ? {} : { merged: true, conflicts: ConflictView.viewResolved(conflicts) })
      } satisfies ContentEditResult
    })

    /** Applies a batch, all of it as one new revision, or nothing. */
    const apply = operation("ContentEdits.apply")(function* (
      target: EditTarget,
      given: ContentEdit,
      options: EditOptions = {}
    ) {
      const input = yield* check(given)
      const edit = { type: "content.edit", subjects: [], fillsEmpty: false, restates: restates(input) } satisfies Edit
      const opened = yield* editing.open(target, edit)
      yield* openBase(opened, input)
      const plan = yield* plans.plan(input, opened.space.value.id)
      const compute = Effect.fnUntraced(function* (head: OpenedContent, draft: ContentDraft, now: number) {
        const base = yield* openBase(head, input)
        const batch: Omit<EditBatch, "ahead"> = {
          draft,
          plan,
          markdown,
          now,
          revision: revisionOpener(base),
          usersOf: (root, id) => usersOf(draft, root, id),
          force: options.force ?? false
        }
        const { outcomes, root } = yield* WorkDeadline.limit(
          limits.milliseconds,
          () => new BatchTooSlow()
        )(EditSteps.apply(batch, base.root.hash))
        const { root: next, ...outcome }: EditOutcome & { readonly root: string } =
          base === head ? { root, outcomes } : yield* mergeInto(head, draft, { base, changed: root, outcomes })
        const subjects = outcome.outcomes.map((each) => (each.object === "deleted_page" ? each.id : each.page))
        return { root: next, outcome, subjects, furtherWrites: () => Effect.asVoid(uploads.remove(plan.uploads)) }
      })
      const { outcome, ...after } = yield* editing.change(target, edit, compute, opened)
      const outcomes = (options.showsPages ?? true) ? outcome.outcomes : []
      return yield* toResult(after, { ...outcome, outcomes, plan })
    })

    return { apply } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(
    Layer.provide([
      ChangeRequestViews.layer,
      Contents.layer,
      EditPlans.layer,
      Editing.layer,
      LinkIndex.layer,
      Revisions.layer,
      SigningKeys.layer,
      UploadLookup.layer
    ])
  )
}

const PageMade = Schema.Struct(
  describeFields({ object: Schema.Literal("created_page"), page: PageView }, { page: "Page after the change." })
)
const PageUpdated = Schema.Struct(
  describeFields({ object: Schema.Literal("updated_page"), page: PageView }, { page: "Page after the change." })
)
const PageDeleted = Schema.Struct(
  describeFields(
    { object: Schema.Literal("deleted_page"), id: Schema.String },
    { id: "Identifier of the deleted page." }
  )
)

/** The effect of a change of a batch on a page; pages are shown as they are after the whole batch. */
export const PageEdited = Schema.Union([PageMade, PageUpdated, PageDeleted]).annotate({ identifier: "PageEdited" })
export type PageEdited = typeof PageEdited.Type

/** Present if the changes were merged (rule content-merge). */
const mergeFields = describeFields(
  {
    merged: Schema.optionalKey(Schema.Boolean),
    conflicts: Schema.optionalKey(Schema.Array(ConflictView.EditConflict))
  },
  {
    merged: "True if the changes were merged with those since `ifRevision`, and absent otherwise.",
    conflicts: "What both the request and others changed since `ifRevision`. Present if the changes were merged."
  }
)

/** A change request after an edit. */
export const EditedChangeRequest = Schema.Struct({ ...ChangeRequestView.fields, ...mergeFields }).annotate({
  identifier: "EditedChangeRequest"
})
export type EditedChangeRequest = typeof EditedChangeRequest.Type

/** The effect of a batch on a change request, or on a live space. */
export const ContentEditResult = Schema.Struct({
  ...describeFields(
    {
      /** The new head. */
      revision: Schema.String,
      changeRequest: Schema.optionalKey(ChangeRequestView),
      changes: Schema.Array(PageEdited),
      insertedFiles: Schema.Array(FileView.FileView),
      insertedReusableContents: Schema.Array(Schema.String)
    },
    {
      revision: "New revision, or the current revision if nothing changed.",
      changeRequest: "Change request that received the changes.",
      changes: "Pages that changed, in the order of the request.",
      insertedFiles: "Files that were added, in order.",
      insertedReusableContents: "Identifiers of reusable contents that were added, in order."
    }
  ),
  ...mergeFields
}).annotate({ identifier: "ContentEditResult" })
export type ContentEditResult = typeof ContentEditResult.Type

/** Only the change request of a result; undefined for primary content. */
export const editedRequest = ({
  changeRequest,
  conflicts,
  merged
}: ContentEditResult): EditedChangeRequest | undefined =>
  changeRequest && {
    ...changeRequest,
    ...(merged === undefined ? {} : { merged }),
    ...(conflicts === undefined ? {} : { conflicts })
  }

/** The operation of this service as hosts call it. */
export interface EditOperation {
  /** Edits content in one batch: a change request, or a space whose edit mode is live (rule batch-references). */
  readonly edit: ContentEdits["Service"]["apply"]
}
