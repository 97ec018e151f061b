import type { ExchangeResponse, FetchFailed, HeaderList } from "../../foundation/fetch/Fetcher.ts"
import type { DeliveryResult } from "../delivery/Sender.ts"

/** Milliseconds to wait according to `Retry-After`, in seconds or as a date; undefined without it. */
const waitOf = (headers: HeaderList, now: number): number | undefined => {
  const text = headers.find(([name]) => name === "retry-after")?.[1].trim() ?? ""
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Result of a delivery by its response (rule webhook-delivered). */
export const sentOf = ({ headers, status }: ExchangeResponse, now: number): DeliveryResult => {
  if (status >= 200 && status < 300) return { _tag: "Delivered", status }
  const failing = { why: `the server returned status ${status}`, status }
  if (status < 500 && status !== 408 && status !== 429) return { _tag: "Refused", ...failing }
  const after = waitOf(headers, now)
  return { _tag: "Retry", ...failing, ...(after === undefined ? {} : { after }) }
}

/** Result of a delivery without a response. */
export const sentWithout = (failed: FetchFailed): DeliveryResult => ({ _tag: "Retry", why: failed.message })
