import { PageLayout } from "@quire/core"
import { Option, Predicate, Schema } from "effect"

type Parts = ReadonlyArray<readonly [name: string, value: unknown]>

/** A part of the form `{visible: false}` is the part; `size` is the size of the cover. */
const partsOf = (name: string, value: unknown): Parts => {
  if (!Predicate.isReadonlyObject(value)) return [[name, value]]
  return Object.entries(value).map(([inner, member]): Parts[number] => {
    if (inner === "visible") return [name, member]
    return name === "cover" && inner === "size" ? ["coverSize", member] : [`${name}.${inner}`, member]
  })
}

const decode = Schema.decodeUnknownOption(Schema.toType(PageLayout.PageLayout))

export interface PageLayoutRead {
  readonly layout?: Partial<PageLayout.PageLayout>
  readonly problems: ReadonlyArray<string>
}

/**
 * Reads the layout options of a page from its front matter, either flat or nested as in GitBook. Unknown options are
 * reported.
 */
export const read = (value: unknown): PageLayoutRead => {
  if (value === undefined || value === null) return { problems: [] }
  if (!Predicate.isReadonlyObject(value)) return { problems: ["the layout is not a mapping and was ignored"] }
  let layout = PageLayout.defaultLayout
  const problems: Array<string> = []
  for (const [name, part] of Object.entries(value).flatMap(([name, part]) => partsOf(name, part))) {
    const next = Object.hasOwn(layout, name) ? decode({ ...layout, [name]: part }) : Option.none()
    if (Option.isSome(next)) layout = next.value
    else problems.push(`the layout option ${name} or its value is not supported and was ignored`)
  }
  return { layout, problems }
}
