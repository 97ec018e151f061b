import type { Migration } from "../Migrations.ts"

/** Installations keep what they have been able to do: the scopes that their integrations declare now are agreed to. */
export const agreedScopes: Migration = {
  id: 47,
  name: "agreed scopes",
  statements: [
    `update "integration_installations" i set doc = jsonb_set(i.doc, '{agreedScopes}', n.doc->'scopes'), version = i.version + 1
      from "integrations" n where n.id = i.integration`
  ]
}
