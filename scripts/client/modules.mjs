import { operationsModule, routesModule } from "./operations.mjs"
import { schemasModule } from "./schemas.mjs"

/** The modules of `@quire/client` that are generated from the API description, by path. */
export const clientModules = (document) => [
  ["packages/client/src/Schemas.ts", schemasModule(document)],
  ["packages/client/src/Operations.ts", operationsModule(document)],
  ["packages/client/src/Routes.ts", routesModule(document)]
]
