import type { Site } from "@quire/client"
import { Globe, GlobeOff } from "lucide-react"
import { siteMessages as texts } from "../messages/SiteMessages.ts"

/** Whether a site is published. */
export const SiteBadge = ({ published }: Pick<Site, "published">) => (
  <span className={published ? "badge badge-open" : "badge"}>
    {published ? <Globe aria-hidden /> : <GlobeOff aria-hidden />}
    {published ? texts.isPublished : texts.isNotPublished}
  </span>
)
