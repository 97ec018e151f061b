import { HttpApi, OpenApi } from "@effect/platform"
import { CollectionsApi } from "./collection/CollectionsApi.ts"
import { ContentApi } from "./content/ContentApi.ts"
import { Everywhere } from "./Errors.ts"
import { InformationApi } from "./information/InformationApi.ts"
import { OrganizationsApi } from "./organization/OrganizationsApi.ts"
import { RevisionsApi } from "./revision/RevisionsApi.ts"
import { SpacesApi } from "./space/SpacesApi.ts"
import { UsersApi } from "./user/UsersApi.ts"

/** The contract: OpenAPI, the typed client and the tests that walk over every endpoint are derived from it. */
export class Api extends HttpApi.make("v1")
  .add(InformationApi)
  .add(UsersApi)
  .add(OrganizationsApi)
  .add(CollectionsApi)
  .add(SpacesApi)
  .add(ContentApi)
  .add(RevisionsApi)
  .addError(Everywhere)
  .annotate(OpenApi.Title, "Quire")
  .annotate(OpenApi.Version, "1")
  .annotate(OpenApi.Description, "Documentation spaces, their content, change requests, sites and organizations.") {}
