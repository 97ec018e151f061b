import {
  type Client,
  type Document,
  type EditConflict,
  isQuireError,
  type QuireError,
  type SpaceId
} from "@quire/client"
import { isObject } from "../Json.ts"
import { decodePeople, type PersonPresence, type PresenceAnnouncement } from "../presence/PersonPresence.ts"
import { readEvents } from "./EventStream.ts"
import { decodeDocument } from "./PageDocument.ts"

/** Why a request failed, as far as a session acts differently. */
export type TransportFailure =
  /** There was no response: the request may have had an effect or not. */
  | "unreachable"
  /** The server cannot respond now: 5xx, 408, 425 or 429. */
  | "unavailable"
  /** The session of the person expired: 401. */
  | "signed-out"
  /** The person may no longer read or write the page, or it does not exist: 403 or 404. */
  | "no-access"
  /** The server refuses what was sent: any other status. */
  | "refused"

/** A field that the server refuses, by its path, and the rule that it breaks. */
export interface RefusedField {
  readonly path: string
  readonly rule: string
}

interface FailureDetails {
  readonly failure: TransportFailure
  readonly message: string
  readonly status?: number | undefined
  readonly reason?: string
  readonly fields?: ReadonlyArray<RefusedField>
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
}

/** A failed request of a transport. */
export class PageTransportError extends Error {
  override readonly name = "PageTransportError"
  readonly failure: TransportFailure
  /** The status of the response; undefined if there was none. */
  readonly status: number | undefined
  /** A stable name, such as `DocumentTooLarge`. */
  readonly reason: string
  readonly fields: ReadonlyArray<RefusedField>
  /** Seconds before the next attempt, if the server named them. */
  readonly retryAfter: number | undefined
  constructor({ cause, failure, fields = [], message, reason = "Unreachable", retryAfter, status }: FailureDetails) {
    super(message, { cause })
    this.failure = failure
    this.status = status
    this.reason = reason
    this.fields = fields
    this.retryAfter = retryAfter
  }
}

/** A document to save, and the revision that it is based on. */
export interface SaveRequest {
  readonly revision: string
  readonly document: Document
}

/** What a save led to. */
export interface SaveResponse {
  /** The head after the save. */
  readonly revision: string
  /** Whether the head contains changes of others since the revision of the request. */
  readonly isMerged: boolean
  readonly conflicts: ReadonlyArray<EditConflict>
}

/** A stream of heads to follow. */
export interface HeadFollower {
  /** The last head that is known. */
  readonly lastRevision: string | undefined
  readonly onHead: (revision: string) => void
  /** Called with everyone who is on the page, as often as that changes. */
  readonly onPeople?: (people: ReadonlyArray<PersonPresence>) => void
  readonly signal: AbortSignal
}

/**
 * What a session needs from a server for one page. Methods reject with a `PageTransportError`; anything else is treated
 * like a request without a response.
 */
export interface PageTransport {
  /** Returns the current revision of the space or change request. */
  readonly readHead: (signal: AbortSignal) => Promise<string>
  /** Returns the document of the page in a revision. */
  readonly readPage: (revision: string, signal: AbortSignal) => Promise<Document>
  /** Returns the revision before a revision; undefined if it is the first. */
  readonly readParent: (revision: string, signal: AbortSignal) => Promise<string | undefined>
  /** Saves the page, merged with what others changed since the revision of the request. */
  readonly savePage: (request: SaveRequest, signal: AbortSignal) => Promise<SaveResponse>
  /** Reports each head until the stream ends, which it may do at any time. */
  readonly followHeads: (follower: HeadFollower) => Promise<void>
  /** Announces where the person is on the page; absent where others do not see it. */
  readonly announcePresence?: (announcement: PresenceAnnouncement) => Promise<void>
}

/** The page that a transport reads and writes: in a change request, or in the primary content of its space. */
export interface PageAddress {
  readonly space: SpaceId
  readonly changeRequest?: string
  readonly page: string
}

const failureOf = ({ status }: QuireError): TransportFailure => {
  if (status === undefined) return "unreachable"
  if (status === 401) return "signed-out"
  if (status === 403 || status === 404) return "no-access"
  return status >= 500 || status === 429 || status === 408 || status === 425 ? "unavailable" : "refused"
}

const translate = (thrown: unknown): unknown => {
  if (!isQuireError(thrown)) return thrown
  const { details, message, reason, retryAfter, status } = thrown
  return new PageTransportError({
    failure: failureOf(thrown),
    message,
    reason,
    status,
    retryAfter,
    fields: details,
    cause: thrown
  })
}

const translating = async <A>(request: () => Promise<A>): Promise<A> => {
  try {
    return await request()
  } catch (error) {
    throw translate(error)
  }
}

const missingDocument = () =>
  new PageTransportError({
    failure: "no-access",
    message: "The page has no text that can be edited.",
    reason: "PageWithoutDocument"
  })

/** A member of the data of an event; undefined if it has none. */
const memberOf = (data: string, name: string): unknown => {
  try {
    const json: unknown = JSON.parse(data)
    return isObject(json) ? json[name] : undefined
  } catch {
    return undefined
  }
}

/** A transport over a client of the API. */
export const createPageTransport = (client: Client, { changeRequest, page, space }: PageAddress): PageTransport => {
  const once = (signal: AbortSignal) => ({ signal, retries: 0 })
  const stream = (seconds: number | undefined, signal: AbortSignal, headers: { readonly [name: string]: string }) => {
    const options = { ...once(signal), headers }
    return changeRequest === undefined
      ? client.content.streamEvents({ spaceId: space, seconds }, options)
      : client.contentOfChangeRequests.streamContentEvents(
          { spaceId: space, changeRequestId: changeRequest, seconds },
          options
        )
  }
  const readHeads = (response: Response, { onHead, onPeople }: Pick<HeadFollower, "onHead" | "onPeople">) =>
    readEvents(response, ({ data, type }) => {
      const head = type === "head" ? memberOf(data, "revision") : undefined
      if (typeof head === "string") onHead(head)
      if (type === "presence") onPeople?.(decodePeople(memberOf(data, "items")).filter((each) => each.page === page))
    })
  const save = ({ document, revision }: SaveRequest, signal: AbortSignal) => {
    const changes = [{ operation: "update_page", page, document: { document } }] as const
    const body = { changes, ifRevision: revision, onConflict: "merge" } as const
    return changeRequest === undefined
      ? client.content.edit({ spaceId: space, body }, once(signal))
      : client.contentOfChangeRequests.editContent(
          { spaceId: space, changeRequestId: changeRequest, compat: true, body },
          once(signal)
        )
  }
  return {
    readHead: (signal) =>
      translating(async () => {
        let head: string | undefined
        await readHeads(await stream(0, signal, {}), { onHead: (revision) => void (head = revision) })
        if (head !== undefined) return head
        throw new PageTransportError({ failure: "unreachable", message: "The stream of events ended without a head." })
      }),
    readPage: (revision, signal) =>
      translating(async () => {
        const parameters = { spaceId: space, revisionId: revision, pageId: page, format: "document" } as const
        const read = await client.revisions.getPageInRevision(parameters, once(signal))
        const document = decodeDocument("document" in read ? read.document : undefined)
        if (document === undefined) throw missingDocument()
        return document
      }),
    readParent: (revision, signal) =>
      translating(async () => {
        const { parents } = await client.revisions.get({ spaceId: space, revisionId: revision }, once(signal))
        return parents[0]
      }),
    savePage: (request, signal) =>
      translating(async () => {
        const { conflicts = [], merged = false, revision } = await save(request, signal)
        return { revision, isMerged: merged, conflicts: conflicts.filter((each) => each.page === page) }
      }),
    followHeads: ({ lastRevision, signal, ...callbacks }) =>
      translating(async () =>
        readHeads(
          await stream(undefined, signal, lastRevision === undefined ? {} : { "last-event-id": lastRevision }),
          callbacks
        )
      ),
    announcePresence: ({ isLeaving = false, session, ...update }) =>
      translating(async () => {
        const parameters = { spaceId: space, presenceSession: session, body: { page, ...update } }
        const options = { retries: 0, keepalive: isLeaving }
        if (changeRequest === undefined) await client.content.announcePresence(parameters, options)
        else {
          await client.contentOfChangeRequests.announcePresence(
            { ...parameters, changeRequestId: changeRequest },
            options
          )
        }
      })
  }
}
