import type { Addresses, Engine } from "@quire/core"
import { type FileSystem, Layer, type Path } from "effect"
import type { Etag, HttpPlatform, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Absence } from "./Absence.ts"
import { Api } from "./Api.ts"
import * as Authentication from "./Authentication.ts"
import * as AccessHttp from "./access/AccessHttp.ts"
import * as AuditHttp from "./audit/AuditHttp.ts"
import * as Capture from "./Capture.ts"
import { Contract } from "./Contract.ts"
import * as ChangeRequestsHttp from "./change-request/ChangeRequestsHttp.ts"
import * as OverviewHttp from "./change-request/OverviewHttp.ts"
import * as ChangesHttp from "./changes/ChangesHttp.ts"
import * as CollectionsHttp from "./collection/CollectionsHttp.ts"
import * as CommentsHttp from "./comment/CommentsHttp.ts"
import * as SpaceCommentsHttp from "./comment/SpaceCommentsHttp.ts"
import * as ChangeRequestContentHttp from "./content/ChangeRequestContentHttp.ts"
import * as ContentHttp from "./content/ContentHttp.ts"
import * as CustomFieldsHttp from "./custom-field/CustomFieldsHttp.ts"
import * as Documentation from "./documentation/Documentation.ts"
import { Failures } from "./Failures.ts"
import * as FilesHttp from "./file/FilesHttp.ts"
import * as CollectionGrantsHttp from "./grant/CollectionGrantsHttp.ts"
import * as SpaceGrantsHttp from "./grant/SpaceGrantsHttp.ts"
import * as Health from "./Health.ts"
import * as InformationHttp from "./information/InformationHttp.ts"
import * as InvitesHttp from "./invite/InvitesHttp.ts"
import * as LinksHttp from "./link/LinksHttp.ts"
import * as MembersHttp from "./member/MembersHttp.ts"
import * as MergeRulesHttp from "./merge-rules/MergeRulesHttp.ts"
import type { OrganizationCreation } from "./organization/OrganizationCreation.ts"
import * as OrganizationsHttp from "./organization/OrganizationsHttp.ts"
import type { RateLimit } from "./RateLimit.ts"
import type { Readiness } from "./Readiness.ts"
import * as ReviewsHttp from "./review/ReviewsHttp.ts"
import * as RevisionsHttp from "./revision/RevisionsHttp.ts"
import * as SignInHttp from "./sign-in/SignInHttp.ts"
import * as SignInPages from "./sign-in/SignInPages.ts"
import * as SpacesHttp from "./space/SpacesHttp.ts"
import * as TeamsHttp from "./team/TeamsHttp.ts"
import * as TokensHttp from "./token/TokensHttp.ts"
import * as UsersHttp from "./user/UsersHttp.ts"

const groups = Layer.mergeAll(
  InformationHttp.layer,
  UsersHttp.layer,
  TokensHttp.layer,
  AuditHttp.layer,
  AccessHttp.layer,
  OrganizationsHttp.layer,
  CollectionsHttp.layer,
  SpacesHttp.layer,
  CustomFieldsHttp.layer,
  ContentHttp.layer,
  ChangeRequestsHttp.layer,
  ChangeRequestContentHttp.layer,
  RevisionsHttp.layer,
  CommentsHttp.layer,
  SpaceCommentsHttp.layer,
  ChangesHttp.layer,
  LinksHttp.layer,
  ReviewsHttp.layer,
  MergeRulesHttp.layer,
  MembersHttp.layer,
  TeamsHttp.layer,
  OverviewHttp.layer,
  InvitesHttp.layer,
  SignInHttp.layer,
  SpaceGrantsHttp.layer,
  CollectionGrantsHttp.layer
)

/** The whole API with its routes outside of `/v1`. Needs the engine's services, a rate limit and a readiness. */
export const layer: Layer.Layer<
  Contract,
  never,
  | Engine.Services
  | Addresses.Addresses
  | OrganizationCreation
  | RateLimit
  | Readiness
  | HttpRouter.HttpRouter
  | Etag.Generator
  | FileSystem.FileSystem
  | HttpPlatform.HttpPlatform
  | Path.Path
> = Layer.mergeAll(Health.layer, Documentation.layer, FilesHttp.layer, SignInPages.layer).pipe(
  Layer.provideMerge(
    HttpApiBuilder.layer(Api).pipe(
      Layer.provide(Capture.layer(groups)),
      Layer.provide([Layer.provide(Authentication.layer, Absence.layer), Failures.layer])
    )
  ),
  Layer.provideMerge(Contract.layer(Api))
)
