import { OpenApi } from "effect/http-api"
import * as Group from "./foundation/endpoint/Group.ts"
import { InformationApi } from "./information/InformationApi.ts"
import * as Integrations from "./integrations/Area.ts"
import * as Descriptions from "./openapi/Area.ts"
import * as People from "./people/Area.ts"
import * as Proposals from "./proposals/Area.ts"
import * as Sites from "./sites/Area.ts"
import * as Spaces from "./spaces/Area.ts"
import * as Translations from "./translations/Area.ts"

/** The API contract. OpenAPI, the typed client and the tests that cover every endpoint are derived from it. */
export class Api extends Group.base
  .add(
    InformationApi,
    ...People.groups,
    ...Descriptions.groups,
    ...Spaces.groups,
    ...Proposals.groups,
    ...Translations.groups,
    ...Sites.groups,
    ...Integrations.groups
  )
  .annotate(OpenApi.Title, "Quire")
  .annotate(OpenApi.Version, "1")
  .annotate(OpenApi.Description, "Documentation spaces, their content, change requests, sites and organizations.") {}
