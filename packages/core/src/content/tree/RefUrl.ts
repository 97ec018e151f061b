import type { ContentRef } from "../document/ContentRef.ts"

/** The URL of a reference in the app; undefined if it has none. */
export type ContentRefUrl = (ref: ContentRef) => string | undefined

/** Makes app URLs for references in one space; a file resolves to the URL of its bytes. */
export const make =
  (at: {
    readonly app: string
    readonly space: string
    readonly file: (id: string) => string | undefined
  }): ContentRefUrl =>
  (ref) => {
    switch (ref.kind) {
      case "url":
        return ref.url
      case "page":
        return `${at.app}/s/${ref.space ?? at.space}/p/${ref.page}`
      case "anchor":
        return ref.page === undefined
          ? `#${ref.anchor}`
          : `${at.app}/s/${ref.space ?? at.space}/p/${ref.page}#${ref.anchor}`
      case "space":
        return `${at.app}/s/${ref.space}`
      case "collection":
        return `${at.app}/c/${ref.collection}`
      case "file":
        return at.file(ref.file)
      case "user":
      case "reusable-content":
      case "openapi":
        return undefined
    }
  }
