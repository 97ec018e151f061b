import * as BlobUses from "../foundation/blob/BlobUses.ts"
import * as Repository from "../foundation/store/Repository.ts"
import type { StoredRows } from "../foundation/store/StoredRows.ts"
import * as OrganizationRows from "../people/organization/OrganizationRows.ts"
import { blobsOf as blobsOfAnswers, collection as computedAnswers } from "./computed/ComputedAnswers.ts"
import { collection as computedSpaces } from "./computed/ComputedSpace.ts"
import { collection as openApiSpecs } from "./spec/OpenApiSpec.ts"
import { collection as openApiVersions } from "./spec/OpenApiVersion.ts"

/** What is stored of this area. */
export const rows: StoredRows = {
  collections: [
    Repository.shapeOf(openApiSpecs),
    Repository.shapeOf(openApiVersions),
    Repository.shapeOf(computedSpaces),
    Repository.shapeOf(computedAnswers)
  ],
  blobs: [BlobUses.source(computedAnswers, blobsOfAnswers)]
}

/** Collections that are removed with their organization. */
export const inOrganizations: ReadonlyArray<OrganizationRows.Source> = [OrganizationRows.source(openApiSpecs)]
