import { SiteStructure } from "@quire/core"
import { SitePaths } from "@quire/core/internal"

const isUnique = (texts: ReadonlyArray<string>) => new Set(texts).size === texts.length

/** Faults in the structure of a site, independent of the edits that led to it. */
export const find = (self: SiteStructure.SiteStructure): ReadonlyArray<string> => {
  const sections = SiteStructure.listSections(self).map(({ section }) => section)
  const siteSpaces = SiteStructure.listSiteSpaces(self)
  const families = [self.root, ...sections]
  const claims: Readonly<Record<string, boolean>> = {
    "is flat or has sections": sections.length === 0 || self.root.siteSpaces.length === 0,
    "has one default section if any": (sections.length === 0) === (self.defaultSection === null),
    "names a default section that is there":
      self.defaultSection === null || sections.some(({ id }) => id === self.defaultSection),
    "has no empty section": sections.every(({ siteSpaces: own }) => own.length > 0),
    "has one default of each family, which shows if any does": families.every(
      ({ defaultSiteSpace, siteSpaces: own }) => {
        const chosen = own.find(({ id }) => id === defaultSiteSpace)
        if (own.length === 0) return defaultSiteSpace === null
        return chosen !== undefined && (!chosen.isHidden || own.every(({ isHidden }) => isHidden))
      }
    ),
    "has each path of sections once": isUnique(sections.map(({ path }) => path)),
    "has each path of a family once": families.every(({ siteSpaces: own }) => isUnique(own.map(({ path }) => path))),
    "has each space of a family once": families.every(({ siteSpaces: own }) => isUnique(own.map(({ space }) => space))),
    "has each id once": isUnique([
      ...siteSpaces.map(({ siteSpace }) => siteSpace.id),
      ...sections.map(({ id }) => id),
      ...SiteStructure.listGroups(self).map(({ id }) => id)
    ]),
    "has paths that can be given": [...sections, ...siteSpaces.map(({ siteSpace }) => siteSpace)].every(({ path }) =>
      SitePaths.isPath(path)
    ),
    "keeps few former paths, none of them its own": [
      ...sections,
      ...siteSpaces.map(({ siteSpace }) => siteSpace)
    ].every(
      ({ formerPaths, path }) =>
        formerPaths.length <= SiteStructure.limits.formerPaths && isUnique([path, ...formerPaths])
    )
  }
  return Object.entries(claims).flatMap(([claim, holds]) => (holds ? [] : [claim]))
}
