import { Result, Schema } from "effect"
import type { Json } from "../../foundation/text/CanonicalJson.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import * as Slices from "../../foundation/turns/Slices.ts"
import * as File from "../tree/File.ts"
import type * as RadixMap from "../tree/RadixMap.ts"
import * as Reusable from "../tree/Reusable.ts"
import type { Findings, Subject } from "./Conflict.ts"
import * as FieldMerge from "./FieldMerge.ts"
import * as PageMerge from "./PageMerge.ts"
import type { Sides } from "./Sides.ts"
import * as MergeSides from "./Sides.ts"

type Stored = FieldMerge.Fields

/** Merges what both sides have; the other cases are those of existence. */
const merged = (
  findings: Findings,
  sides: ReadonlyMap<string, Sides<Json>>,
  subjectOf: (id: string, sides: Sides<Json>) => Subject,
  both: (subject: Subject, sides: Sides<Stored>) => Stored
): RadixMap.Changes => {
  const changes = new Map<string, Json | undefined>()
  for (const [id, own] of sides) {
    const subject = subjectOf(id, own)
    const present = FieldMerge.existence(findings, subject, own)
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

const named = (sides: Sides<Json>, field: string): Pick<Subject, "title"> => {
  const name = FieldMerge.fieldsOf(sides.primary ?? sides.changed ?? sides.base ?? null).get(field)
  return typeof name === "string" ? { title: name } : {}
}

const storedBy = <A>(all: ReadonlyMap<string, Sides<A>>, toStored: (value: A) => Json) =>
  new Map(Array.from(all, ([id, sides]) => [id, MergeSides.map(sides, toStored)] as const))

const isFile = Schema.decodeUnknownResult(File.FileEntry)

/** What describes the bytes of a file goes with them. */
const bytes: ReadonlySet<string> = new Set(["blob", "size", "contentType", "dimensions"])

/** A file's fields, those of its bytes as one. */
const packed = (file: Stored): Stored => {
  const blob = Object.fromEntries([...file].filter(([name]) => bytes.has(name)))
  return new Map<string, Json>([...[...file].filter(([name]) => !bytes.has(name)), ["blob", blob]])
}

const unpacked = (file: Stored): Stored =>
  new Map([...[...file].filter(([name]) => name !== "blob"), ...FieldMerge.fieldsOf(file.get("blob") ?? {})])

/** What becomes of primary's files: name and bytes apart. */
export const files = (findings: Findings, all: ReadonlyMap<string, Sides<File.File>>): RadixMap.Changes =>
  merged(
    findings,
    storedBy(all, File.toStored),
    (id, sides) => ({ key: `file/${id}`, file: id, ...named(sides, "name") }),
    (subject, sides) =>
      unpacked(
        FieldMerge.fields(findings, subject, MergeSides.map(sides, packed), (name, value) => {
          const next = new Map(packed(sides.primary ?? new Map()))
          if (value === undefined) next.delete(name)
          else next.set(name, value)
          return Result.isSuccess(isFile(Object.fromEntries(unpacked(next))))
        })
      )
  )

/** What becomes of primary's reusable contents. */
export const reusable = (
  context: PageMerge.Context,
  all: ReadonlyMap<string, Sides<Reusable.Reusable>>
): RadixMap.Changes =>
  merged(
    context.findings,
    storedBy(all, Reusable.toStored),
    (id, sides) => ({ key: `reusable-content/${id}`, reusableContent: id, ...named(sides, "title") }),
    (subject, sides) => {
      const side = PageMerge.strictSide(context, subject, sides)
      if (side !== undefined) return sides[side] ?? new Map()
      const titles = MergeSides.map(sides, (stored): Stored => new Map([["title", stored.get("title") ?? ""]]))
      const fields = FieldMerge.fields(context.findings, subject, titles, (_, value) => typeof value === "string")
      const document = Slices.finish(
        PageMerge.mergedDocument(context, subject, MergeSides.map(sides, PageMerge.documentOf))
      )
      if (document !== undefined) fields.set("document", document)
      return fields
    }
  )

/** What becomes of primary's values of custom fields: each is one thing. */
export const values = (findings: Findings, all: ReadonlyMap<string, Sides<Json>>): RadixMap.Changes => {
  const changes = new Map<string, Json | undefined>()
  for (const [name, sides] of all) {
    const value = FieldMerge.field(findings, { key: "value" }, name, sides, (_, given) => given !== undefined)
    if (!CanonicalJson.equals(value, sides.primary)) changes.set(name, value)
  }
  return changes
}
