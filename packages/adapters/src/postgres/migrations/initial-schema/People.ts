import { row, trigramIndex } from "./Columns.ts"

/** Users, organizations, access, sign-in and the audit log. */
export const peopleTables = `
-- Users and how they authenticate. An external ID belongs to one user.
create table "users" (
  ${row},
  "email" text collate "C" not null,
  "externalId" text collate "C",
  "hasExternalId" boolean,
  "words" text collate "C" not null
);
create index "users_byEmail_idx" on "users" ("email", "id");
create unique index "users_email_key" on "users" ("email");
create unique index "users_externalId_key" on "users" ("externalId") where "hasExternalId" = true;
${trigramIndex("users")};

create table "user_identities" (
  ${row},
  "user" text collate "C" references "users" ("id") on delete cascade deferrable initially deferred
);
create index "user_identities_ofUser_idx" on "user_identities" ("user", "id");
create unique index "user_identities_user_key" on "user_identities" ("user") nulls not distinct;

create table "api_tokens" (
  ${row},
  "user" text collate "C" references "users" ("id") on delete cascade deferrable initially deferred,
  "digest" text collate "C" not null,
  "revoked" boolean,
  "expiresAt" bigint
);
create index "api_tokens_ofUser_idx" on "api_tokens" ("user", "id");
create index "api_tokens_kept_idx" on "api_tokens" ("user", "revoked", "id");
create index "api_tokens_live_idx" on "api_tokens" ("user", "revoked", "expiresAt", "id");
create unique index "api_tokens_digest_key" on "api_tokens" ("digest");

create table "sign_in_codes" (
  ${row},
  "user" text collate "C" references "users" ("id") on delete cascade deferrable initially deferred,
  "expiresAt" bigint
);
create index "sign_in_codes_ofUser_idx" on "sign_in_codes" ("user", "id");
create index "sign_in_codes_expiring_idx" on "sign_in_codes" ("expiresAt", "id");

-- Organizations, their members and teams.
create table "organizations" (
  ${row},
  "hostname" text collate "C",
  "hasHostname" boolean,
  "emailDomains" text[] collate "C" not null
);
create unique index "organizations_hostname_key" on "organizations" ("hostname") where "hasHostname" = true;
create index "organizations_emailDomains_set" on "organizations" using gin ("emailDomains");

create table "organization_trees" (
  ${row},
  foreign key ("id") references "organizations" ("id") on delete cascade deferrable initially deferred
);
create table "organization_trees_counters" (
  "id" text collate "C" primary key references "organization_trees" ("id") on delete cascade,
  "spaces" bigint not null default 0,
  "collections" bigint not null default 0,
  "sites" bigint not null default 0
);

create table "members" (
  ${row},
  "organization" text collate "C" not null references "organizations" ("id") deferrable initially deferred,
  "user" text collate "C" references "users" ("id") deferrable initially deferred,
  "role" text collate "C",
  "disabled" boolean,
  "joinedAt" bigint,
  "lastSeenAt" bigint,
  "isSeen" boolean,
  "teams" text[] collate "C" not null,
  "words" text collate "C" not null
);
create unique index "members_scoped_key" on "members" ("organization", "id");
create index "members_inOrganization_idx" on "members" ("organization", "joinedAt", "id");
create index "members_ofRole_idx" on "members" ("organization", "role", "joinedAt", "id");
create index "members_seen_idx" on "members" ("organization", "lastSeenAt", "id") where "isSeen" = true;
create index "members_seenOfRole_idx" on "members" ("organization", "role", "lastSeenAt", "id") where "isSeen" = true;
create index "members_byId_idx" on "members" ("organization", "id");
create index "members_withRole_idx" on "members" ("organization", "role", "disabled", "id");
create index "members_ofUser_idx" on "members" ("user", "organization", "id");
create index "members_active_idx" on "members" ("user", "disabled", "organization", "id");
create unique index "members_pair_key" on "members" ("organization", "user") nulls not distinct;
create index "members_teams_set" on "members" using gin ("teams");
${trigramIndex("members")};
create table "members_counters" (
  "id" text collate "C" primary key references "members" ("id") on delete cascade,
  "spaces" bigint not null default 0,
  "teams" bigint not null default 0
);

create table "teams" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred,
  "words" text collate "C" not null
);
create unique index "teams_scoped_key" on "teams" ("organization", "id");
create index "teams_inOrganization_idx" on "teams" ("organization", "id");
${trigramIndex("teams")};
create table "teams_counters" (
  "id" text collate "C" primary key references "teams" ("id") on delete cascade,
  "members" bigint not null default 0,
  "spaces" bigint not null default 0
);

create table "team_members" (
  ${row},
  "organization" text collate "C",
  "team" text collate "C",
  "user" text collate "C",
  "member" text collate "C",
  constraint "team_members_team_fkey" foreign key ("organization", "team")
    references "teams" ("organization", "id") deferrable initially deferred,
  constraint "team_members_member_fkey" foreign key ("organization", "member")
    references "members" ("organization", "id") deferrable initially deferred
);
create index "team_members_inTeam_idx" on "team_members" ("team", "id");
create index "team_members_ofUser_idx" on "team_members" ("organization", "user", "id");
create index "team_members_member_ref" on "team_members" ("member");

-- Placements: spaces, collections and sites in the tree of their organization, and the access to them.
create table "placements" (
  ${row},
  "kind" text collate "C",
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred,
  "parent" text collate "C",
  "position" text collate "C",
  "ancestors" text[] collate "C" not null,
  "readers" text[] collate "C" not null,
  "active" boolean,
  "deletedAt" bigint,
  "deletion" text collate "C",
  "creator" text collate "C"
);
create unique index "placements_scoped_key" on "placements" ("organization", "id");
create index "placements_siblings_idx" on "placements" ("organization", "parent", "active", "position", "id");
create index "placements_children_idx" on "placements" ("organization", "parent", "kind", "active", "position", "id");
create index "placements_inOrganization_idx" on "placements" ("organization", "kind", "active", "id");
create index "placements_byCreator_idx" on "placements" ("organization", "creator", "id");
create index "placements_ofDeletion_idx" on "placements" ("organization", "deletion", "id");
create index "placements_deletedIn_idx" on "placements" ("organization", "kind", "active", "deletedAt", "id");
create index "placements_deleted_idx" on "placements" ("active", "kind", "deletedAt", "id") where "active" = false;
create index "placements_ancestors_set" on "placements" using gin ("ancestors");
create index "placements_readers_set" on "placements" using gin ("readers");

-- One row per placement and reader.
create table "placement_readers" (
  "organization" text collate "C" not null,
  "kind" text collate "C" not null,
  "key" text collate "C" not null,
  "placement" text collate "C" not null,
  primary key ("organization", "kind", "key", "placement")
);
create index "placement_readers_placement" on "placement_readers" ("placement", "kind");

create table "grants" (
  ${row},
  "organization" text collate "C",
  "resource" text collate "C",
  "reader" text collate "C" not null,
  "kind" text collate "C",
  constraint "grants_resource_fkey" foreign key ("organization", "resource")
    references "placements" ("organization", "id") on delete cascade deferrable initially deferred
);
create index "grants_onResource_idx" on "grants" ("resource", "id");
create index "grants_direct_idx" on "grants" ("resource", "kind", "id");
create index "grants_ofReader_idx" on "grants" ("organization", "reader", "id");
create unique index "grants_pair_key" on "grants" ("resource", "reader") nulls not distinct;

create table "link_invites" (
  ${row},
  "sealedWith" text collate "C",
  "organization" text collate "C" references "organizations" ("id") deferrable initially deferred,
  "kind" text collate "C",
  "resource" text collate "C",
  "creator" text collate "C",
  "createdAt" bigint,
  constraint "link_invites_resource_fkey" foreign key ("organization", "resource")
    references "placements" ("organization", "id") on delete cascade deferrable initially deferred
);
create index "link_invites_sealed_idx" on "link_invites" ("sealedWith", "id");
create index "link_invites_inOrganization_idx" on "link_invites" ("organization", "kind", "createdAt", "id");
create index "link_invites_onResource_idx" on "link_invites" ("resource", "id");
create index "link_invites_byCreator_idx" on "link_invites" ("organization", "creator", "id");

-- Emails to be sent, and daily counts of emails by recipient and by sender.
create table "mails" (
  ${row},
  "sealedWith" text collate "C",
  "dueAt" bigint
);
create index "mails_sealed_idx" on "mails" ("sealedWith", "id");
create index "mails_due_idx" on "mails" ("dueAt", "id");

create table "letter_counts" (
  ${row},
  foreign key ("id") references "users" ("id") on delete cascade deferrable initially deferred
);

-- Identity providers of organizations, pending sign-in requests, used assertions, and browser sessions.
create table "saml_providers" (
  ${row},
  "organization" text collate "C" references "organizations" ("id") on delete cascade deferrable initially deferred,
  "usable" boolean,
  "defaultTeam" text collate "C"
);
create index "saml_providers_inOrganization_idx" on "saml_providers" ("organization", "id");
create index "saml_providers_usable_idx" on "saml_providers" ("organization", "usable", "id");
create index "saml_providers_withTeam_idx" on "saml_providers" ("organization", "defaultTeam", "id");

create table "oidc_client_secrets" (
  ${row},
  "sealedWith" text collate "C",
  foreign key ("id") references "saml_providers" ("id") on delete cascade deferrable initially deferred
);
create index "oidc_client_secrets_sealed_idx" on "oidc_client_secrets" ("sealedWith", "id");

create table "saml_requests" (
  ${row},
  "provider" text collate "C" references "saml_providers" ("id") on delete cascade deferrable initially deferred,
  "expiresAt" bigint,
  "returnTo" text collate "C"
);
create index "saml_requests_expiring_idx" on "saml_requests" ("expiresAt", "id");
create index "saml_requests_ofProvider_idx" on "saml_requests" ("provider", "id");

create table "used_assertions" (
  ${row},
  "provider" text collate "C" references "saml_providers" ("id") on delete cascade deferrable initially deferred,
  "digest" text collate "C" not null,
  "expiresAt" bigint
);
create index "used_assertions_expiring_idx" on "used_assertions" ("expiresAt", "id");
create unique index "used_assertions_assertion_key" on "used_assertions" ("provider", "digest") nulls not distinct;

create table "sessions" (
  ${row},
  "user" text collate "C" references "users" ("id") on delete cascade deferrable initially deferred,
  "digest" text collate "C" not null,
  "previous" text collate "C" not null,
  "organization" text collate "C",
  "provider" text collate "C" references "saml_providers" ("id") on delete cascade deferrable initially deferred,
  "expiresAt" bigint
);
create index "sessions_ofUser_idx" on "sessions" ("user", "id");
create index "sessions_forOrganization_idx" on "sessions" ("user", "organization", "id");
create index "sessions_ofProvider_idx" on "sessions" ("provider", "id");
create index "sessions_expiring_idx" on "sessions" ("expiresAt", "id");
create unique index "sessions_digest_key" on "sessions" ("digest");
create unique index "sessions_previous_key" on "sessions" ("previous");

-- The audit log.
create table "audit_entries" (
  ${row},
  "organization" text collate "C" not null,
  "sequence" bigint not null,
  "at" bigint,
  "type" text collate "C",
  "actor" text collate "C",
  "subjects" text[] collate "C" not null
);
create index "audit_entries_inOrganization_idx" on "audit_entries" ("organization", "sequence", "id");
create index "audit_entries_ofPerson_idx" on "audit_entries" ("actor", "at", "id");
create index "audit_entries_inTime_idx" on "audit_entries" ("organization", "at", "sequence", "id");
create index "audit_entries_byActor_idx" on "audit_entries" ("organization", "actor", "at", "sequence", "id");
create index "audit_entries_ofType_idx" on "audit_entries" ("organization", "type", "at", "sequence", "id");
create index "audit_entries_byActorOfType_idx"
  on "audit_entries" ("organization", "actor", "type", "at", "sequence", "id");
create unique index "audit_entries_place_key" on "audit_entries" ("organization", "sequence");
create index "audit_entries_subjects_set" on "audit_entries" using gin ("subjects");

create table "audit_chains" (
  ${row}
);
`
