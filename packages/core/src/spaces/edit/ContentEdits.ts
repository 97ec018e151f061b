import { Context, Effect, Layer, Option, Schema } from "effect"
import { Markdown } from "../../content/document/Markdown.ts"
import * as FileView from "../../content/file/FileView.ts"
import { LinkIndex } from "../../content/link-index/LinkIndex.ts"
import * as LinkTarget from "../../content/link-index/LinkTarget.ts"
import type { ContentDraft } from "../../content/tree/ContentDraft.ts"
import { PageView } from "../../content/tree/PageView.ts"
import * as Root from "../../content/tree/Root.ts"
import { checked, describeFields } from "../../foundation/input/Input.ts"
import { Addresses } from "../../foundation/operation/Addresses.ts"
import { operation } from "../../foundation/operation/Operation.ts"
import * as WorkDeadline from "../../foundation/scheduling/WorkDeadline.ts"
import { SigningKeys } from "../../foundation/secret/SigningKeys.ts"
import { ChangeRequestView, mergeBase } from "../change-request/ChangeRequest.ts"
import { ChangeRequestViews } from "../change-request/ChangeRequestViews.ts"
import type { OpenedContent } from "../commit/ContentBase.ts"
import { Contents } from "../content/Contents.ts"
import { Revisions } from "../revision/Revisions.ts"
import type { EditBatch, PageOutcome } from "./EditBatch.ts"
import { type ContentEdit, ContentEdit as ContentEditSchema } from "./EditInput.ts"
import { type Edit, Editing, type EditTarget } from "./Editing.ts"
import { type EditPlan, EditPlans } from "./EditPlan.ts"
import * as EditSteps from "./EditSteps.ts"

const check = checked(ContentEditSchema)

/** Maximum number of listed pages and contents that use a reusable content that cannot be deleted. */
const maxUsersNamed = 10

export const limits = {
  /** How long the changes of one batch may take to apply, not counting time spent waiting for pools. */
  milliseconds: 8_000
} as const

/** The texts of the batch take too long to read together (rule batch-time). */
export class BatchTooSlow extends Schema.TaggedError<BatchTooSlow>()("BatchTooSlow", {}) {
  readonly kind = "limit" as const
  override get message() {
    return `changes: they take longer than ${limits.milliseconds / 1_000} seconds to apply; send fewer changes per request`
  }
}

/** Whether all changes only update existing items, so that they may change nothing (rule request-equal-values). */
const restates = ({ changes }: ContentEdit): boolean =>
  changes.every(
    ({ operation }) =>
      operation === "update_page" || operation === "update_reusable_content" || operation === "revert_page"
  )

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
      done: { readonly outcomes: ReadonlyArray<PageOutcome>; readonly plan: EditPlan }
    ) {
      const { outcomes, plan } = done
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
        )
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
      const plan = yield* plans.plan(input)
      const compute = Effect.fnUntraced(function* (opened: OpenedContent, draft: ContentDraft, now: number) {
        const batch: Omit<EditBatch, "ahead"> = {
          draft,
          plan,
          markdown,
          now,
          revision: revisionOpener(opened),
          usersOf: (root, id) => usersOf(draft, root, id),
          force: options.force ?? false
        }
        const { outcomes, root } = yield* WorkDeadline.limit(
          limits.milliseconds,
          () => new BatchTooSlow()
        )(EditSteps.apply(batch, opened.root.hash))
        const subjects = outcomes.map((each) => (each.object === "deleted_page" ? each.id : each.page))
        return { root, outcome: outcomes, subjects }
      })
      const { outcome, ...after } = yield* editing.change(target, edit, compute, opened)
      return yield* toResult(after, { outcomes: (options.showsPages ?? true) ? outcome : [], plan })
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
      SigningKeys.layer
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

/** The effect of a batch on a change request, or on a live space. */
export const ContentEditResult = Schema.Struct(
  describeFields(
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
  )
).annotate({ identifier: "ContentEditResult" })
export type ContentEditResult = typeof ContentEditResult.Type

/** The operation of this service as hosts call it. */
export interface EditOperation {
  /** Edits content in one batch: a change request, or a space whose edit mode is live (rule batch-references). */
  readonly edit: ContentEdits["Service"]["apply"]
}
