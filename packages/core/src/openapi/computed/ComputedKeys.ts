import { digest } from "../../foundation/secret/Secrets.ts"
import type { SpecContent } from "../spec/OpenedSpecs.ts"
import * as ComputedDocument from "./ComputedDocument.ts"
import { type DocumentSource, specOf } from "./ComputedSource.ts"
import * as OperationGroups from "./OperationGroups.ts"

/** Raised when the same description gives another text than before, so that what was indexed of it is made anew. */
const form = 1

type Groups = ReadonlyMap<string, OperationGroups.OperationGroup>

const known = new WeakMap<ReadonlyArray<OperationGroups.OperationGroup>, Groups>()

const groupsOf = (groups: ReadonlyArray<OperationGroups.OperationGroup>): Groups => {
  const made = known.get(groups) ?? new Map(groups.map((group) => [group.name, group]))
  known.set(groups, made)
  return made
}

/** What the text of a source is made of: what the outline says of it, and the hashes of the parts that it needs. */
const ingredientsOf = ({ outline, version }: SpecContent, source: DocumentSource): unknown => {
  const { props } = source
  if (props.doc === "models") return outline.schemas.map(({ isInner, name }) => [name, isInner === true])
  const group = groupsOf(OperationGroups.make(outline)).get(props.page)
  if (group === undefined) return [outline.info.title, outline.info.description]
  const parts = ComputedDocument.partsOf(outline, source).map((part) => version.parts[part])
  const operations = OperationGroups.ofPage(group, props.part ?? 1).map(({ part: _, ...operation }) => operation)
  return [group.tag, group.isRest, outline.info.title, outline.info.description, operations, parts]
}

/**
 * The hash under which a computed text is asked for. Versions that say the same of a page have the same one, as far as
 * the parts of the description tell.
 */
export const ofDocument = (content: SpecContent | undefined, source: DocumentSource, seed: string): string =>
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
