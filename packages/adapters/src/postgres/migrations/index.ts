import type { Migration } from "../Migrations.ts"
import { foundation } from "./0001_foundation.ts"
import { changeRequests } from "./0002_change_requests.ts"
import { search } from "./0003_search.ts"
import { people } from "./0004_people.ts"
import { letterCounts } from "./0005_letter_counts.ts"

/** The history of the schema, oldest first. */
export const migrations: ReadonlyArray<Migration> = [foundation, changeRequests, search, people, letterCounts]
