import { Result, Schema } from "effect"
import * as Slices from "../../foundation/scheduling/Slices.ts"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as File from "../tree/File.ts"
import type * as RadixMap from "../tree/RadixMap.ts"
import * as Reusable from "../tree/Reusable.ts"
import type * as Conflict from "./Conflict.ts"
import type { Findings } from "./Conflict.ts"
import * as FieldMerge from "./FieldMerge.ts"
import * as PageMerge from "./PageMerge.ts"
import type { Sides } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

type Stored = FieldMerge.Fields

/** Merges things that both sides have with `both`; other cases are decided by existence. */
const mergeAll = (
  findings: Findings,
  sides: ReadonlyMap<string, Sides<Json>>,
  subjectOf: (id: string, sides: Sides<Json>) => Conflict.Subject,
  both: (subject: Conflict.Subject, sides: Sides<Stored>) => Stored
): RadixMap.Changes => {
  const changes = new Map<string, Json | undefined>()
  for (const [id, own] of sides) {
    const subject = subjectOf(id, own)
    const present = FieldMerge.resolveExistence(findings, subject, own)
    const next =
      present === "both"
        ? Object.fromEntries(both(subject, MergeSides.map(own, FieldMerge.fieldsOf)))
        : present === undefined
          ? undefined
          : own[present]
    if (!CanonicalJson.equals(next, own.primary)) changes.set(id, next)
  }
  return changes
}

const titleFrom = (sides: Sides<Json>, field: string): Pick<Conflict.Subject, "title"> => {
  const name = FieldMerge.fieldsOf(sides.primary ?? sides.changed ?? sides.base ?? null).get(field)
  return typeof name === "string" ? { title: name } : {}
}

const toStoredSides = <A>(all: ReadonlyMap<string, Sides<A>>, toStored: (value: A) => Json) =>
  new Map(Array.from(all, ([id, sides]) => [id, MergeSides.map(sides, toStored)] as const))

const decodeFile = Schema.decodeUnknownResult(File.FileEntry)

/** Fields that describe the bytes of a file and change with them. */
const byteFields: ReadonlySet<string> = new Set(["blob", "size", "contentType", "dimensions"])

/** Groups the fields that describe the bytes into one. */
const pack = (file: Stored): Stored => {
  const blob = Object.fromEntries([...file].filter(([name]) => byteFields.has(name)))
  return new Map<string, Json>([...[...file].filter(([name]) => !byteFields.has(name)), ["blob", blob]])
}

const unpack = (file: Stored): Stored =>
  new Map([...[...file].filter(([name]) => name !== "blob"), ...FieldMerge.fieldsOf(file.get("blob") ?? {})])

/** Merges the files; name and bytes are independent. */
export const mergeFiles = (findings: Findings, all: ReadonlyMap<string, Sides<File.File>>): RadixMap.Changes =>
  mergeAll(
    findings,
    toStoredSides(all, File.toStored),
    (id, sides) => ({ key: `file/${id}`, file: id, ...titleFrom(sides, "name") }),
    (subject, sides) =>
      unpack(
        FieldMerge.mergeFields(findings, subject, MergeSides.map(sides, pack), (name, value) => {
          const next = new Map(pack(sides.primary ?? new Map()))
          if (value === undefined) next.delete(name)
          else next.set(name, value)
          return Result.isSuccess(decodeFile(Object.fromEntries(unpack(next))))
        })
      )
  )

/** Merges the reusable contents. */
export const mergeReusable = (
  context: PageMerge.Context,
  all: ReadonlyMap<string, Sides<Reusable.Reusable>>
): RadixMap.Changes =>
  mergeAll(
    context.findings,
    toStoredSides(all, Reusable.toStored),
    (id, sides) => ({ key: `reusable-content/${id}`, reusableContent: id, ...titleFrom(sides, "title") }),
    (subject, sides) => {
      const side = PageMerge.resolveStrictly(context, subject, sides)
      if (side !== undefined) return sides[side] ?? new Map()
      const titles = MergeSides.map(sides, (stored): Stored => new Map([["title", stored.get("title") ?? ""]]))
      const fields = FieldMerge.mergeFields(context.findings, subject, titles, (_, value) => typeof value === "string")
      const document = Slices.finish(
        PageMerge.mergeDocument(context, subject, MergeSides.map(sides, PageMerge.documentOf))
      )
      if (document !== undefined) fields.set("document", document)
      return fields
    }
  )

/** Merges the values of custom fields, each as a whole. */
export const mergeValues = (findings: Findings, all: ReadonlyMap<string, Sides<Json>>): RadixMap.Changes => {
  const changes = new Map<string, Json | undefined>()
  for (const [name, sides] of all) {
    const value = FieldMerge.mergeField(findings, { key: "value" }, name, sides, (_, given) => given !== undefined)
    if (!CanonicalJson.equals(value, sides.primary)) changes.set(name, value)
  }
  return changes
}
