import { defaultLayout, type PageLayout } from "../../content/tree/PageLayout.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as ExportLinks from "./ExportLinks.ts"
import type * as ExportPlan from "./ExportPlan.ts"
import { isIrregular } from "./ExportSummary.ts"

type Fields = { readonly [name: string]: unknown }

const layoutOf = (layout: PageLayout): Fields => {
  const own = CanonicalJson.findDifferingFields(layout, defaultLayout)
  return own.length === 0
    ? {}
    : { layout: Object.fromEntries(Object.entries(layout).filter(([name]) => own.includes(name))) }
}

const coverOf = (plan: ExportPlan.Plan, { page: { cover }, path }: ExportPlan.PlannedPage): Fields =>
  cover === undefined
    ? {}
    : {
        cover: ExportLinks.urlOf(plan, path, cover.ref),
        ...(cover.refDark === undefined ? {} : { coverDark: ExportLinks.urlOf(plan, path, cover.refDark) }),
        ...(cover.yPos === 0 ? {} : { coverY: cover.yPos })
      }

/** The front matter of a page; it has the title only if a heading would not preserve it. */
export const make = (plan: ExportPlan.Plan, planned: ExportPlan.PlannedPage): Fields => {
  const { page, slug } = planned
  return {
    ...(isIrregular(page.title) ? { title: page.title } : {}),
    ...(slug === undefined ? {} : { slug }),
    ...(page.description === undefined || page.description === "" ? {} : { description: page.description }),
    ...(page.icon === undefined ? {} : { icon: page.icon }),
    ...(page.emoji === undefined ? {} : { emoji: page.emoji }),
    ...(page.hidden ? { hidden: true } : {}),
    ...(page.noIndex ? { noIndex: true } : {}),
    ...(page.noRobotsIndex ? { noRobotsIndex: true } : {}),
    ...coverOf(plan, planned),
    ...layoutOf(page.layout)
  }
}
