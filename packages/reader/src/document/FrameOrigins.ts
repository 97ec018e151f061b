import type { StaticElement } from "@quire/core"
import * as PolicyHost from "../answer/PolicyHost.ts"

/** Origins that one page frames. */
export const limits = { origins: 20 } as const

type Elements = ReadonlyArray<StaticElement.StaticElement>

function* listFrames(elements: Elements): Generator<string> {
  for (const element of elements) {
    if (element.type === "frame") yield element.url
    else if ("children" in element && element.type !== "hint") yield* listFrames(element.children)
  }
}

/**
 * The origins of the frames on a page, up to the limit; these are the ones that its policy allows (rule
 * page-block-frames).
 */
export const of = (drawn: Iterable<Elements>): ReadonlySet<string> => {
  const origins = new Set<string>()
  for (const elements of drawn) {
    for (const url of listFrames(elements)) {
      const { host, origin, protocol } = new URL(url)
      if (protocol !== "https:" || !PolicyHost.isNameable(host)) continue
      origins.add(origin)
      if (origins.size === limits.origins) return origins
    }
  }
  return origins
}
