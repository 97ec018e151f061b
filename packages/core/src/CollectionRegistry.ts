import * as Content from "./content/Area.ts"
import * as Foundation from "./foundation/Area.ts"
import { sections } from "./foundation/personal-data/PersonalDataSection.ts"
import type { StoredCollection } from "./foundation/store/Columns.ts"
import * as Integrations from "./integrations/Area.ts"
import * as OpenApi from "./openapi/Area.ts"
import * as People from "./people/Area.ts"
import * as Proposals from "./proposals/Area.ts"
import * as Sites from "./sites/Area.ts"
import * as Spaces from "./spaces/Area.ts"
import * as Translations from "./translations/Area.ts"

const rows = [
  Foundation.rows,
  Content.rows,
  People.rows,
  OpenApi.rows,
  Spaces.rows,
  Proposals.rows,
  Translations.rows,
  Sites.rows,
  Integrations.rows
]

/** Orders collections so that each comes after those that it refers to. */
const sortByReferences = (collections: ReadonlyArray<StoredCollection>): ReadonlyArray<StoredCollection> => {
  const byName = new Map(collections.map((each) => [each.name, each]))
  const sorted = new Set<StoredCollection>()
  const add = (each: StoredCollection) => {
    for (const { to } of each.references) {
      const target = byName.get(to)
      if (target !== undefined && target !== each) add(target)
    }
    sorted.add(each)
  }
  for (const each of collections) add(each)
  return [...sorted]
}

/** Every collection, each after those that it refers to: what a store with a schema must provide. */
export const shapes = sortByReferences(rows.flatMap(({ collections }) => collections))

/** Collections whose rows contain sealed texts. */
export const sealed = rows.flatMap(({ sealed = [] }) => sealed)

/** The personal data of one person in them, in the order of the sections (rule user-export). */
export const personal = rows
  .flatMap(({ personal = [] }) => personal)
  .sort((left, right) => sections.indexOf(left.section) - sections.indexOf(right.section))

/** Collections whose rows may name any user, in texts of programs (rule user-erase). */
export const mentioning = rows.flatMap(({ mentioning = [] }) => mentioning)

/** Collections that prevent the removal of bytes, of areas that the removal does not know. */
export const namingBlobs = rows.flatMap(({ blobs = [] }) => blobs)

/** Collections that are removed with their organization, of areas that the removal does not know. */
export const inOrganizations = [
  ...OpenApi.inOrganizations,
  ...Spaces.inOrganizations,
  ...Translations.inOrganizations,
  ...Integrations.inOrganizations
]
