import * as Blob from "./Blob.ts"
import { Body } from "./Body.ts"
import { describe, writeError } from "./Console.ts"
import { FormData } from "./FormData.ts"
import { whole } from "./Host.ts"
import { Request } from "./Request.ts"
import { Response } from "./Response.ts"

type Handler = (event: object) => void

const handlers: Array<Handler> = []

export const addEventListener = (type: unknown, handler: unknown): void => {
  if (String(type) === "fetch" && typeof handler === "function") handlers.push((event) => void handler(event))
}

/** Ends the run with the error that the script threw. */
export const fail = (error: unknown): void => {
  try {
    const isMemory = error instanceof Error && error.name === "InternalError" && error.message === "out of memory"
    host.fail(isMemory ? "memory" : "thrown", error instanceof Error ? describe(error) : String(error))
  } catch {
    host.fail("thrown", "the error that the script threw cannot be displayed")
  }
}

const form = (event: string, environment: string, body: ArrayBuffer | undefined): FormData => {
  const made = new FormData()
  made.append("event", event)
  made.append("environment", environment)
  if (body !== undefined) made.append("fetch-body", new Blob.File([body], "fetch-body"))
  return made
}

const send = async (answer: unknown): Promise<void> => {
  if (!(answer instanceof Response) || answer.type === "error")
    throw new TypeError("The script returned a value that is not a Response")
  const headers = JSON.stringify(Array.from(answer.headers))
  host.answer(answer.status, headers, whole(await Body.read(answer)))
}

const isHandler = (value: unknown): value is { readonly fetch: (...given: ReadonlyArray<unknown>) => unknown } =>
  (typeof value === "object" || typeof value === "function") &&
  value !== null &&
  "fetch" in value &&
  typeof value.fetch === "function"

const nothing = Symbol()

/** The response of the program: from the listener that it added, else from its default export. */
const ask = (request: Request, exported: unknown, waitUntil: (promise: unknown) => void): unknown => {
  let answer: unknown = nothing
  const passThroughOnException = () => undefined
  const respondWith = (given: unknown) => {
    if (answer !== nothing) throw new DOMException("respondWith was already called", "InvalidStateError")
    answer = given
  }
  if (handlers.length === 0 && isHandler(exported))
    return exported.fetch(request, {}, { waitUntil, passThroughOnException })
  for (const handle of handlers)
    if (answer === nothing) handle({ type: "fetch", request, respondWith, waitUntil, passThroughOnException })
  return answer
}

const serve = async (request: Request, exported: unknown): Promise<void> => {
  if (handlers.length === 0 && !isHandler(exported))
    return host.fail(
      "invalid",
      "the script handles no requests: it must listen to fetch events or export a fetch function"
    )
  const waited: Array<unknown> = []
  await send(await ask(request, exported, (promise) => void waited.push(promise)))
  for (const promise of waited) {
    try {
      await promise
    } catch (error) {
      writeError(error)
    }
  }
  host.end()
}

/** Sends the single request to the program (rule script-request). A module is passed as the promise of its exports. */
export const start = (event: string, environment: string, body: ArrayBuffer | undefined, module: unknown): void => {
  const exported = Promise.resolve(module).then((exports) =>
    typeof exports === "object" && exports !== null && "default" in exports ? exports.default : undefined
  )
  const request = new Request("https://integration.invalid/v1", {
    method: "POST",
    body: form(event, environment, body)
  })
  exported.then((exported) => serve(request, exported)).catch(fail)
}
