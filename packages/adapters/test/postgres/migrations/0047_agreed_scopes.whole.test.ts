import { assert, it } from "@effect/vitest"
import { InstallationId, OrganizationId, Repository } from "@quire/core"
import { Integration, IntegrationInstallation } from "@quire/core/internal"
import { Effect, Layer, Option } from "effect"
import * as Migrations from "../../../src/postgres/Migrations.ts"
import { migrations } from "../../../src/postgres/migrations/index.ts"
import * as PgRowStore from "../../../src/postgres/PgRowStore.ts"
import { PgSession } from "../../../src/postgres/PgSession.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

const store = PgRowStore.layer.pipe(Layer.provideMerge(TestDatabase.layer()))

const organization = OrganizationId.make("o")

const integration: Integration.Integration = {
  id: Integration.idOf("Helper"),
  name: "Helper",
  organization,
  version: 1,
  title: "Helper",
  description: "Helps.",
  summary: null,
  icon: null,
  previewImages: [],
  target: "all",
  verified: false,
  visibility: "public",
  scopes: ["space:content:read", "openapi:read"],
  categories: [],
  blocks: null,
  contentSources: null,
  configurations: null,
  externalLinks: [],
  contentSecurityPolicy: null,
  isPublished: true,
  createdAt: 0,
  updatedAt: 0
}

it.effect("gives existing installations the scopes that their integrations declare (rule installation-scopes)", () =>
  Effect.gen(function* () {
    const { query, schema } = yield* PgSession
    yield* Migrations.apply(migrations.filter(({ id }) => id < 46))
    const table = `"${schema}"."integration_installations"`
    yield* query(`alter table ${table} drop constraint "integration_installations_organization_fkey"`)
    yield* query(`alter table "${schema}"."integrations" drop constraint "integrations_organization_fkey"`)
    yield* (yield* Repository.make(Integration.collection)).insert(integration)
    const installations = yield* Repository.make(IntegrationInstallation.collection)
    yield* installations.insert({
      id: InstallationId.make("i"),
      integration: integration.id,
      organization,
      configuration: {},
      spaceSelection: "all",
      siteSelection: "selected",
      externalIds: [],
      agreedScopes: [],
      createdAt: 0,
      updatedAt: 0
    })
    yield* query(`update ${table} set doc = doc - 'agreedScopes'`)
    const agreed = Effect.map(installations.get("i"), (found) =>
      Option.getOrUndefined(Option.map(found, ({ value }) => value.agreedScopes))
    )
    assert.deepStrictEqual(yield* agreed, [])
    yield* Migrations.apply(migrations)
    assert.deepStrictEqual(yield* agreed, integration.scopes)
  }).pipe(Effect.provide(store))
)
