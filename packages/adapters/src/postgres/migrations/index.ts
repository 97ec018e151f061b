import type { StoreCopy } from "@quire/core"
import type { Migration } from "../Migrations.ts"
import { initialSchema } from "./0001_initial_schema.ts"
import { searchTerms } from "./0002_search_terms.ts"
import { searchSynonyms } from "./0003_search_synonyms.ts"

/** The history of the schema, oldest first. */
export const migrations: ReadonlyArray<Migration> = [initialSchema, searchTerms, searchSynonyms]

const newest = migrations.findLast(({ derived }) => derived !== true) ?? initialSchema

/** The schema that backups are written with (rule backup-schema). */
export const latest: StoreCopy.StoreSchema = { id: newest.id, name: newest.name }
