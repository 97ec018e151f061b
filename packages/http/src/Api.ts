import { HttpApi, OpenApi } from "effect/http-api"
import { AccessApi } from "./access/AccessApi.ts"
import { AuditApi } from "./audit/AuditApi.ts"
import { ChangeRequestsApi } from "./change-request/ChangeRequestsApi.ts"
import { OverviewApi } from "./change-request/OverviewApi.ts"
import { ChangesApi } from "./changes/ChangesApi.ts"
import { CollectionsApi } from "./collection/CollectionsApi.ts"
import { CommentsApi } from "./comment/CommentsApi.ts"
import { SpaceCommentsApi } from "./comment/SpaceCommentsApi.ts"
import { ChangeRequestContentApi } from "./content/ChangeRequestContentApi.ts"
import { ContentApi } from "./content/ContentApi.ts"
import { CustomFieldsApi } from "./custom-field/CustomFieldsApi.ts"
import * as DecodeReport from "./DecodeReport.ts"
import { CollectionGrantsApi } from "./grant/CollectionGrantsApi.ts"
import { SpaceGrantsApi } from "./grant/SpaceGrantsApi.ts"
import { InformationApi } from "./information/InformationApi.ts"
import { InvitesApi } from "./invite/InvitesApi.ts"
import { LinksApi } from "./link/LinksApi.ts"
import { MembersApi } from "./member/MembersApi.ts"
import { MergeRulesApi } from "./merge-rules/MergeRulesApi.ts"
import { OrganizationsApi } from "./organization/OrganizationsApi.ts"
import { ReviewsApi } from "./review/ReviewsApi.ts"
import { RevisionsApi } from "./revision/RevisionsApi.ts"
import { SignInApi } from "./sign-in/SignInApi.ts"
import { SpacesApi } from "./space/SpacesApi.ts"
import { TeamsApi } from "./team/TeamsApi.ts"
import { TokensApi } from "./token/TokensApi.ts"
import { UsersApi } from "./user/UsersApi.ts"

/** The contract: OpenAPI, the typed client and the tests that walk over every endpoint are derived from it. */
export class Api extends HttpApi.make("v1")
  .add(InformationApi)
  .add(UsersApi)
  .add(TokensApi)
  .add(OrganizationsApi)
  .add(CollectionsApi)
  .add(SpacesApi)
  .add(CustomFieldsApi)
  .add(ContentApi)
  .add(RevisionsApi)
  .add(ChangeRequestsApi)
  .add(ChangeRequestContentApi)
  .add(ChangesApi)
  .add(LinksApi)
  .add(CommentsApi)
  .add(SpaceCommentsApi)
  .add(ReviewsApi)
  .add(MergeRulesApi)
  .add(OverviewApi)
  .add(SpaceGrantsApi)
  .add(CollectionGrantsApi)
  .add(MembersApi)
  .add(TeamsApi)
  .add(AuditApi)
  .add(AccessApi)
  .add(InvitesApi)
  .add(SignInApi)
  .annotate(HttpApi.PayloadParseOptions, DecodeReport.options)
  .annotate(OpenApi.Title, "Quire")
  .annotate(OpenApi.Version, "1")
  .annotate(OpenApi.Description, "Documentation spaces, their content, change requests, sites and organizations.") {}
