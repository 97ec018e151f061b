import type * as BlobUses from "../blob/BlobUses.ts"
import type * as MentioningRows from "../personal-data/MentioningRows.ts"
import type * as PersonalRows from "../personal-data/PersonalRows.ts"
import type * as SealedRows from "../secret/SealedRows.ts"
import type { StoredCollection } from "./Columns.ts"

/** The collections of an area, and which of their rows need care beyond storing them. */
export interface StoredRows {
  readonly collections: ReadonlyArray<StoredCollection>
  /** Collections whose rows contain sealed texts. */
  readonly sealed?: ReadonlyArray<SealedRows.Source>
  /** Rows that are personal data of one user (rule user-export). */
  readonly personal?: ReadonlyArray<PersonalRows.Source>
  /** Collections whose rows may name any user, in texts of programs (rule user-erase). */
  readonly mentioning?: ReadonlyArray<MentioningRows.Source>
  /** Collections that prevent the removal of bytes. */
  readonly blobs?: ReadonlyArray<BlobUses.Source>
}
