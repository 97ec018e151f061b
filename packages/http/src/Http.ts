import type { Addresses, Engine, Markdown, Typesetting } from "@quire/core"
import { type FileSystem, Layer, type Path } from "effect"
import type { Etag, HttpPlatform, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "./Api.ts"
import { Contract } from "./documentation/Contract.ts"
import * as Documentation from "./documentation/Documentation.ts"
import { Absence } from "./foundation/error/Absence.ts"
import { Failures } from "./foundation/error/Failures.ts"
import * as Authentication from "./foundation/exchange/Authentication.ts"
import * as Capture from "./foundation/exchange/Capture.ts"
import type { RateLimit } from "./foundation/exchange/RateLimit.ts"
import type { Readiness } from "./foundation/exchange/Readiness.ts"
import { InformationApi } from "./information/InformationApi.ts"
import * as Integrations from "./integrations/Area.ts"
import * as Descriptions from "./openapi/Area.ts"
import * as People from "./people/Area.ts"
import type { OrganizationCreation } from "./people/organization/OrganizationCreation.ts"
import * as Proposals from "./proposals/Area.ts"
import * as Console from "./server/Console.ts"
import * as Health from "./server/Health.ts"
import * as Sites from "./sites/Area.ts"
import * as Spaces from "./spaces/Area.ts"
import * as Translations from "./translations/Area.ts"

const groups = Layer.mergeAll(
  InformationApi.layer,
  People.layer,
  Descriptions.layer,
  Spaces.layer,
  Proposals.layer,
  Translations.layer,
  Sites.layer,
  Integrations.layer
)

/**
 * The whole API, including its routes outside `/v1`. Needs the engine's services, a rate limit and a readiness probe.
 */
export const layer: Layer.Layer<
  Contract,
  never,
  | Engine.Services
  | Markdown.Markdown
  | Typesetting.Typesetting
  | Addresses.Addresses
  | OrganizationCreation
  | RateLimit
  | Readiness
  | HttpRouter.HttpRouter
  | Etag.Generator
  | FileSystem.FileSystem
  | HttpPlatform.HttpPlatform
  | Path.Path
> = Layer.mergeAll(
  Health.layer,
  Documentation.layer,
  Console.layer,
  People.routes,
  Descriptions.routes,
  Spaces.routes,
  Sites.routes,
  Integrations.routes
).pipe(
  Layer.provideMerge(
    HttpApiBuilder.layer(Api).pipe(
      Layer.provide(Capture.layer(groups)),
      Layer.provide([Layer.provide(Authentication.layer, Absence.layer), Failures.layer])
    )
  ),
  Layer.provideMerge(Contract.layer(Api))
)
