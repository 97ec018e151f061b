import { Effect, Result } from "effect"
import type { ContentRef } from "../../content/document/ContentRef.ts"
import type { Document } from "../../content/document/Document.ts"
import * as DocumentRefs from "../../content/document/DocumentRefs.ts"
import type { ContentReader } from "../../content/tree/ContentReader.ts"
import * as DocumentNode from "../../content/tree/DocumentNode.ts"
import type * as Page from "../../content/tree/Page.ts"
import type { Reusable } from "../../content/tree/Reusable.ts"
import * as CanonicalJson from "../../foundation/text/CanonicalJson.ts"
import { decode, decodePlain } from "../segment/TaggedAnswer.ts"
import { encode, type TaggedText } from "../segment/TaggedText.ts"
import type * as TextSites from "../segment/TextSites.ts"
import { plainSite, sitesOf, withAnchors, withSites, wordsOf } from "../segment/TextSites.ts"
import type { UntranslatedText } from "../settings/TranslationLanguage.ts"
import type * as TranslatorRequests from "./TranslatorRequests.ts"
import type { PendingText } from "./TranslatorRequests.ts"

/** The two spaces of a translation. */
export interface Spaces {
  readonly source: string
  readonly output: string
}

/** What holds words: a page or a reusable content, with its document as it is to stand in the output. */
export interface Owner<Of extends Page.Page | Reusable = Page.Page | Reusable> {
  readonly of: Of
  readonly document: Document | undefined
  /** Title, description, then those of the document. */
  readonly sites: ReadonlyArray<TextSites.Site>
}

/** A reference as it stands in the output: what names the source leads to the translation. */
export const refFor =
  ({ output, source }: Spaces) =>
  (ref: ContentRef): ContentRef => {
    switch (ref.kind) {
      case "page":
      case "anchor":
      case "reusable-content": {
        if (ref.space !== source) return ref
        const { space: _, ...rest } = ref
        return rest
      }
      case "space":
        return ref.space === source ? { ...ref, space: output } : ref
      default:
        return ref
    }
  }

const documentOf = (of: Page.Page | Reusable): string | undefined => ("document" in of ? of.document : undefined)

const descriptionOf = (of: Page.Page | Reusable): string | undefined =>
  "description" in of ? of.description : undefined

const headSites = (of: Page.Page | Reusable): ReadonlyArray<TextSites.Site> => {
  const description = descriptionOf(of)
  return [plainSite(of.title), ...(description === undefined ? [] : [plainSite(description)])]
}

const make = <Of extends Page.Page | Reusable>(of: Of, document: Document | undefined): Owner<Of> => ({
  of,
  document,
  sites: [...headSites(of), ...(document === undefined ? [] : sitesOf(document))]
})

/** An owner of the source, in the form in which the output has it. */
export const ofSource = <Of extends Page.Page | Reusable>(reader: ContentReader, spaces: Spaces, of: Of) =>
  Effect.map(DocumentNode.get(reader, documentOf(of)), (document) =>
    make(of, document === undefined ? undefined : withAnchors(DocumentRefs.mapRefs(document, refFor(spaces))))
  )

/** An owner of the output. */
export const ofOutput = <Of extends Page.Page | Reusable>(reader: ContentReader, of: Of) =>
  Effect.map(DocumentNode.get(reader, documentOf(of)), (document) => make(of, document))

const keyOf = ({ isPlain, nodes }: TextSites.Site): string => CanonicalJson.stringify([isPlain, nodes])

/** What sites of the source were translated to, by what they said. */
export type Memory = ReadonlyMap<string, TextSites.Site>

export const noMemory: Memory = new Map()

/** What an earlier run made of an owner; of sites that `stays` refuses nothing is remembered (rule translation-changed). */
export const memoryOf = (
  before: Owner | undefined,
  output: Owner | undefined,
  stays: (site: TextSites.Site, at: number) => boolean
): Memory => {
  if (before === undefined || output === undefined || before.sites.length !== output.sites.length) return noMemory
  const memory = new Map<string, TextSites.Site>()
  for (const [at, site] of before.sites.entries()) {
    const made = output.sites[at]
    if (made !== undefined && stays(site, at)) memory.set(keyOf(site), made)
  }
  return memory
}

/** A site that an owner has to get translated. */
interface Open extends PendingText {
  readonly at: number
}

const isOpen = (site: TextSites.Site, memory: Memory): TaggedText | undefined => {
  if (memory.has(keyOf(site))) return undefined
  const tagged = encode(site.nodes)
  return tagged.hasWords ? tagged : undefined
}

/** The texts of an owner that nobody has translated yet. */
export const openSites = ({ sites }: Owner, memory: Memory): ReadonlyArray<Open> =>
  sites.flatMap((site, at) => {
    const tagged = isOpen(site, memory)
    return tagged === undefined ? [] : [{ at, tagged, isPlain: site.isPlain }]
  })

const read = (
  answer: TranslatorRequests.Answer | undefined,
  { isPlain, tagged }: Open
): Result.Result<TextSites.Site, string> => {
  if (answer === undefined) return Result.fail("there was no answer to it")
  return Result.flatMap(answer, (text) =>
    isPlain
      ? Result.map(decodePlain(text, tagged), plainSite)
      : Result.map(decode(text, tagged), (nodes): TextSites.Site => ({ isPlain, nodes }))
  )
}

/** An owner in the other language; `kept` are the texts that stay as they are. */
export const translated = (
  owner: Owner,
  memory: Memory,
  open: ReadonlyArray<Open>,
  answers: ReadonlyMap<string, TranslatorRequests.Answer>
) => {
  const sites = owner.sites.map((site) => memory.get(keyOf(site)) ?? site)
  const kept: Array<UntranslatedText> = []
  for (const each of open) {
    const found = read(answers.get(each.tagged.text), each)
    if (Result.isSuccess(found)) sites[each.at] = found.success
    else kept.push({ owner: owner.of.id, at: each.at, reason: found.failure })
  }
  const heads = headSites(owner.of).length
  const [title, description] = sites
  return {
    title: title === undefined ? owner.of.title : wordsOf(title),
    description: heads === 2 && description !== undefined ? wordsOf(description) : undefined,
    document: owner.document === undefined ? undefined : withSites(owner.document, sites.slice(heads)),
    kept
  }
}

export type TranslatedOwners = ReturnType<typeof translated>
