import type * as Customization from "./Customization.ts"

interface Pair {
  readonly light: string
  readonly dark: string
}

interface Image {
  /** The path of the setting, as in a body. */
  readonly field: string
  readonly url: string
}

const pair = (field: string, images: Pair | null | undefined): ReadonlyArray<Image> =>
  images === null || images === undefined
    ? []
    : [
        { field: `${field}.light`, url: images.light },
        { field: `${field}.dark`, url: images.dark }
      ]

/** The images that settings name (rule customization-images). */
export const list = ({ favicon, footer, header, socialPreview }: Customization.Patch): ReadonlyArray<Image> => {
  const url = socialPreview?.url ?? undefined
  return [
    ...pair("favicon.icon", favicon?.icon),
    ...pair("header.logo", header?.logo),
    ...pair("footer.logo", footer?.logo),
    ...(url === undefined ? [] : [{ field: "socialPreview.url", url }])
  ]
}
