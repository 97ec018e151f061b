import { Schema } from "effect"
import { describeFields, optional } from "../../foundation/input/Input.ts"
import { Json } from "../../foundation/text/CanonicalJson.ts"
import { PageAttributes } from "./SemanticChange.ts"

const block = { block: Schema.String }
const blockDescription = { block: "Key of the block." }

const TextPart = Schema.Struct(
  describeFields(
    { type: Schema.Literals(["kept", "added", "removed"]), nodes: Schema.Array(Json) },
    { type: "Whether both versions have this part, or only the later or the earlier one.", nodes: "Inline nodes." }
  )
).annotate({ identifier: "TextPart" })

/** A change of one block of a document (rule page-compare). */
export const BlockChange = Schema.Union([
  Schema.Struct(describeFields({ type: Schema.Literal("block_added"), ...block }, blockDescription)),
  Schema.Struct(
    describeFields(
      {
        type: Schema.Literal("block_removed"),
        ...block,
        before: Json,
        parent: optional(Schema.String),
        slot: optional(Schema.String),
        follows: optional(Schema.String)
      },
      {
        ...blockDescription,
        before: "The block as it was, with the blocks in it.",
        parent: "Key of the block that it was in; absent at the top of the document.",
        slot: "Name of the fragment of that block that it was in, if that has fragments.",
        follows: "Key of the nearest block before it that is still in the same list; absent if there is none."
      }
    )
  ),
  Schema.Struct(describeFields({ type: Schema.Literal("block_moved"), ...block }, blockDescription)),
  Schema.Struct(
    describeFields(
      {
        type: Schema.Literal("block_edited"),
        ...block,
        before: Json,
        text: optional(Schema.Array(TextPart))
      },
      {
        ...blockDescription,
        before: "The block as it was, without the blocks in it.",
        text: "The text of the block in parts, if it changed: removed parts before those that replaced them."
      }
    )
  )
]).annotate({ identifier: "BlockChange" })
export type BlockChange = typeof BlockChange.Type

/** The changes of a page: its attributes, and the blocks of its document (rule page-compare). */
export const PageChanges = Schema.Struct(
  describeFields(
    {
      page: Schema.String,
      type: Schema.Literals(["created", "edited", "deleted", "unchanged"]),
      attributes: PageAttributes,
      blocks: Schema.Array(BlockChange)
    },
    {
      page: "Identifier of the page.",
      type: "What happened to the page.",
      attributes: "Attributes that changed, each with its values.",
      blocks: "Changes of blocks, in document order. Blocks in an added or removed block are part of it."
    }
  )
).annotate({ identifier: "PageChanges" })
export type PageChanges = typeof PageChanges.Type
