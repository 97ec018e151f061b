import type { StoreCopy } from "@quire/core"
import type { Migration } from "../Migrations.ts"
import { foundation } from "./0001_foundation.ts"
import { changeRequests } from "./0002_change_requests.ts"
import { search } from "./0003_search.ts"
import { people } from "./0004_people.ts"
import { letterCounts } from "./0005_letter_counts.ts"
import { hosts } from "./0006_hosts.ts"
import { upkeep } from "./0007_upkeep.ts"
import { eventTypes } from "./0008_event_types.ts"
import { sites } from "./0009_sites.ts"
import { siteSettings } from "./0010_site_settings.ts"
import { searchConditions } from "./0011_search_conditions.ts"
import { customHostnames } from "./0013_custom_hostnames.ts"
import { jobs } from "./0015_jobs.ts"
import { openApiSpecs } from "./0016_openapi_specs.ts"
import { specJobs } from "./0017_spec_jobs.ts"
import { computedSpaces } from "./0018_computed_spaces.ts"
import { apiImports } from "./0019_api_imports.ts"
import { singleSignOn } from "./0020_single_sign_on.ts"
import { translations } from "./0021_translations.ts"
import { pdfs } from "./0022_pdfs.ts"
import { sessions } from "./0023_sessions.ts"
import { openIdConnect } from "./0024_open_id_connect.ts"
import { sitePdfs } from "./0025_site_pdfs.ts"
import { integrations } from "./0028_integrations.ts"
import { installations } from "./0029_installations.ts"
import { deliveries } from "./0030_deliveries.ts"
import { integrationEvents } from "./0032_integration_events.ts"
import { webhooks } from "./0033_webhooks.ts"
import { computedAnswers } from "./0034_computed_answers.ts"
import { integrationTasks } from "./0035_integration_tasks.ts"
import { blockDrawings } from "./0037_block_drawings.ts"
import { rateBudgets } from "./0038_rate_budgets.ts"
import { eventSubscriptions } from "./0039_event_subscriptions.ts"
import { people as dataOfPeople } from "./0040_people.ts"
import { pastContent } from "./0043_past_content.ts"
import { searchEntries } from "./0044_search_entries.ts"
import { jobShares } from "./0045_job_shares.ts"
import { signingKeys } from "./0046_signing_keys.ts"
import { agreedScopes } from "./0047_agreed_scopes.ts"
import { claimedAddresses } from "./0048_claimed_addresses.ts"
import { blobLocations } from "./0049_blob_locations.ts"
import { serverAddresses } from "./0051_server_addresses.ts"

/** The history of the schema, oldest first. */
export const migrations: ReadonlyArray<Migration> = [
  foundation,
  changeRequests,
  search,
  people,
  letterCounts,
  hosts,
  upkeep,
  eventTypes,
  sites,
  siteSettings,
  searchConditions,
  customHostnames,
  jobs,
  openApiSpecs,
  specJobs,
  computedSpaces,
  apiImports,
  singleSignOn,
  translations,
  pdfs,
  sessions,
  openIdConnect,
  sitePdfs,
  integrations,
  installations,
  deliveries,
  integrationEvents,
  webhooks,
  computedAnswers,
  integrationTasks,
  blockDrawings,
  rateBudgets,
  eventSubscriptions,
  dataOfPeople,
  pastContent,
  searchEntries,
  jobShares,
  signingKeys,
  agreedScopes,
  claimedAddresses,
  blobLocations,
  serverAddresses
]

const newest = migrations.reduce((newest, migration) => (migration.id > newest.id ? migration : newest), foundation)

/** The schema that all of them make. */
export const latest: StoreCopy.StoreSchema = { id: newest.id, name: newest.name }
