import { type ContentRef, type ImportWarning, Text } from "@quire/core"
import { Effect } from "effect"
import * as ArchivePlan from "./ArchivePlan.ts"
import * as Names from "./Names.ts"
import type * as Outline from "./Outline.ts"
import * as PageText from "./PageText.ts"
import * as Parsers from "./Parsers.ts"
import * as SourceText from "./SourceText.ts"
import type * as Targets from "./Targets.ts"

/** The file that a reference points to, if any. */
export const filesIn = (ref: ContentRef.ContentRef) => (ref.kind === "file" ? [ref.file] : [])

/** Reads pages one by one, and collects the files that they refer to and their warnings. */
export interface PageReader {
  readonly read: (entry: Outline.PageEntry) => Effect.Effect<PageText.PageText["page"]>
  readonly referenced: ReadonlySet<string>
  readonly warnings: ReadonlyArray<ImportWarning.ImportWarning>
}

/** A reader of the pages of an archive. */
export const makeReader = (
  files: ReadonlyMap<string, Uint8Array>,
  resolve: Targets.Resolve,
  parsers: Parsers.Parsers
): PageReader => {
  const referenced = new Set<string>()
  const warnings: Array<ImportWarning.ImportWarning> = []

  const read = Effect.fnUntraced(function* ({ path, title }: Outline.PageEntry) {
    const broken = new Set<string>()
    const refOf = (target: string) => {
      const resolved = resolve(path, target)
      if (resolved.kind === "broken") broken.add(target)
      if (resolved.kind !== "inside") return undefined
      for (const file of filesIn(resolved.ref)) referenced.add(file)
      return resolved.ref
    }
    const found = ArchivePlan.textOf(files, path)
    const text = found?.text ?? ""
    if (found?.guessed === true) warnings.push({ path, reason: SourceText.guessedReason })
    const name = Names.ownName(path)
    const fileTitle = Names.humanized(name ?? Names.basename(path))
    const parsed = yield* Parsers.parse(parsers, Names.isHtml(path), text, { refOf })
    const page = PageText.make(parsed, { path, title, fileTitle, name, refOf })
    warnings.push(...page.warnings)
    for (const target of broken) warnings.push({ path, reason: `"${Text.cut(target, 200)}" is not in the archive` })
    return page.page
  })

  return { read, referenced, warnings }
}
