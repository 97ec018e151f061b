import type * as Page from "../../content/tree/Page.ts"
import * as SummaryAttributes from "../import/SummaryAttributes.ts"
import { summary } from "./ExportLayout.ts"
import * as ExportLinks from "./ExportLinks.ts"
import type * as ExportPlan from "./ExportPlan.ts"

type Attributes = SummaryAttributes.SummaryAttributes

/** Whether a line of Markdown would not preserve whitespace of the title. */
export const isIrregular = (title: string): boolean => /\s{2}|[^\S ]/u.test(title)

const escape = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, "\\$&").replace(/\s+/gu, " ")

const titled = (title: string): Attributes => (isIrregular(title) ? { title } : {})

const marks = ({ emoji, icon }: Page.Page): Attributes => ({
  ...(icon === undefined ? {} : { icon }),
  ...(emoji === undefined ? {} : { emoji })
})

const flags = (given: { readonly [name in "hidden" | "noIndex" | "noRobotsIndex"]?: boolean }): Attributes => ({
  ...(given.hidden === true ? { hidden: true } : {}),
  ...(given.noIndex === true ? { noIndex: true } : {}),
  ...(given.noRobotsIndex === true ? { noRobotsIndex: true } : {})
})

const withAttributes = (line: string, attributes: Attributes): string =>
  Object.keys(attributes).length === 0 ? line : `${line} ${SummaryAttributes.print(attributes)}`

const plainTarget = /^[\w./%:#?&=+,;@~-]+$/

const linkLine = (page: Page.Link & { readonly id: string }, plan: ExportPlan.Plan): string => {
  const url = ExportLinks.urlOf(plan, summary, page.target)
  const isPlain = plainTarget.test(url)
  const attributes = {
    link: true,
    ...(isPlain ? {} : { target: url }),
    ...titled(page.title),
    ...marks(page),
    ...flags({ hidden: page.hidden })
  }
  return withAttributes(`[${escape(page.title)}](${isPlain ? url : "#"})`, attributes)
}

const documentLine = ({ id, title }: Page.Page, plan: ExportPlan.Plan): string => {
  const url = ExportLinks.urlOf(plan, summary, { kind: "page", page: id })
  return withAttributes(`[${escape(title)}](${url})`, titled(title))
}

const groupLine = (page: Page.Group & { readonly id: string }): string =>
  withAttributes(`## ${escape(page.title)} <a href="#${page.slug}" id="${page.slug}"></a>`, {
    ...titled(page.title),
    ...marks(page),
    ...flags(page)
  })

function* listLines(trees: ReadonlyArray<Page.PageTree>, plan: ExportPlan.Plan, indent = ""): Generator<string> {
  for (const { page, pages } of trees) {
    if (page.type === "link") yield `${indent}* ${linkLine(page, plan)}`
    if (page.type === "document") {
      yield `${indent}* ${documentLine(page, plan)}`
      yield* listLines(pages, plan, `${indent}  `)
    }
  }
}

function* lines(plan: ExportPlan.Plan): Generator<string> {
  yield "# Table of contents"
  yield ""
  let isInGroup = false
  for (const tree of plan.trees) {
    if (tree.page.type === "group") {
      yield* ["", groupLine(tree.page), ""]
      yield* listLines(tree.pages, plan)
      isInGroup = true
      continue
    }
    if (isInGroup) yield* ["", SummaryAttributes.print({ top: true }), ""]
    isInGroup = false
    yield* listLines([tree], plan)
  }
  yield ""
}

/** The table of contents of an export, as importers read it (rule export-entries). */
export const print = (plan: ExportPlan.Plan): string =>
  Array.from(lines(plan))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
