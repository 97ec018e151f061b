import { Input, InstallationId } from "@quire/core"
import { Schema } from "effect"

/** The name of an integration, in any case. */
const IntegrationName = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter((name) => /^[A-Za-z0-9._-]{1,100}$/u.test(name) || "must be the name of an integration", {
      toJsonSchema: () => ({ pattern: "^[A-Za-z0-9._-]{1,100}$" })
    })
  )
)

/** Path parameters that name an integration. */
export const integration = Schema.Struct(
  Input.describeFields({ integrationName: IntegrationName }, { integrationName: "Name of the integration." })
)

/** Path parameters that name an installation. */
export const installation = Schema.Struct({ ...integration.fields, installationId: InstallationId })
