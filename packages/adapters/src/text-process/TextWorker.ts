import { setPriority } from "node:os"
import { createContext, Script } from "node:vm"
import type { Markdown } from "@quire/core"
import * as SiteSettings from "../generators/SiteSettings.ts"
import * as FastParser from "../markdown/FastParser.ts"
import { print } from "../markdown/MarkdownText.ts"
import type { PrintJob } from "./TextJob.ts"
import * as TextJob from "./TextJob.ts"

/**
 * A message to the process: parse a text, whose beginning may have been sent before in chunks; return its page; print
 * the text of a document; or read a file of settings.
 */
export type Question =
  | { readonly piece: string }
  | { readonly open: TextJob.TextJob }
  | { readonly refs: TextJob.Refs }
  | { readonly print: PrintJob }
  | { readonly settings: SiteSettings.SettingsJob }

/**
 * A message from the process: the targets that must be resolved, the page, or the text. After the start it reports that
 * there is no page yet.
 */
export interface Answer {
  readonly targets?: ReadonlyArray<string>
  readonly page?: Markdown.BoundedPage | undefined
  readonly text?: string
  readonly settings?: SiteSettings.SiteSettings
  /** Whether the process uses more memory than an idle process may keep. */
  readonly isHeavy?: boolean
}

/** Bytes above which a process does not rest; it begins with about 75 MB. */
const mostAtRest = 180_000_000

/** The server, and its database, go first. */
const priority = 5

/** Milliseconds that one question may take. */
const patience = Number(process.argv[2])

/** A text that waits for its targets; an idle process keeps none. */
let opened: TextJob.OpenedText | undefined

let pieces: Array<string> = []

/** The job with its whole text. */
const whole = (job: TextJob.TextJob): TextJob.TextJob => {
  if (pieces.length === 0) return job
  const text = [...pieces, job.text].join("")
  pieces = []
  return { ...job, text }
}

const pageOf = (text: TextJob.OpenedText | undefined, refs: TextJob.Refs): Answer => {
  opened = undefined
  return { page: text?.page(refs) }
}

const answerTo = (question: Exclude<Question, { readonly piece: string }>): Answer => {
  if ("print" in question) return { text: print(question.print.document, question.print.options) }
  if ("settings" in question) return { settings: SiteSettings.read(question.settings) }
  if ("refs" in question) return pageOf(opened, question.refs)
  opened = TextJob.open(whole(question.open))
  return opened.targets.length > 0 ? { targets: opened.targets } : pageOf(opened, new Map())
}

const script = new Script("work()")

const say = (answer: Answer) => process.send?.({ ...answer, isHeavy: process.memoryUsage.rss() > mostAtRest })

/** Handles a request. Node terminates a script that takes too long; the error ends the process. */
const answer = (question: Question): void => {
  if ("piece" in question) return void pieces.push(question.piece)
  if ("open" in question && question.open.format === "word") {
    return void TextJob.convertWord(whole(question.open)).then((open) => answer({ open }))
  }
  const work = () => void say(answerTo(question))
  script.runInContext(createContext({ work }), { timeout: patience })
}

/** The process exits when the server closes its channel, not on a signal that is sent to both. */
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined)
process.on("disconnect", () => process.exit())
setPriority(priority)
process.on("message", (question: Question) => answer(question))
await FastParser.loaded
say({ page: undefined })
