import { type HttpApi, HttpApiBuilder } from "@effect/platform"
import type { Addresses, Engine } from "@quire/core"
import { Layer } from "effect"
import { Api } from "./Api.ts"
import * as Authentication from "./Authentication.ts"
import * as CollectionsHttp from "./collection/CollectionsHttp.ts"
import * as ContentHttp from "./content/ContentHttp.ts"
import * as Documentation from "./documentation/Documentation.ts"
import * as FilesHttp from "./file/FilesHttp.ts"
import * as Health from "./Health.ts"
import * as InformationHttp from "./information/InformationHttp.ts"
import type { OrganizationCreation } from "./organization/OrganizationCreation.ts"
import * as OrganizationsHttp from "./organization/OrganizationsHttp.ts"
import type { RateLimit } from "./RateLimit.ts"
import type { Readiness } from "./Readiness.ts"
import * as RevisionsHttp from "./revision/RevisionsHttp.ts"
import * as SpacesHttp from "./space/SpacesHttp.ts"
import * as UsersHttp from "./user/UsersHttp.ts"

const groups = Layer.mergeAll(
  InformationHttp.layer,
  UsersHttp.layer,
  OrganizationsHttp.layer,
  CollectionsHttp.layer,
  SpacesHttp.layer,
  ContentHttp.layer,
  RevisionsHttp.layer
)

/** The whole API with its routes outside of `/v1`. Needs the engine's services, a rate limit and a readiness. */
export const layer: Layer.Layer<
  HttpApi.Api,
  never,
  | Engine.Services
  | Addresses.Addresses
  | OrganizationCreation
  | RateLimit
  | Readiness
  | HttpApiBuilder.Router
  | HttpApiBuilder.Middleware
> = Layer.mergeAll(Health.layer, Documentation.layer, FilesHttp.layer).pipe(
  Layer.provideMerge(HttpApiBuilder.api(Api).pipe(Layer.provide(groups), Layer.provide(Authentication.layer)))
)
