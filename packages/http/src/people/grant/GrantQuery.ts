import { Input, Role } from "@quire/core"
import { Schema } from "effect"
import * as Paging from "../../foundation/query/Paging.ts"

/** A page limited to exactly this role. */
export const RolePage = Schema.Struct(
  Input.describeFields(
    {
      ...Paging.UrlParams.fields,
      role: Schema.optionalKey(Role.Role)
    },
    { role: "Role that the grants must give." }
  )
)
