import type { Migration } from "../Migrations.ts"
import { computedContentTables } from "./initial-schema/ComputedContent.ts"
import { foundationTables } from "./initial-schema/Foundation.ts"
import { integrationTables } from "./initial-schema/Integrations.ts"
import { peopleTables } from "./initial-schema/People.ts"
import { siteTables } from "./initial-schema/Sites.ts"
import { spaceTables } from "./initial-schema/Spaces.ts"

/** Every table of the first version. Tables come after those that they refer to. */
export const initialSchema: Migration = {
  id: 1,
  name: "initial schema",
  statements: [foundationTables, peopleTables, spaceTables, computedContentTables, siteTables, integrationTables]
}
