import type { Migration } from "../Migrations.ts"

/** The revisions of the primary content of a space by their time: which was primary then is one entry. */
export const pastContent: Migration = {
  id: 43,
  name: "past content",
  statements: [`create index "revisions_ofPrimaryAt_idx" on "revisions" ("space", "changeRequest", "createdAt", "id")`]
}
