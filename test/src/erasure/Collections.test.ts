import { CollectionRegistry } from "@quire/core/internal"
import { assert, it } from "vitest"

/** What each collection has to do with people; a new one is to say it here. */
const kept = {
  erased: ["users", "audit_entries"],
  ended: [
    "user_identities",
    "members",
    "team_members",
    "grants",
    "link_invites",
    "api_tokens",
    "sessions",
    "sign_in_codes",
    "letter_counts",
    "mails"
  ],
  ids: [
    "placements",
    "spaces",
    "collections",
    "sites",
    "change_requests",
    "comments",
    "comment_replies",
    "commenters",
    "reviews",
    "revisions",
    "merge_rules",
    "integration_versions",
    "integration_events",
    "event_subscriptions"
  ],
  nothing: [
    "installations",
    "signing_keys",
    "organizations",
    "organization_trees",
    "site_structures",
    "site_adaptive_schemas",
    "file_records",
    "pdfs",
    "site_pdfs",
    "link_sources",
    "link_totals",
    "teams",
    "saml_providers",
    "oidc_client_secrets",
    "saml_requests",
    "used_assertions",
    "openapi_specs",
    "openapi_versions",
    "api_imports",
    "computed_spaces",
    "computed_answers",
    "translation_settings",
    "translation_languages",
    "translated_texts",
    "glossary_entries",
    "custom_fields",
    "custom_field_uses",
    "customizations",
    "site_redirects",
    "share_links",
    "publishing_auth",
    "custom_hostnames",
    "integrations",
    "integration_secrets",
    "integration_installations",
    "installation_secrets",
    "place_installations",
    "outbox_places",
    "delivery_queues",
    "event_deliveries",
    "integration_tasks",
    "told_visibilities",
    "block_drawings",
    "webhooks",
    "webhook_secrets",
    "audit_chains",
    "blob_locations",
    "server_addresses"
  ]
} as const

it("declares for every collection what it stores about people (rule user-erase)", () => {
  assert.deepStrictEqual(Object.values(kept).flat().sort(), CollectionRegistry.shapes.map(({ name }) => name).sort())
})
