import { ContentRef, type Html, Importer, ImportWarning, type Markdown } from "@quire/core"
import { Effect, Layer, Option } from "effect"
import * as ArchiveLimits from "../archive/ArchiveLimits.ts"
import * as LineMap from "../markdown/LineMap.ts"
import { TextProcesses } from "../text-process/TextProcesses.ts"
import * as Names from "./Names.ts"
import * as PageText from "./PageText.ts"
import * as Parsers from "./Parsers.ts"
import * as SourceText from "./SourceText.ts"
import * as Targets from "./Targets.ts"

/** Resolves targets of a single page against its address; only its own headings are internal. */
const resolveAgainst =
  (base: string) =>
  (target: string): ContentRef.ContentRef | undefined => {
    const anchor = target.startsWith(`${base}#`) ? target.slice(base.length) : target
    if (anchor.startsWith("#") && anchor.length > 1) return Targets.headingRef(anchor.slice(1))
    const url = Option.getOrUndefined(Option.liftThrowable(() => new URL(target, base).href)())
    return url !== undefined && ContentRef.isSafeUrl(url) ? { kind: "url", url } : undefined
  }

const withoutFragment = (text: string): string => {
  const url = new URL(text)
  url.hash = ""
  return url.href
}

const isWebPage = (contentType: string | undefined) =>
  contentType === undefined || /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType)

/** Reads one page: Markdown, or the main content of a web page. */
const read: (
  input: Importer.ImportInput & { readonly bytes: Uint8Array },
  parsers: Parsers.Parsers,
  intake: Importer.Intake
) => Effect.Effect<Importer.ImportedContent, Importer.ImportFailed> = Effect.fnUntraced(
  function* (input, parsers, intake) {
    const { bytes, contentType, url, name, source } = input
    const isHtml = source !== "markdown"
    if (source === "website" && !isWebPage(contentType)) {
      return yield* new Importer.ImportFailed({ problem: "the URL does not point to a web page" })
    }
    if (SourceText.isTooLarge(bytes, isHtml)) return yield* new Importer.ImportFailed({ problem: PageText.tooLarge })
    const found = SourceText.decode(bytes, { contentType, isHtml })
    if (found === undefined) return yield* new Importer.ImportFailed({ problem: "the source is not text" })
    const base = withoutFragment(url)
    const links = new Map<string, string>()
    const resolve = resolveAgainst(base)
    const refOf = (target: string) => {
      const ref = resolve(target)
      if (ref?.kind === "anchor") links.set(target, Importer.anchorKey(name, ref.anchor))
      return ref
    }
    const parsed = yield* Parsers.parse(parsers, isHtml, found.text, {
      baseUrl: base,
      refOf,
      dialect: Names.isMdx(name) ? "mdx" : "generators"
    })
    const {
      page: { document, ...page },
      warnings
    } = PageText.make(parsed, {
      path: name,
      fileTitle: Names.humanized(name),
      name: Names.ownName(name),
      text: found.text,
      refOf
    })
    if (document === undefined) return yield* new Importer.ImportFailed({ problem: PageText.tooLarge })
    if (document.nodes.length === 0 && parsed.title === undefined && parsed.frontmatter.title === undefined) {
      return yield* new Importer.ImportFailed({ problem: "the source contains no text" })
    }
    yield* intake.begin([name], [])
    return {
      pages: [
        { ...page, document: yield* intake.take(name, document, page.title, page.heading?.data.id), children: [] }
      ],
      files: [],
      total: 1,
      links: { resolved: links.size, unresolved: 0 },
      anchorLines: new Map([[name, LineMap.linesOfNames(found.text, links)]]),
      warnings: ImportWarning.ImportWarnings.of([...SourceText.encodingWarnings(name, found.guessed), ...warnings])
    } satisfies Importer.ImportedContent
  }
)

/** Limits of one import; absent ones have the defaults of `Importer` (rule import-limits). */
export interface Options {
  readonly archive?: Partial<ArchiveLimits.ArchiveLimits>
  readonly pages?: number
  readonly files?: number
}

const loadZipContent = Effect.promise(() => import("./ZipContent.ts"))
const loadFileTypes = Effect.promise(() => import("./FileTypes.ts"))

/** The importers. The code that reads archives and file types is loaded by the first import that needs it. */
export const layer = (options: Options = {}): Layer.Layer<Importer.Importers, never, Markdown.Markdown | Html.Html> =>
  Layer.effect(
    Importer.Importers,
    Effect.gen(function* () {
      const parsers = yield* Parsers.factory
      const limits = { ...Importer.limits, ...options, archive: { ...ArchiveLimits.defaults, ...options.archive } }
      return {
        read: (
          input: Importer.ImportInput,
          intake: Importer.Intake
        ): Effect.Effect<Importer.ImportedContent, Importer.ImportFailed | Importer.ImportLimitReached> =>
          Effect.flatMap(parsers, (opened) => {
            const { bytes, name, source } = input
            if (!(bytes instanceof Uint8Array)) {
              return Effect.flatMap(loadZipContent, ({ readFolder }) => readFolder(name, bytes, limits, opened, intake))
            }
            switch (source) {
              case "zip":
                return Effect.flatMap(loadZipContent, ({ readZip }) => readZip(name, bytes, limits, opened, intake))
              case "docx":
                return Effect.flatMap(loadZipContent, ({ readWord }) => readWord(name, bytes, limits, opened, intake))
              default:
                return read({ ...input, bytes }, opened, intake)
            }
          }),
        describe: (path, bytes) =>
          Effect.flatMap(loadFileTypes, ({ describe }) => Effect.promise(() => describe(path, bytes)))
      }
    })
  ).pipe(Layer.provide(TextProcesses.layer))
