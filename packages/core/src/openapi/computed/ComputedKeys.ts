import { digest } from "../../foundation/secret/Secrets.ts"
import type { OutlineOperation } from "../description/ApiDescription.ts"
import type * as OpenedSpecs from "../spec/OpenedSpecs.ts"
import * as ComputedDocument from "./ComputedDocument.ts"
import { type DocumentSource, specOf } from "./ComputedSource.ts"
import * as OperationGroups from "./OperationGroups.ts"

/** Raised when the same description gives another text than before, so that what was indexed of it is made anew. */
const form = 2

const known = new WeakMap<OutlineOperation, string>()

/** What the outline says of an operation, once for all tags that it has. */
const ofOperation = (operation: OutlineOperation): string => {
  const made = known.get(operation)
  if (made !== undefined) return made
  const { part: _, ...said } = operation
  const fresh = digest(JSON.stringify(said))
  known.set(operation, fresh)
  return fresh
}

/** What the text of a source is made of: what the outline says of it, and the hashes of the parts that it needs. */
const ingredientsOf = ({ outline, version }: OpenedSpecs.SpecContent, source: DocumentSource): unknown => {
  const { props } = source
  if (props.doc === "models") return outline.schemas.map(({ isInner, name }) => [name, isInner === true])
  const group = OperationGroups.find(outline, props.page)
  if (group === undefined) return [outline.info.title, outline.info.description]
  const parts = ComputedDocument.partsOf(outline, source).map((part) => version.parts[part])
  const operations = OperationGroups.ofPage(group, props.part ?? 1).map(ofOperation)
  return [group.tag, group.isRest, outline.info.title, outline.info.description, operations, parts]
}

/**
 * The hash under which a computed text is asked for. Versions that say the same of a page have the same one, as far as
 * the parts of the description tell.
 */
export const ofDocument = (
  content: OpenedSpecs.SpecContent | undefined,
  source: DocumentSource,
  seed: string
): string =>
  digest(
    JSON.stringify([
      "computed document",
      form,
      seed,
      source.props,
      specOf(source),
      content === undefined ? null : ingredientsOf(content, source)
    ])
  )

/** Units of work (`Slices`) of making that hash. */
export const work = ({ outline }: OpenedSpecs.SpecContent, { props }: DocumentSource): number => {
  if (props.doc === "models") return outline.schemas.length / 4
  const group = OperationGroups.find(outline, props.page)
  return 8 + (group === undefined ? 0 : OperationGroups.ofPage(group, props.part ?? 1).length * 2)
}
