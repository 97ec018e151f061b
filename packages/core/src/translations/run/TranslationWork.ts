import { Context, Effect, Layer } from "effect"
import * as ContentDraft from "../../content/tree/ContentDraft.ts"
import * as Page from "../../content/tree/Page.ts"
import * as RadixMap from "../../content/tree/RadixMap.ts"
import * as Reusable from "../../content/tree/Reusable.ts"
import type * as Root from "../../content/tree/Root.ts"
import type * as GlossaryEntry from "../glossary/GlossaryEntry.ts"
import type * as TextSites from "../segment/TextSites.ts"
import { wordsOf } from "../segment/TextSites.ts"
import type { Basis, TranslationLanguage, UntranslatedText } from "../settings/TranslationLanguage.ts"
import * as OutputRoot from "./OutputRoot.ts"
import * as SegmentOwners from "./SegmentOwners.ts"
import * as TranslatorRequests from "./TranslatorRequests.ts"

export const limits = {
  /** Pages and reusable contents that are open at a time. */
  atOnce: 20
} as const

/** Everything that a run works on. */
export interface Work {
  readonly language: TranslationLanguage
  readonly basis: Basis
  /** The source at the last run and now, and the output; the output was computed from `before`. */
  readonly before: Root.Root
  readonly after: Root.Root
  readonly output: Root.Root
}

type Map_ = "pages" | "reusable"

const isOther = (before: Basis | null, after: Basis): boolean =>
  before === null || before.language !== after.language || before.instructions !== after.instructions

/** Computes the content of a translation; requests no text that is already translated (rule translation-changed). */
export class TranslationWork extends Context.Service<TranslationWork>()("@quire/core/TranslationWork", {
  make: Effect.gen(function* () {
    const asking = yield* TranslatorRequests.TranslatorRequests

    /**
     * The part of earlier work that is reused: nothing if all is translated again, and no text with a changed term or
     * that was left in the language of the source.
     */
    const staysFor = ({ basis, language }: Work) => {
      const known = language.basis
      if (isOther(known, basis)) return undefined
      const glossing = TranslatorRequests.makeGlossaryMatcher(
        TranslatorRequests.changed(known?.glossary ?? [], basis.glossary)
      )
      const kept = new Set(language.kept.map(({ at, owner }) => `${at} ${owner}`))
      const stays = (owner: string) => (site: TextSites.Site, at: number) =>
        glossing.usedBy(wordsOf(site)).length === 0 && !kept.has(`${at} ${owner}`)
      return { stays, owners: new Set(language.kept.map(({ owner }) => owner)) }
    }

    /** Owners of the whole source that a changed term is used by. */
    const findUsing = Effect.fnUntraced(function* (
      { after, basis, language, output }: Work,
      entries: ReadonlyArray<readonly [string, Page.Page | Reusable.Reusable]>
    ) {
      const pairs: ReadonlyArray<GlossaryEntry.Pair> = TranslatorRequests.changed(
        language.basis?.glossary ?? [],
        basis.glossary
      )
      if (pairs.length === 0) return []
      const glossing = TranslatorRequests.makeGlossaryMatcher(pairs)
      const spaces = { source: after.reader.space, output: output.reader.space }
      const found = yield* Effect.forEach(entries, ([id, of]) =>
        Effect.map(SegmentOwners.ofSource(after.reader, spaces, of), ({ sites }) =>
          sites.some((site) => glossing.usedBy(wordsOf(site)).length > 0) ? [id] : []
        )
      )
      return found.flat()
    })

    /** The owners of one map that must be computed again or were deleted. */
    const findOwners = Effect.fnUntraced(function* (work: Work, map: Map_) {
      const { after, before } = work
      const differences = yield* RadixMap.diff(after.reader, before.maps[map], after.maps[map])
      const gone = differences.flatMap(({ after: value, key }) => (value === undefined ? [key] : []))
      const ids = new Set(differences.flatMap(({ after: value, key }) => (value === undefined ? [] : [key])))
      const known = staysFor(work)
      for (const id of known?.owners ?? []) ids.add(id)
      const changesTerms =
        known !== undefined &&
        TranslatorRequests.changed(work.language.basis?.glossary ?? [], work.basis.glossary).length > 0
      if (known === undefined || changesTerms) {
        const all = yield* RadixMap.entries(after.reader, after.maps[map])
        const decode = map === "pages" ? Page.fromStored : Reusable.fromStored
        const entries = all.map(([id, json]) => [id, decode(id, json)] as const)
        const wanted = known === undefined ? entries.map(([id]) => id) : yield* findUsing(work, entries)
        for (const id of wanted) ids.add(id)
      }
      return { gone, ids: [...ids] }
    })

    const inMap = <Of extends Page.Page | Reusable.Reusable>(
      root: Root.Root,
      map: Map_,
      ids: ReadonlyArray<string>,
      decode: (id: string, json: Parameters<typeof Page.fromStored>[1]) => Of
    ) =>
      Effect.map(
        RadixMap.getMany(root.reader, root.maps[map], ids),
        (found) => new Map(Array.from(found, ([id, json]) => [id, decode(id, json)] as const))
      )

    /** Computes some owners of one map; returns them with the texts that they need translated. */
    const translateSome = Effect.fnUntraced(function* <Of extends Page.Page | Reusable.Reusable>(
      work: Work,
      map: Map_,
      ids: ReadonlyArray<string>,
      decode: (id: string, json: Parameters<typeof Page.fromStored>[1]) => Of
    ) {
      const { after, basis, before, language, output } = work
      const spaces = { source: after.reader.space, output: output.reader.space }
      const now = yield* inMap(after, map, ids, decode)
      const known = staysFor(work)
      const remembered = known === undefined ? [] : ids
      const old = yield* inMap(before, map, remembered, decode)
      const made = yield* inMap(output, map, remembered, decode)
      const opened = yield* Effect.forEach([...now.values()], (of) =>
        Effect.gen(function* () {
          const owner = yield* SegmentOwners.ofSource(after.reader, spaces, of)
          const [was, is] = [old.get(of.id), made.get(of.id)]
          if (known === undefined || was === undefined || is === undefined) {
            return { of, owner, memory: SegmentOwners.noMemory }
          }
          const [earlier, there] = [
            yield* SegmentOwners.ofSource(before.reader, spaces, was),
            yield* SegmentOwners.ofOutput(output.reader, is)
          ]
          return { of, owner, memory: SegmentOwners.memoryOf(earlier, there, known.stays(of.id)) }
        })
      )
      const open = opened.map((each) => ({ ...each, open: SegmentOwners.openSites(each.owner, each.memory) }))
      const { byText, count } = yield* asking.answers(
        {
          language: language.id,
          from: basis.language,
          to: language.language,
          instructions: basis.instructions,
          glossing: TranslatorRequests.makeGlossaryMatcher(basis.glossary)
        },
        open.flatMap((each) => each.open)
      )
      return {
        count,
        made: open.map(({ memory, of, open: sites, owner }) => ({
          of,
          made: SegmentOwners.translated(owner, memory, sites, byText)
        }))
      }
    })

    /** The target root of the output, in a draft, with the texts to request and those left in the language of the source. */
    const translate = Effect.fnUntraced(function* (work: Work) {
      const { after, before, output } = work
      const spaces = { source: after.reader.space, output: output.reader.space }
      const draft = ContentDraft.make(output.reader)
      const made: OutputRoot.TranslatedRoot = { pages: new Map(), reusable: new Map() }
      const kept: Array<UntranslatedText> = []
      let [texts, owners] = [0, 0]
      const some = function* (ids: ReadonlyArray<string>) {
        for (let at = 0; at < ids.length; at += limits.atOnce) yield ids.slice(at, at + limits.atOnce)
      }
      const pages = yield* findOwners(work, "pages")
      for (const id of pages.gone) made.pages.set(id, undefined)
      for (const ids of some(pages.ids)) {
        const done = yield* translateSome(work, "pages", ids, Page.fromStored)
        texts += done.count
        owners += done.made.length
        for (const { made: text, of } of done.made) {
          made.pages.set(of.id, OutputRoot.page(draft, spaces, of, text))
          kept.push(...text.kept)
        }
      }
      const contents = yield* findOwners(work, "reusable")
      for (const id of contents.gone) made.reusable.set(id, undefined)
      for (const ids of some(contents.ids)) {
        const done = yield* translateSome(work, "reusable", ids, Reusable.fromStored)
        texts += done.count
        owners += done.made.length
        for (const { made: text, of } of done.made) {
          made.reusable.set(of.id, OutputRoot.reusable(draft, of, text))
          kept.push(...text.kept)
        }
      }
      const root = yield* OutputRoot.follow(draft, output.hash, before, after, made)
      return { draft, root, kept, texts, pages: owners }
    })

    /** Whether a run has nothing to do. */
    const isIdle = ({ after, basis, before, language }: Work): boolean =>
      !isOther(language.basis, basis) &&
      before.hash === after.hash &&
      language.kept.length === 0 &&
      TranslatorRequests.changed(language.basis?.glossary ?? [], basis.glossary).length === 0

    return { translate, isIdle, forget: asking.forget } as const
  })
}) {
  static readonly layer = Layer.effect(this, this.make).pipe(Layer.provide(TranslatorRequests.TranslatorRequests.layer))
}
