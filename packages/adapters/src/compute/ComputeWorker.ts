import { DocumentMerge } from "@quire/core"

/** A message to the process: a merge, whose documents are JSON, which crosses faster than objects. */
export interface Question extends Pick<DocumentMerge.PlainInput, "choices"> {
  readonly base: string | undefined
  readonly primary: string
  readonly changed: string
}

/** A message from the process: it has started, or the result with its document as JSON. */
export type Answer = { readonly isHeavy: boolean } & (
  | { readonly _tag: "Begun" }
  | ({ readonly _tag: "Merged"; readonly document: string } & Omit<DocumentMerge.PlainResult, "document">)
)

/** Bytes above which a process does not rest. */
const mostAtRest = 180_000_000

const isHeavy = () => process.memoryUsage.rss() > mostAtRest

const say = (answer: Answer): void => void process.send?.(answer)

const merge = ({ base, changed, choices, primary }: Question) =>
  DocumentMerge.mergePlain({
    base: base === undefined ? undefined : JSON.parse(base),
    primary: JSON.parse(primary),
    changed: JSON.parse(changed),
    choices
  })

/** The process exits when the server closes its channel, not on a signal that is sent to both. */
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined)
process.on("disconnect", () => process.exit())
process.on("message", (question: Question) => {
  const { document, ...rest } = merge(question)
  say({ _tag: "Merged", document: JSON.stringify(document), ...rest, isHeavy: isHeavy() })
})
say({ _tag: "Begun", isHeavy: isHeavy() })
