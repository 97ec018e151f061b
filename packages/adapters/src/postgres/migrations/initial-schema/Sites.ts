import { row, trigramIndex } from "./Columns.ts"

/** Sites and their settings. */
export const siteTables = `
-- Sites and their structure.
create table "sites" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred,
  "basename" text collate "C" not null,
  "hostname" text collate "C",
  "hasHostname" boolean,
  "type" text collate "C",
  "published" boolean,
  "words" text collate "C" not null,
  constraint "sites_id_fkey" foreign key ("organization", "id")
    references "placements" ("organization", "id") on delete cascade deferrable initially deferred
);
create unique index "sites_scoped_key" on "sites" ("organization", "id");
create index "sites_inOrganization_idx" on "sites" ("organization", "published", "type", "id");
create unique index "sites_basename_key" on "sites" ("organization", "basename") nulls not distinct;
create unique index "sites_hostname_key" on "sites" ("hostname") where "hasHostname" = true;
${trigramIndex("sites")};

create table "site_structures" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred,
  "spaces" text[] collate "C" not null,
  constraint "site_structures_id_fkey" foreign key ("organization", "id")
    references "sites" ("organization", "id") on delete cascade deferrable initially deferred
);
create index "site_structures_inOrganization_idx" on "site_structures" ("organization", "id");
create index "site_structures_spaces_set" on "site_structures" using gin ("spaces");

-- Settings of sites.
create table "site_adaptive_schemas" (
  ${row},
  "organization" text collate "C",
  constraint "site_adaptive_schemas_id_fkey" foreign key ("organization", "id")
    references "sites" ("organization", "id") on delete cascade deferrable initially deferred
);

create table "customizations" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred,
  "site" text collate "C",
  constraint "customizations_site_fkey" foreign key ("organization", "site")
    references "sites" ("organization", "id") on delete cascade deferrable initially deferred
);
create index "customizations_inSite_idx" on "customizations" ("organization", "site", "id");

create table "site_redirects" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred,
  "site" text collate "C",
  "source" text collate "C" not null,
  constraint "site_redirects_site_fkey" foreign key ("organization", "site")
    references "sites" ("organization", "id") on delete cascade deferrable initially deferred
);
create index "site_redirects_inSite_idx" on "site_redirects" ("organization", "site", "id");
create unique index "site_redirects_source_key" on "site_redirects" ("site", "source") nulls not distinct;

create table "custom_hostnames" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred,
  "site" text collate "C",
  "hostname" text collate "C",
  "verified" boolean,
  constraint "custom_hostnames_site_fkey" foreign key ("organization", "site")
    references "sites" ("organization", "id") on delete cascade deferrable initially deferred
);
create index "custom_hostnames_inSite_idx" on "custom_hostnames" ("organization", "site", "id");
create index "custom_hostnames_ofHostname_idx" on "custom_hostnames" ("hostname", "id");
create unique index "custom_hostnames_verified_key" on "custom_hostnames" ("hostname") where "verified" = true;

-- How visitors get access.
create table "share_links" (
  ${row},
  "sealedWith" text collate "C",
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred,
  "site" text collate "C",
  "digest" text collate "C" not null,
  constraint "share_links_site_fkey" foreign key ("organization", "site")
    references "sites" ("organization", "id") on delete cascade deferrable initially deferred
);
create index "share_links_sealed_idx" on "share_links" ("sealedWith", "id");
create index "share_links_inSite_idx" on "share_links" ("organization", "site", "id");
create unique index "share_links_digest_key" on "share_links" ("digest");

create table "publishing_auth" (
  ${row},
  "sealedWith" text collate "C",
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred,
  constraint "publishing_auth_id_fkey" foreign key ("organization", "id")
    references "sites" ("organization", "id") on delete cascade deferrable initially deferred
);
create index "publishing_auth_sealed_idx" on "publishing_auth" ("sealedWith", "id");
create index "publishing_auth_organization_ref" on "publishing_auth" ("organization");

-- Requested PDFs of published sites.
create table "site_pdfs" (
  ${row},
  "site" text collate "C" references "sites" ("id") on delete cascade deferrable initially deferred,
  "waiting" boolean,
  "askedAt" bigint,
  "blobs" text[] collate "C" not null
);
create index "site_pdfs_inSite_idx" on "site_pdfs" ("site", "id");
create index "site_pdfs_waiting_idx" on "site_pdfs" ("site", "waiting", "id");
create index "site_pdfs_asked_idx" on "site_pdfs" ("askedAt", "id");
create index "site_pdfs_blobs_set" on "site_pdfs" using gin ("blobs");
`
