import { Effect, Option } from "effect"
import type { Markdown } from "../../content/document/Markdown.ts"
import type { ContentDraft } from "../../content/tree/ContentDraft.ts"
import type * as Page from "../../content/tree/Page.ts"
import * as PagePath from "../../content/tree/PagePath.ts"
import * as Root from "../../content/tree/Root.ts"
import { ReferenceNotFound } from "../../organizations/access/Access.ts"
import type { Reading } from "./EditDocuments.ts"
import type { EditPlan } from "./EditPlan.ts"

/** What a batch did to one page. */
export type PageOutcome =
  | { readonly object: "created_page" | "updated_page"; readonly page: string }
  | { readonly object: "deleted_page"; readonly id: string }

/** A batch while it is applied: everything but the root, which each change takes and gives. */
export interface EditBatch {
  readonly draft: ContentDraft
  readonly plan: EditPlan
  readonly markdown: Markdown["Service"]
  readonly now: number
  /** Opens another revision of the space, that before the edits without an id; none when there is no such revision. */
  readonly revision: (id: string | undefined) => Effect.Effect<Option.Option<Root.Root>>
  /** Some of the pages and reusable contents that show a reusable content. */
  readonly usersOf: (root: string, reusableContent: string) => Effect.Effect<ReadonlyArray<string>>
  /** Whether a reusable content may go that something refers to. */
  readonly force: boolean
  /** The pages as the whole batch leaves them, their documents aside; none where a change refuses it. */
  readonly ahead: Effect.Effect<Option.Option<Root.Root>>
}

/** The root after a change, and what that did to a page. */
export interface Step {
  readonly root: string
  readonly outcome?: PageOutcome
}

/** The id that a text of the input stands for: a ref of the batch, else itself. */
export const idOf = (batch: EditBatch, text: string): string => batch.plan.refs.get(text) ?? text

/** The page that an input names; refused with the field when there is none. */
export const pageNamed = Effect.fnUntraced(function* (batch: EditBatch, root: string, text: string, field: string) {
  const opened = yield* Root.open(batch.draft, root)
  const found = yield* Root.page(opened, idOf(batch, text))
  if (Option.isNone(found)) return yield* new ReferenceNotFound({ field, id: text })
  return found.value
})

/** The parent that an input names: null is the top. */
export const parentNamed = Effect.fnUntraced(function* (
  batch: EditBatch,
  root: string,
  into: string | null | undefined,
  field: string
) {
  return into === null || into === undefined ? null : (yield* pageNamed(batch, root, into, field)).id
})

/** How the body of a page below `parent` is read. */
export const readingOf = Effect.fnUntraced(function* (
  batch: EditBatch,
  root: string,
  page: { readonly id: string; readonly title: string; readonly parent: string | null },
  rest: Pick<Reading, "old" | "field">
) {
  const opened = yield* Root.open(batch.draft, root)
  const paths = page.parent === null ? new Map<string, string>() : yield* PagePath.pathsOf(opened, [page.parent])
  const { ahead, markdown, plan } = batch
  const scope = { root: opened, ahead, refs: plan.refs, folder: paths.get(page.parent ?? "") ?? "" }
  return { markdown, scope, texts: plan.texts, title: page.title, seed: page.id, ...rest } satisfies Reading
})

/** The hash of a page's document, where it has one. */
export const documentOf = (page: Page.Page): string | undefined =>
  page.type === "document" ? page.document : undefined
