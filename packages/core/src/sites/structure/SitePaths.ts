import { Result, Schema, SchemaTransformation } from "effect"
import * as Slug from "../../foundation/text/Slug.ts"
import { limits as slugLimits } from "../../foundation/text/Slug.ts"
import { singleLine } from "../../foundation/text/Text.ts"
import { limits, SitePathTaken } from "./SiteStructure.ts"

/** An item with a path among its siblings. */
interface Addressed {
  readonly path: string
  readonly formerPaths: ReadonlyArray<string>
}

const foldAll = (siblings: Iterable<Addressed>) => new Set(Array.from(siblings, ({ path }) => Slug.fold(path)))

/** The path derived from a title: its slug, with a number if a sibling has that path (rule site-path). */
export const makePath = (title: string, siblings: Iterable<Addressed>, otherwise: string): string => {
  const taken = foldAll(siblings)
  const slug = Slug.make(title, otherwise)
  let number = 1
  while (taken.has(Slug.fold(Slug.addNumber(slug, number)))) number++
  return Slug.addNumber(slug, number)
}

/** Whether one of these siblings has a path (rule site-path). */
export const isTaken = (path: string, siblings: Iterable<Addressed>): boolean => foldAll(siblings).has(Slug.fold(path))

/** Sets a new path and keeps the previous one as a former path; fails if a sibling has the path (rule site-path). */
export const rename = <A extends Addressed>(
  self: A,
  path: string,
  siblings: Iterable<Addressed>
): Result.Result<A, SitePathTaken> => {
  if (path === self.path) return Result.succeed(self)
  const others = [...siblings].filter((each) => each !== self)
  if (isTaken(path, others)) return Result.fail(new SitePathTaken({ path }))
  const former = [self.path, ...self.formerPaths].filter((each) => Slug.fold(each) !== Slug.fold(path))
  return Result.succeed({ ...self, path, formerPaths: [...new Set(former)].slice(0, limits.formerPaths) })
}

/** Whether a text can be a path: what its own slug is (rule site-path). */
export const isPath = (text: string): boolean =>
  text !== "" && [...text].length <= slugLimits.codePoints && Slug.make(text, "") === Slug.fold(text)

/** A path in the form in which paths are compared (rule site-path). */
export const SitePathText = singleLine(1, slugLimits.codePoints, {
  pattern: "^(?:[\\p{L}\\p{Nd}][\\p{L}\\p{Nd}\\p{Mn}\\p{Mc}]*)(?:-[\\p{L}\\p{Nd}][\\p{L}\\p{Nd}\\p{Mn}\\p{Mc}]*)*$"
}).pipe(
  Schema.check(
    Schema.makeFilter((text) => isPath(text) || "must be letters, digits and single hyphens between them", {
      toJsonSchema: () => ({})
    })
  ),
  Schema.decodeTo(
    Schema.String,
    SchemaTransformation.transform({ decode: (text) => Slug.fold(text), encode: (text) => text })
  )
)
