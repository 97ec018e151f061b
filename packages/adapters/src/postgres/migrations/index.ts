import type { StoreCopy } from "@quire/core"
import type { Migration } from "../Migrations.ts"
import { initialSchema } from "./0001_initial_schema.ts"
import { searchTerms } from "./0002_search_terms.ts"
import { searchSynonyms } from "./0003_search_synonyms.ts"
import { uploads } from "./0004_uploads.ts"
import { contentPresences } from "./0005_content_presences.ts"
import { importRuns } from "./0006_import_runs.ts"

/** The history of the schema, oldest first. */
export const migrations: ReadonlyArray<Migration> = [
  initialSchema,
  searchTerms,
  searchSynonyms,
  uploads,
  contentPresences,
  importRuns
]

const inBackups = migrations.filter(({ derived }) => derived !== true)

const newest = inBackups.at(-1) ?? initialSchema

/** The last migration that did more than add collections. */
const lastChange = inBackups.findLastIndex(({ adds }) => adds === undefined)

/** The schema that backups are written with, and earlier ones (rule backup-schema). */
export const latest: StoreCopy.CurrentSchema = {
  id: newest.id,
  name: newest.name,
  earlier: inBackups.slice(lastChange, -1).map(({ id, name }) => ({
    id,
    name,
    lacks: inBackups.flatMap(({ adds = [], id: later }) => (later > id ? adds : []))
  }))
}
