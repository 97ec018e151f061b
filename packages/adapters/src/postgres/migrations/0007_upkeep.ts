import type { Migration } from "../Migrations.ts"
import * as Spellings from "./Spellings.ts"

/** Adds the id of the key to sealed rows, so that those sealed with another key are found. */
const addSealedWith = (table: string): ReadonlyArray<string> => [
  `alter table "${table}" add column "sealedWith" text collate "C"`,
  `update "${table}" set "sealedWith" = split_part("doc"->>'sealed', '.', 2)`,
  `create index "${table}_sealed_idx" on "${table}" ("sealedWith", "id")`
]

/**
 * Identifies the server of an epoch by the transaction that wrote its row, instead of by a function that ordinary roles
 * may not call everywhere. It begins an epoch once all writers of earlier events have ended.
 */
const outboxEpochs = [
  `lock table outbox_events in access exclusive mode`,
  `alter table outbox_epochs rename column cluster to written_by`,
  `insert into outbox_epochs
    select max(epoch) + 1, gen_random_uuid()::text, pg_current_xact_id()::xid::text from outbox_epochs`
]

/** Support for changing the secret key and for managed servers, and normalized addresses. */
export const upkeep: Migration = {
  id: 7,
  name: "upkeep",
  statements: [...addSealedWith("mails"), ...addSealedWith("link_invites"), ...outboxEpochs],
  rewrite: Spellings.rewrite
}
