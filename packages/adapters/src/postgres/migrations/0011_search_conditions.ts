import type { Migration } from "../Migrations.ts"

/**
 * The conditions around the text of a section, as JSON. They are null in entries that were made without them, which no
 * publication finds, and on pages that are not listed; all entries are rebuilt at the next start.
 */
export const searchConditions: Migration = {
  id: 11,
  name: "search conditions",
  statements: [
    `alter table search_sections add column conditions text collate "C"`,
    "alter table search_sections alter column conditions set storage main",
    `create index search_sections_conditions on search_sections (space, md5(conditions)) where conditions <> '[]'`
  ]
}
