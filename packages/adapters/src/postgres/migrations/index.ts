import type { StoreCopy } from "@quire/core"
import type { Migration } from "../Migrations.ts"
import { initialSchema } from "./0001_initial_schema.ts"
import { searchTerms } from "./0002_search_terms.ts"

/** The history of the schema, oldest first. */
export const migrations: ReadonlyArray<Migration> = [initialSchema, searchTerms]

const newest = migrations.at(-1) ?? initialSchema

/** The schema that all of them make. */
export const latest: StoreCopy.StoreSchema = { id: newest.id, name: newest.name }
