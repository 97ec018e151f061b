import * as Abort from "./Abort.ts"
import { AbortController, AbortSignal, EventTarget } from "./Abort.ts"
import { Blob, File } from "./Blob.ts"
import { structuredClone } from "./Clone.ts"
import { console } from "./Console.ts"
import { CryptoKey, crypto } from "./Crypto.ts"
import { deliver, fetch } from "./Fetch.ts"
import { FormData } from "./FormData.ts"
import { Headers } from "./Headers.ts"
import { Request } from "./Request.ts"
import { Response } from "./Response.ts"
import { URLSearchParams } from "./SearchParams.ts"
import { addEventListener, fail, start } from "./Serve.ts"
import { ReadableStream } from "./Stream.ts"
import { TextDecoder, TextEncoder } from "./Text.ts"
import { clear, interval, tick, timeout } from "./Timers.ts"
import { URL } from "./Url.ts"

/** Globals that scripts have in addition to the language itself (rule script-globals). */
const globals = {
  AbortController,
  AbortSignal,
  Blob,
  CryptoKey,
  Event: Abort.Event,
  EventTarget,
  File,
  FormData,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  addEventListener,
  clearInterval: clear,
  clearTimeout: clear,
  console,
  crypto,
  fetch,
  self: globalThis,
  setInterval: interval,
  setTimeout: timeout,
  structuredClone
}

for (const [name, value] of Object.entries(globals))
  Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true })

/** The functions that the thread calls; they are not reachable from any global. */
export const port = { start, deliver, tick: () => tick(fail) }
