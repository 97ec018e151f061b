import * as Repository from "../foundation/store/Repository.ts"
import type { StoredRows } from "../foundation/store/StoredRows.ts"
import * as OrganizationRows from "../people/organization/OrganizationRows.ts"
import { collection as apiImports } from "./api-import/ApiImport.ts"
import { collection as changeRequests, personalRows as personalRequests } from "./change-request/ChangeRequest.ts"
import { collection as collections } from "./collection/Collection.ts"
import { collection as customFields } from "./custom-field/CustomField.ts"
import { collection as customFieldUses } from "./custom-field/CustomFieldUse.ts"
import { collection as pdfs } from "./pdf/Pdf.ts"
import { collection as sitePdfs } from "./pdf/SitePdf.ts"
import { collection as revisions } from "./revision/Revision.ts"
import { collection as spaces } from "./space/Space.ts"

/** What is stored of this area. */
export const rows: StoredRows = {
  collections: [
    Repository.shapeOf(collections),
    Repository.shapeOf(spaces),
    Repository.shapeOf(changeRequests),
    Repository.shapeOf(revisions),
    Repository.shapeOf(pdfs),
    Repository.shapeOf(sitePdfs),
    Repository.shapeOf(apiImports),
    Repository.shapeOf(customFields),
    Repository.shapeOf(customFieldUses)
  ],
  personal: [...personalRequests]
}

/** Collections that are removed with their organization. */
export const inOrganizations: ReadonlyArray<OrganizationRows.Source> = [OrganizationRows.source(customFields)]
