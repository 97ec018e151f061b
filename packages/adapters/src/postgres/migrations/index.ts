import type { Migration } from "../Migrations.ts"
import { foundation } from "./0001_foundation.ts"

/** The history of the schema, oldest first. */
export const migrations: ReadonlyArray<Migration> = [foundation]
