import type {
  Condition,
  DescribedPage,
  DescribedSection,
  DescribedSite,
  DescribedVariant,
  Part,
  Visitor
} from "./ApiSites.ts"

/** What an anonymous reader sees. */
const anonymous = { beta: false, staff: false, plan: undefined } as const

type Seer = Visitor | typeof anonymous

const holds = (site: DescribedSite, visitor: Seer | undefined, condition: Condition | undefined): boolean => {
  if (condition === undefined) return true
  const seer = site.isAdaptive && visitor !== undefined ? visitor : anonymous
  switch (condition) {
    case "beta":
      return seer.beta
    case "notBeta":
      return !seer.beta
    case "staff":
      return seer.staff
    case "team":
      return seer.plan === "team"
    case "paying":
      return seer.plan === "team" || seer.plan === "whole"
    case "never":
    case "broken":
      return false
  }
}

/** A site-space that is seen. */
export interface SeenVariant {
  readonly section: DescribedSection
  readonly variant: DescribedVariant
}

/** The site-spaces that a visitor sees, in order; a visitor that came without a token is undefined. */
export const listVariants = (site: DescribedSite, visitor: Visitor | undefined): ReadonlyArray<SeenVariant> =>
  site.sections.flatMap((section) =>
    holds(site, visitor, section.condition)
      ? section.variants
          .filter(({ condition }) => holds(site, visitor, condition))
          .map((variant) => ({ section, variant }))
      : []
  )

/** The words of the parts that a visitor sees; a card has no words. */
const wordsOf = (
  site: DescribedSite,
  visitor: Visitor | undefined,
  own: number,
  parts: ReadonlyArray<Part>
): ReadonlyArray<string> =>
  parts.flatMap((part) => {
    if (!part.conditions.every((condition) => holds(site, visitor, condition))) return []
    if (part.kind === "card") return []
    if (part.kind !== "include") return [part.word]
    return wordsOf(site, visitor, own, site.spaces[own]?.contents[part.content]?.parts ?? [])
  })

/** The words of a page's text that a visitor sees. */
export const wordsOfPage = (
  site: DescribedSite,
  visitor: Visitor | undefined,
  own: number,
  page: DescribedPage
): ReadonlySet<string> => new Set(wordsOf(site, visitor, own, page.parts))

/** All words of texts in a site, seen or not. */
export const listTextWords = ({ spaces }: DescribedSite): ReadonlySet<string> =>
  new Set(
    spaces.flatMap(({ contents, pages }) =>
      [...pages, ...contents].flatMap(({ parts }) => parts.map(({ word }) => word))
    )
  )

/** The words of titles and paths that a visitor may meet somewhere: those of site-spaces that are seen. */
export const listNames = (site: DescribedSite, visitor: Visitor | undefined): ReadonlySet<string> =>
  new Set(
    listVariants(site, visitor).flatMap(({ section, variant }) => {
      const space = site.spaces[variant.space]
      return [
        ...(site.isFlat ? [] : [section.title, section.path]),
        variant.path,
        space?.title ?? "",
        ...(space?.pages ?? []).map(({ title }) => title)
      ]
    })
  )

/** The path of a page in its space: its words are their own slugs. */
export const pathOf = (site: DescribedSite, own: number, page: DescribedPage): string => {
  const pages = site.spaces[own]?.pages ?? []
  const above = page.parent === undefined ? undefined : pages[page.parent]
  return above === undefined ? page.title : `${pathOf(site, own, above)}/${page.title}`
}

/** Whether the contents of a space list a page. */
export const isListed = (site: DescribedSite, own: number, page: DescribedPage): boolean => {
  const pages = site.spaces[own]?.pages ?? []
  const above = page.parent === undefined ? undefined : pages[page.parent]
  return !page.hidden && (above === undefined || isListed(site, own, above))
}

/** Pages in reading order: those below a page come before its next sibling. */
const inOrder = (
  pages: ReadonlyArray<DescribedPage>,
  parent: number | undefined = undefined
): ReadonlyArray<DescribedPage> =>
  pages.flatMap((page, at) => (page.parent === parent ? [page, ...inOrder(pages, at)] : []))

/** The page that is shown where none of the space is named. */
export const landingOf = (site: DescribedSite, own: number): DescribedPage | undefined =>
  inOrder(site.spaces[own]?.pages ?? []).find((page) => page.kind === "document" && isListed(site, own, page))
