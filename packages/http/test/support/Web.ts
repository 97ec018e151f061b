import type * as Application from "../../src/server/Application.ts"
import { toWebHandler } from "../../src/server/WebHandler.ts"
import * as Serving from "./Serving.ts"
import * as Stub from "./Stub.ts"

export interface Sent {
  readonly token?: string | null
  readonly headers?: Record<string, string>
  /** A string is sent unchanged, anything else as JSON. */
  readonly body?: unknown
}

/** The fields of bodies that the tests read. */
export interface Content {
  readonly error: {
    readonly code: number
    readonly message: string
    readonly reason: string
    readonly details: ReadonlyArray<{ readonly path: string; readonly rule: string }>
  }
  readonly urls: { readonly location: string }
  readonly info: { readonly title: string }
  readonly servers: ReadonlyArray<{ readonly url: string }>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Content
}

const parsed = (text: string): Content => {
  try {
    return JSON.parse(text) as Content
  } catch {
    return undefined as never
  }
}

/** A client of the API in memory. */
export const make = (options: Application.Options & Parameters<typeof Serving.layerOf>[0] = {}) => {
  const { handler, dispose } = toWebHandler(Serving.layerOf(options), options)
  const send = async (method: string, path: string, sent: Sent = {}): Promise<Answer> => {
    const { body, token = Stub.token() } = sent
    const headers: Record<string, string> = {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...sent.headers
    }
    if (body !== undefined && headers["content-type"] === undefined) headers["content-type"] = "application/json"
    const response = await handler(
      new Request(`http://quire.test${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
      })
    )
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parsed(text) }
  }
  return { send, handler, dispose }
}
