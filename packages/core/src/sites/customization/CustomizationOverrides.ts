import { Predicate, Schema } from "effect"
import type * as Customization from "./Customization.ts"
import { type CustomizationPut, defaults, Overrides } from "./Customization.ts"

/** The effective settings when some override others (rule customization-layers). */
export const merge = (below: Customization.Customization, chosen: Overrides): Customization.Customization => ({
  ...below,
  ...chosen,
  styling: {
    ...below.styling,
    ...chosen.styling,
    sidebar: { ...below.styling.sidebar, ...chosen.styling?.sidebar }
  },
  internationalization: { ...below.internationalization, ...chosen.internationalization },
  header: { ...below.header, ...chosen.header },
  footer: { ...below.footer, ...chosen.footer },
  themes: { ...below.themes, ...chosen.themes },
  pdf: { ...below.pdf, ...chosen.pdf },
  feedback: { ...below.feedback, ...chosen.feedback },
  aiSearch: { ...below.aiSearch, ...chosen.aiSearch },
  ai: {
    ...below.ai,
    ...chosen.ai,
    pageLinkSummaries: { ...below.ai.pageLinkSummaries, ...chosen.ai?.pageLinkSummaries }
  },
  advancedCustomization: { ...below.advancedCustomization, ...chosen.advancedCustomization },
  git: { ...below.git, ...chosen.git },
  pageActions: { ...below.pageActions, ...chosen.pageActions },
  externalLinks: { ...below.externalLinks, ...chosen.externalLinks },
  pagination: { ...below.pagination, ...chosen.pagination },
  trademark: { ...below.trademark, ...chosen.trademark },
  privacyPolicy: { ...below.privacyPolicy, ...chosen.privacyPolicy },
  socialPreview: { ...below.socialPreview, ...chosen.socialPreview },
  insights: { ...below.insights, ...chosen.insights }
})

/** The settings of a site. */
export const ofSite = (site: Overrides): Customization.Customization => merge(defaults, site)

/** Whether anything is chosen. */
export const hasOverrides = (chosen: Overrides): boolean => Object.keys(chosen).length > 0

interface Sections {
  readonly [section: string]: Sections
}

/** The keys that hold keys; all others are set as a whole. */
const sections: Sections = {
  styling: { sidebar: {} },
  internationalization: {},
  header: {},
  footer: {},
  themes: {},
  pdf: {},
  feedback: {},
  aiSearch: {},
  ai: { pageLinkSummaries: {} },
  advancedCustomization: {},
  git: {},
  pageActions: {},
  externalLinks: {},
  pagination: {},
  trademark: {},
  privacyPolicy: {},
  socialPreview: {},
  insights: {}
}

interface Tree {
  readonly [key: string]: unknown
}

const change = (before: Tree, changes: Tree, within: Sections): Tree => {
  const next = new Map(Object.entries(before))
  for (const [key, value] of Object.entries(changes)) {
    const inner = within[key]
    const held = next.get(key)
    const changed =
      inner !== undefined && Predicate.isReadonlyObject(value)
        ? change(Predicate.isReadonlyObject(held) ? held : {}, value, inner)
        : value
    const isReset =
      changed === null ||
      (inner !== undefined && Predicate.isReadonlyObject(changed) && Object.keys(changed).length === 0)
    if (isReset) next.delete(key)
    else next.set(key, changed)
  }
  return Object.fromEntries(next)
}

const decode = Schema.decodeUnknownSync(Overrides)

/** The settings after a change: keys are set individually, and null resets one. Sections without keys are omitted. */
export const patch = (chosen: Overrides, changes: Customization.Patch): Overrides =>
  decode(change(chosen, changes, sections))

/** The settings after a request that replaces all earlier ones. */
export const replace = (settings: CustomizationPut): Overrides => patch({}, settings)
