import { Result } from "effect"
import type { ReferenceNotFound } from "../../people/access/Access.ts"
import { findSection, type SiteStructure } from "../structure/SiteStructure.ts"
import * as SiteStructureEdits from "../structure/SiteStructureEdits.ts"
import type { SiteSectionNotFound } from "../structure/SiteStructureErrors.ts"

/** The default section and site space. */
export interface SiteDefaults {
  readonly defaultSiteSection: string | null
  readonly defaultSiteSpace: string | null
}

/** The default section, and the default site-space of it or of a flat site. */
export const of = (self: SiteStructure): SiteDefaults => ({
  defaultSiteSection: self.defaultSection,
  defaultSiteSpace:
    (self.defaultSection === null ? self.root : findSection(self, self.defaultSection)?.section)?.defaultSiteSpace ??
    null
})

export const equals = (left: SiteDefaults, right: SiteDefaults): boolean =>
  left.defaultSiteSection === right.defaultSiteSection && left.defaultSiteSpace === right.defaultSiteSpace

/** Sets the default section, then the default site-space in the default section or of a flat site (rule site-defaults). */
export const change = (
  self: SiteStructure,
  {
    defaultSiteSection: section,
    defaultSiteSpace: siteSpace
  }: { readonly [K in keyof SiteDefaults]?: string | undefined }
): Result.Result<SiteStructure, ReferenceNotFound | SiteSectionNotFound> => {
  const sectioned = section === undefined ? Result.succeed(self) : SiteStructureEdits.setDefaultSection(self, section)
  return Result.flatMap(
    sectioned,
    (next): Result.Result<SiteStructure, ReferenceNotFound | SiteSectionNotFound> =>
      siteSpace === undefined
        ? Result.succeed(next)
        : SiteStructureEdits.setDefaultSiteSpace(next, next.defaultSection, siteSpace)
  )
}
