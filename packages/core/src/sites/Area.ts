import * as Repository from "../foundation/store/Repository.ts"
import type { StoredRows } from "../foundation/store/StoredRows.ts"
import { collection as siteAdaptiveSchemas } from "./adaptive-schema/SiteAdaptiveSchema.ts"
import { collection as customHostnames } from "./custom-hostname/CustomHostname.ts"
import { collection as customizations } from "./customization/Customization.ts"
import { collection as publishingAuth, sealedRows as sealedPublishingAuth } from "./publishing-auth/PublishingAuth.ts"
import { collection as siteRedirects } from "./redirect/SiteRedirect.ts"
import { sealedRows as sealedShareLinks, collection as shareLinks } from "./share-link/ShareLink.ts"
import { collection as sites } from "./site/Site.ts"
import { collection as siteStructures } from "./structure/SiteStructure.ts"

/** What is stored of this area. */
export const rows: StoredRows = {
  collections: [
    Repository.shapeOf(sites),
    Repository.shapeOf(siteStructures),
    Repository.shapeOf(siteAdaptiveSchemas),
    Repository.shapeOf(customizations),
    Repository.shapeOf(siteRedirects),
    Repository.shapeOf(shareLinks),
    Repository.shapeOf(publishingAuth),
    Repository.shapeOf(customHostnames)
  ],
  sealed: [sealedShareLinks, sealedPublishingAuth]
}
