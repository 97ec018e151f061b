import { Layer } from "effect"
import * as BlobUses from "../foundation/blob/BlobUses.ts"
import * as Repository from "../foundation/store/Repository.ts"
import type { StoredRows } from "../foundation/store/StoredRows.ts"
import * as OrganizationRows from "../people/organization/OrganizationRows.ts"
import { blobsOf as blobsOfAnswers, collection as computedAnswers } from "./computed/ComputedAnswers.ts"
import { ComputedContents } from "./computed/ComputedContents.ts"
import { ComputedRoots } from "./computed/ComputedRoots.ts"
import { collection as computedSpaces } from "./computed/ComputedSpace.ts"
import { OpenedAnswers } from "./computed/OpenedAnswers.ts"
import { collection as openApiSpecs } from "./spec/OpenApiSpec.ts"
import { OpenApiSpecs } from "./spec/OpenApiSpecs.ts"
import { collection as openApiVersions } from "./spec/OpenApiVersion.ts"
import { OpenApiVersions } from "./spec/OpenApiVersions.ts"
import { OpenedSpecs } from "./spec/OpenedSpecs.ts"
import { SpecContents } from "./spec/SpecContents.ts"
import * as SpecProcessing from "./spec/SpecProcessing.ts"

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

/** Services of API descriptions and the content computed from them. */
export const layer = Layer.mergeAll(
  ComputedContents.layer,
  ComputedRoots.layer,
  OpenApiSpecs.layer,
  OpenApiVersions.layer,
  OpenedAnswers.layer,
  OpenedSpecs.layer,
  SpecContents.layer,
  SpecProcessing.layer
)

/** Operations of this area that hosts call, by the name of their group. */
export const hostGroups = {
  openApiSpecs: OpenApiSpecs,
  openApiVersions: OpenApiVersions,
  specContents: SpecContents
}
