import type { EventPayload } from "./EventPayload.ts"

/** Headers that identify a user. */
const credentials: ReadonlySet<string> = new Set(["authorization", "cookie", "proxy-authorization"])

const withoutQuery = (url: string): string => url.replace(/[?#].*/su, "")

/**
 * An event as it is stored. Credentials and queries of requests, which contain codes and tokens of others, and the
 * properties of components, sources and tasks are removed (rule integration-records).
 */
export const recorded = (payload: EventPayload): EventPayload => {
  switch (payload.type) {
    case "fetch": {
      const { headers, method, url } = payload.request
      const kept = Object.entries(headers).filter(([name]) => !credentials.has(name.toLowerCase()))
      return { ...payload, request: { method, url: withoutQuery(url), headers: Object.fromEntries(kept) } }
    }
    case "ui_render": {
      const { action: _, state: __, ...rest } = payload
      return { ...rest, props: {} }
    }
    case "content_compute_revision":
    case "content_compute_document":
      return { ...payload, props: {}, dependencies: {} }
    case "task":
      return { ...payload, task: {} }
    default:
      return payload
  }
}
