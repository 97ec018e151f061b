import type { Customization, Publications } from "@quire/core"
import { Effect } from "effect"
import * as Representation from "../answer/Representation.ts"
import * as Favicon from "../page/Favicon.ts"
import type * as Frame from "../page/Frame.ts"
import * as SiteForm from "../request/SiteForm.ts"
import * as ReaderScript from "../script/ReaderScript.ts"
import * as ThemeCss from "../theme/ThemeCss.ts"
import { type PrintedText, PrintedTexts } from "./PrintedTexts.ts"

type Publication = Publications.Publication

export const types = {
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  js: "text/javascript; charset=utf-8"
} as const

/** Replaces the site-space in URLs of assets that belong to none: the script, and the stylesheet of error pages. */
export const everywhere = "all"

const print = (text: string, kind: SiteForm.AssetKind): PrintedText => ({
  _tag: "Printed",
  representation: Representation.ofText(text, types[kind]),
  robots: "noindex",
  isFinal: true,
  frames: []
})

/** The assets that pages load. */
export interface SiteAssets {
  /** URLs below the site, which change with the content of the assets. */
  readonly pathsOf: (publication: Publication, siteSpace: string) => Effect.Effect<Required<Frame.Assets>>
  /** The asset at a URL of `pathsOf`, or its current version; undefined where there is none. */
  readonly read: (
    publication: Publication,
    form: Pick<Extract<SiteForm.SiteForm, { readonly _tag: "Asset" }>, "siteSpace" | "kind">
  ) => Effect.Effect<PrintedText | undefined>
}

export const make: Effect.Effect<SiteAssets, never, PrintedTexts> = Effect.gen(function* () {
  const texts = yield* PrintedTexts
  const script = print(ReaderScript.source, "js")

  const ofSiteSpace = (
    publication: Publication,
    siteSpace: string,
    kind: "css" | "svg",
    write: (customization: Customization.Customization) => string
  ) =>
    texts.read(publication, `${kind} ${siteSpace}`, ({ seen }) =>
      Effect.sync(() => print(write(seen.customizationOf(siteSpace)), kind))
    )

  const style = (publication: Publication, siteSpace: string) =>
    ofSiteSpace(publication, siteSpace, "css", ThemeCss.print)

  const sign = (publication: Publication, siteSpace: string) =>
    ofSiteSpace(publication, siteSpace, "svg", (customization) =>
      Favicon.print(customization, publication.seen.site.title)
    )

  const pathsOf: SiteAssets["pathsOf"] = Effect.fnUntraced(function* (publication, siteSpace) {
    const css = yield* style(publication, siteSpace)
    const svg = yield* sign(publication, siteSpace)
    return {
      style: SiteForm.assetPath(siteSpace, css.representation.digest, "css"),
      favicon: SiteForm.assetPath(siteSpace, svg.representation.digest, "svg"),
      script: SiteForm.assetPath(everywhere, script.representation.digest, "js")
    }
  })

  const read: SiteAssets["read"] = (publication, { kind, siteSpace }) => {
    if (kind === "js") return Effect.succeed(siteSpace === everywhere ? script : undefined)
    const isSeen = publication.seen.structure.sections.some(({ siteSpaces }) =>
      siteSpaces.some(({ id }) => id === siteSpace)
    )
    if (!isSeen) return Effect.succeed(undefined)
    return kind === "css" ? style(publication, siteSpace) : sign(publication, siteSpace)
  }

  return { pathsOf, read }
})
