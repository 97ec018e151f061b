import { parentPort } from "node:worker_threads"
import type { Markdown } from "@quire/core"
import { print } from "../markdown/MarkdownText.ts"
import type { PrintJob } from "./PrintJob.ts"
import * as TextJob from "./TextJob.ts"

/** What the thread is asked: to take a text apart, and then for its page; or for the text of a document. */
export type Question =
  | { readonly open: TextJob.TextJob }
  | { readonly refs: TextJob.Refs }
  | { readonly print: PrintJob }

/** What it says: the targets that it wants to know, the page, or the text. When it has begun, that there is no page yet. */
export interface Answer {
  readonly targets?: ReadonlyArray<string>
  readonly page?: Markdown.BoundedPage | undefined
  readonly text?: string
}

/** A text whose targets have been asked for; a thread at rest keeps none. */
let opened: TextJob.Opened | undefined

const pageOf = (text: TextJob.Opened | undefined, refs: TextJob.Refs): Answer => {
  opened = undefined
  return { page: text?.page(refs) }
}

const answerTo = (question: Question): Answer => {
  if ("print" in question) return { text: print(question.print.document, question.print.options) }
  if ("refs" in question) return pageOf(opened, question.refs)
  opened = TextJob.open(question.open)
  return opened.targets.length > 0 ? { targets: opened.targets } : pageOf(opened, new Map())
}

const say = (answer: Answer) => parentPort?.postMessage(answer)

parentPort?.on("message", (question: Question) => say(answerTo(question)))
say({ page: undefined })
