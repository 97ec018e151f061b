import { Input, Markdown } from "@quire/core"
import { Effect, Schema } from "effect"
import * as Frontmatter from "../markdown/Frontmatter.ts"

/** The names of the file at the root of a source that gives components their meaning. */
export const fileNames: ReadonlySet<string> = new Set(["quire-components.yaml", "quire-components.yml"])

/** Characters of the file; longer ones are ignored. */
export const mostCharacters = Frontmatter.soonCharacters

const Rule = Schema.Struct({
  block: Schema.Literals(Markdown.componentBlocks),
  style: Schema.optionalKey(Schema.Literals(["info", "warning", "danger", "success"])),
  title: Schema.optionalKey(Schema.NonEmptyString)
})

/** The file: rules by the names of components. */
const Mapping = Schema.Struct({ components: Schema.Record(Schema.NonEmptyString, Rule) })

export interface ComponentMapping {
  readonly components: NonNullable<Markdown.ReadOptions["components"]>
  /** What is wrong with the file; it is ignored then. */
  readonly problems: ReadonlyArray<MappingProblem>
}

export interface MappingProblem {
  readonly reason: string
  /** The component that it is about. */
  readonly component?: string | undefined
}

const ignored = (...problems: ReadonlyArray<MappingProblem>): ComponentMapping => ({ components: {}, problems })

const decode = Input.decoded(Mapping)

/** One problem for each place: a value that is none of several names all of them. */
const problemsByPath = (details: ReadonlyArray<{ readonly path: string; readonly rule: string }>) => {
  const problems = new Map<string, string>()
  for (const { path, rule } of details) problems.set(path, problems.has(path) ? "the value is not supported" : rule)
  return problems
}

/** Reads the text of the file. */
export const read = (text: string): Effect.Effect<ComponentMapping> => {
  if (text.length > mostCharacters)
    return Effect.succeed(ignored({ reason: `the file has more than ${mostCharacters} characters and was ignored` }))
  const { fields } = Frontmatter.read(text, () => undefined) ?? { fields: undefined }
  if (fields === undefined) return Effect.succeed(ignored({ reason: "the file is not a YAML mapping and was ignored" }))
  return decode(fields).pipe(
    Effect.map(({ components }): ComponentMapping => ({ components, problems: [] })),
    Effect.catchTag("InputInvalid", ({ details }) =>
      Effect.succeed(
        ignored(
          ...Array.from(problemsByPath(details), ([path, problem]) => ({
            reason: `${path}: ${problem}; the file was ignored`,
            component: path.split(".")[1]
          })).slice(0, 20)
        )
      )
    )
  )
}
