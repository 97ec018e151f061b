import { Effect, Option, Schema } from "effect"
import type { BodyInput } from "../../content/document/BodyInput.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type { Reusable } from "../../content/tree/Reusable.ts"
import * as Root from "../../content/tree/Root.ts"
import { ReferenceNotFound } from "../../people/access/Access.ts"
import { type EditBatch, idOf, makeReading, type Step } from "./EditBatch.ts"
import * as EditDocuments from "./EditDocuments.ts"
import type { ChangeOf } from "./EditInput.ts"

/** The reusable content is still in use; the error names some of the uses (rule reusable-use). */
export class ReusableContentInUse extends Schema.TaggedError<ReusableContentInUse>()("ReusableContentInUse", {
  id: Schema.String,
  pages: Schema.Array(Schema.String)
}) {
  readonly kind = "conflict" as const
  override get message() {
    return `reusable content ${this.id} is used by ${this.pages.join(", ")}; set force to delete it anyway`
  }
}

const withBody = Effect.fnUntraced(function* (
  batch: EditBatch,
  root: string,
  own: Reusable,
  body: BodyInput | null | undefined,
  field: string
) {
  if (body === undefined) return own
  const { document: hash, ...rest } = own
  if (body === null) return rest
  const old = yield* DocumentNode.get(batch.draft, hash)
  const reading = yield* makeReading(batch, root, { id: own.id, title: own.title, parent: null }, { old, field })
  const document = yield* EditDocuments.put(batch.draft, body, reading)
  return document === null ? rest : { ...rest, document }
})

const findReusable = Effect.fnUntraced(function* (batch: EditBatch, root: string, text: string, field: string) {
  const opened = yield* Root.open(batch.draft, root)
  const found = yield* Root.reusable(opened, idOf(batch, text))
  if (Option.isNone(found)) return yield* new ReferenceNotFound({ field, id: text })
  return found.value
})

export const insert = Effect.fnUntraced(function* (
  batch: EditBatch,
  root: string,
  change: ChangeOf<"insert_reusable_content">,
  at: { readonly index: number; readonly id: string }
) {
  const own = { id: at.id, title: change.title }
  const made = yield* withBody(batch, root, own, change.document, `changes.${at.index}.document`)
  return { root: yield* Root.putReusable(batch.draft, root, [made]) } satisfies Step
})

export const update = Effect.fnUntraced(function* (
  batch: EditBatch,
  root: string,
  change: ChangeOf<"update_reusable_content">,
  index: number
) {
  const field = `changes.${index}`
  const found = yield* findReusable(batch, root, change.reusableContent, `${field}.reusableContent`)
  const own = { ...found, title: change.title ?? found.title }
  const next = yield* withBody(batch, root, own, change.document, `${field}.document`)
  return { root: yield* Root.putReusable(batch.draft, root, [next]) } satisfies Step
})

/** Deletes a reusable content; refused while something shows it, unless the batch forces it. */
export const remove = Effect.fnUntraced(function* (
  batch: EditBatch,
  root: string,
  change: ChangeOf<"delete_reusable_content">,
  index: number
) {
  const { id } = yield* findReusable(batch, root, change.reusableContent, `changes.${index}.reusableContent`)
  const pages = batch.force ? [] : yield* batch.usersOf(root, id)
  if (pages.length > 0) return yield* new ReusableContentInUse({ id, pages })
  return { root: yield* Root.removeReusable(batch.draft, root, [id]) } satisfies Step
})
