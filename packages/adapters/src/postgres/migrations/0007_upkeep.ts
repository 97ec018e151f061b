import type { Migration } from "../Migrations.ts"
import * as Spellings from "./Spellings.ts"

/** What another secret key has sealed is found by the id of the key. */
const sealed = (table: string): ReadonlyArray<string> => [
  `alter table "${table}" add column "sealedWith" text collate "C"`,
  `update "${table}" set "sealedWith" = split_part("doc"->>'sealed', '.', 2)`,
  `create index "${table}_sealed_idx" on "${table}" ("sealedWith", "id")`
]

/**
 * Which server an epoch is of was told by a function that ordinary roles may not call everywhere. It is told by the
 * transaction now that wrote the row: this one begins an epoch, when those that wrote events of the one before are over.
 */
const outboxEpochs = [
  `lock table outbox_events in access exclusive mode`,
  `alter table outbox_epochs rename column cluster to written_by`,
  `insert into outbox_epochs
    select max(epoch) + 1, gen_random_uuid()::text, pg_current_xact_id()::xid::text from outbox_epochs`
]

/** What operators need who change a secret key, or run on a server that is not theirs, and one spelling of addresses. */
export const upkeep: Migration = {
  id: 7,
  name: "upkeep",
  statements: [...sealed("mails"), ...sealed("link_invites"), ...outboxEpochs],
  rewrite: Spellings.rewrite
}
