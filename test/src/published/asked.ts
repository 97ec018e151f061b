import type { DescribedPage, DescribedSite, DescribedVariant } from "./ApiSites.ts"
import * as Model from "./Model.ts"

const words = /zq\d+x/g

/** The words of descriptions that a text has. */
export const wordsIn = (text: string): ReadonlySet<string> => new Set(text.match(words))

export interface Address {
  readonly address: string
  readonly page: DescribedPage
  readonly variant: DescribedVariant
}

/** Every address that a page of the site has or might have. */
export const listAddresses = (site: DescribedSite): ReadonlyArray<Address> =>
  site.sections.flatMap((section) =>
    section.variants.flatMap((variant) => {
      const prefixes = [[], [section.path], [variant.path], [section.path, variant.path]]
      return (site.spaces[variant.space]?.pages ?? []).flatMap((page) =>
        prefixes.map((prefix) => ({
          page,
          variant,
          address: [...prefix, Model.pathOf(site, variant.space, page)].join("/")
        }))
      )
    })
  )

/** A site that others' keys and tokens are of. */
export const elsewhere: DescribedSite = {
  visibility: "share-link",
  isAdaptive: false,
  isFlat: true,
  spaces: [{ title: "Else", pages: [], contents: [] }],
  sections: [
    {
      title: "",
      path: "else",
      condition: undefined,
      variants: [{ path: "else", space: 0, condition: undefined }],
      defaultVariant: 0
    }
  ],
  defaultSection: 0
}
