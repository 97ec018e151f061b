import type { Document } from "@quire/client"
import type { Node } from "prosemirror-model"
import { type EditorState, Plugin } from "prosemirror-state"
import type { EditorView } from "prosemirror-view"
import { connectConflicts } from "../conflicts/ConflictPlugin.ts"
import { randomKey } from "../keys/KeysPlugin.ts"
import type { PersonPresence } from "../presence/PersonPresence.ts"
import { presence } from "../presence/PresencePlugin.ts"
import { type CopyStore, openCopyStore } from "./CopyStore.ts"
import { compareDocuments, type DocumentChange } from "./DocumentDifference.ts"
import { watchHeads } from "./HeadWatch.ts"
import {
  adoptCopies,
  encodeCopy,
  type HeldCopy,
  holdCopy,
  type LocalCopy,
  moveCopy,
  type PageName
} from "./LocalCopy.ts"
import { hasAllKeys, makeKeyTransaction, toPageDocument, toPageNode } from "./PageDocument.ts"
import { type PageTransport, PageTransportError, type SaveResponse } from "./PageTransport.ts"
import { rebaseChanges, rebaseDocument } from "./RebaseChanges.ts"
import { isRemoteChange, makeRemoteTransaction } from "./RemoteChanges.ts"
import { retryDelay, type SavingClock, systemClock, waitFor } from "./SavingClock.ts"
import {
  addConflicts,
  isContained,
  makeCopyConflict,
  makeResolution,
  type SavingConflict,
  toSavingConflict
} from "./SavingConflict.ts"
import { makeSubject, type SavingState, type SavingStatus, type Subscribable } from "./SavingState.ts"
import { openTabLocks, type TabLocks } from "./TabLocks.ts"

/** Milliseconds of a session. */
const delays = {
  /** After the last edit, before it is saved. */
  pause: 1_000,
  /** After the first unsaved edit, while the writer does not pause. */
  longest: 3_000,
  /** After an edit, before it is in the local copy. */
  copy: 100,
  /** Without a response, before a request counts as lost. */
  request: 30_000,
  /** Between looks whether an input method has ended, during which the text must not change. */
  composition: 100
} as const

/** How many revisions are searched for a save whose response was lost. */
const maxLookBack = 20

/** What a session needs from an editor; an `EditorView` has it. */
export type SessionEditor = Pick<EditorView, "state" | "dispatch" | "updateState"> & { readonly composing?: boolean }

/** What a session works with. */
export interface PageSessionOptions {
  readonly transport: PageTransport
  /** Names the local copies of the page. */
  readonly name: PageName
  /** Where local copies are; the storage of the browser by default, or memory where it is blocked. */
  readonly copies?: CopyStore
  /** Locks by which tabs know of each other; those of the browser by default. */
  readonly locks?: TabLocks
  /** The time; that of the browser by default. */
  readonly clock?: SavingClock
}

type SessionSettings = Required<PageSessionOptions>

/** A document at a revision. */
interface BaseDocument {
  readonly revision: string
  readonly doc: Node
  readonly document: Document
}

/** A save that is repeated unchanged until it is acknowledged, so that a lost response does not double an edit. */
interface PendingSave {
  readonly doc: Node
  readonly document: Document
  readonly isRetry: boolean
  readonly response: SaveResponse | undefined
}

const baseOf = (revision: string, document: Document): BaseDocument => ({
  revision,
  document,
  doc: toPageNode(document)
})

const lostResponse = (cause: unknown) =>
  new PageTransportError({ failure: "unreachable", message: "The server did not respond.", cause })

/**
 * A page that is edited: saves what is typed, shows what others save, and keeps a local copy. One request at a time is
 * running, and a save is the whole document with the revision that it is based on, which the server merges.
 *
 * Open it with `openPageSession`, make an editor with its `document`, and attach the editor.
 */
export class PageSession {
  /** The document to open an editor with, which contains unsaved edits of a previous session. */
  readonly document: Document
  /** Whether the session continues the local copy of a tab that has ended. */
  readonly isRestored: boolean
  readonly #options: SessionSettings
  readonly #held: HeldCopy
  readonly #ended = new AbortController()
  readonly #state: ReturnType<typeof makeSubject<SavingState>>
  readonly #presenceSession = randomKey()
  readonly #people = makeSubject<ReadonlyArray<PersonPresence>>([])
  #watching = new AbortController()
  #host: SessionEditor | undefined
  #base: BaseDocument
  #pending: PendingSave | undefined
  #orphans: ReadonlyArray<HeldCopy>
  #conflicts: ReadonlyArray<SavingConflict>
  #firstEdit: number | undefined
  #dueAt: number | undefined
  #retryAt = 0
  #failures = 0
  #halt: SavingStatus | undefined
  /** Whether the editor has the last head that is known. */
  #isChecked = false
  /** Whether the server has the base exactly as it was sent, without keys that it added. */
  #isExact = true
  #isRunning = false
  #isSaving = false
  #cancelWake: () => void = () => undefined
  #isCopyDue = false
  #copying: Promise<void> = Promise.resolve()
  #idle: Array<() => void> = []

  constructor(options: SessionSettings, base: BaseDocument, held: HeldCopy, orphans: ReadonlyArray<HeldCopy>) {
    const { copy } = held
    this.#options = options
    this.#held = held
    this.#base = base
    this.#orphans = orphans
    this.document = copy?.document ?? base.document
    this.isRestored = copy !== undefined
    this.#conflicts = copy?.conflicts ?? []
    this.#pending = copy?.sent && {
      doc: toPageNode(copy.sent),
      document: copy.sent,
      isRetry: true,
      response: undefined
    }
    this.#isChecked = copy === undefined
    this.#state = makeSubject<SavingState>({
      status: { name: "saved" },
      conflicts: this.#conflicts,
      revision: base.revision,
      localCopy: options.copies.isPersistent ? "stored" : "memory",
      isFollowing: false
    })
  }

  /** The state of the session. */
  get state(): Subscribable<SavingState> {
    return this.#state
  }

  /** The other editors of the page. */
  get people(): Subscribable<ReadonlyArray<PersonPresence>> {
    return this.#people
  }

  /**
   * Begins to save what is typed in an editor that was opened with `document`, by plugins that it adds to the state. The
   * host must not remove them, and ends the session before the editor.
   */
  attach(host: SessionEditor): void {
    const plugin = new Plugin({
      appendTransaction: (transactions) => {
        if (transactions.some((each) => each.docChanged && !isRemoteChange(each))) this.#onEdit()
        return null
      }
    })
    const own = { people: this.#people, session: this.#presenceSession, signal: this.#ended.signal }
    const cursors = presence({ ...own, announce: this.#options.transport.announcePresence, clock: this.#options.clock })
    host.updateState(host.state.reconfigure({ plugins: [...host.state.plugins, plugin, cursors] }))
    this.#host = host
    connectConflicts(host, this)
    this.#watch()
    this.#run()
  }

  /** The document as the editor has it, also when it cannot be saved. */
  getDocument(): Document {
    return this.#host === undefined ? this.document : toPageDocument(this.#current)
  }

  /** Saves at once, as before an editor is left or hidden; resolves when that has succeeded or failed. */
  async save(): Promise<SavingState> {
    if (this.#host === undefined || this.#ended.signal.aborted) return this.#state.get()
    this.#dueAt = this.#options.clock.now()
    this.#retryAt = 0
    const isIdle = new Promise<void>((resolve) => this.#idle.push(resolve))
    this.#run()
    await isIdle
    await this.#writeCopy()
    return this.#state.get()
  }

  /** Continues after the person has signed in, or after the connection or the access is back. */
  resume(): void {
    this.#halt = undefined
    this.#retryAt = 0
    this.#isChecked = false
    this.#watch()
    this.#run()
  }

  /** Resolves a conflict; returns false if the page has no place for the side. Taking the own side is an edit. */
  resolve(id: string, side: "mine" | "theirs"): boolean {
    const conflict = this.#conflicts.find((each) => each.id === id)
    if (conflict === undefined || this.#host === undefined) return false
    if (side !== conflict.kept) {
      const taken = side === "mine" ? makeResolution(this.#host.state, conflict) : undefined
      if (taken === undefined) return false
      this.#host.dispatch(taken)
    }
    this.#conflicts = this.#conflicts.filter((each) => each !== conflict)
    void this.#writeCopy()
    this.#publish()
    return true
  }

  /** Saves, and ends the session. What could not be saved stays in the local copy. */
  async close(): Promise<SavingState> {
    const state = await this.save()
    this.destroy()
    return state
  }

  /** Ends the session at once. */
  destroy(): void {
    this.#ended.abort()
    this.#watching.abort()
    this.#cancelWake()
    this.#held.release()
    for (const { release } of this.#orphans) release()
  }

  get #current(): Node {
    return this.#host?.state.doc ?? this.#base.doc
  }

  get #hasEdits(): boolean {
    return !this.#current.eq(this.#base.doc)
  }

  #onEdit(): void {
    const now = this.#options.clock.now()
    if (this.#ended.signal.aborted) return
    if (this.#halt?.name === "refused" && !this.#halt.isFinal) this.#halt = undefined
    this.#firstEdit ??= now
    this.#dueAt = Math.min(now + delays.pause, this.#firstEdit + delays.longest)
    if (!this.#isCopyDue) {
      this.#isCopyDue = true
      this.#options.clock.after(delays.copy, () => void this.#writeCopy())
    }
    this.#publish()
    this.#schedule()
  }

  #publish(): void {
    this.#state.set({
      ...this.#state.get(),
      status: this.#status(),
      conflicts: this.#conflicts,
      revision: this.#base.revision
    })
  }

  #status(): SavingStatus {
    if (this.#halt !== undefined) return this.#halt
    if (this.#isSaving) return { name: "saving" }
    if (this.#failures > 0 && (this.#pending !== undefined || this.#dueAt !== undefined)) {
      return { name: "unsaved", isOffline: true, retryAt: this.#retryAt }
    }
    if (this.#pending !== undefined || this.#dueAt !== undefined) {
      return { name: "unsaved", isOffline: false, retryAt: undefined }
    }
    return { name: this.#conflicts.length > 0 ? "conflict" : "saved" }
  }

  /** Runs what is due, one request after the other, and then waits for what is due next. */
  #run(): void {
    if (this.#isRunning || this.#host === undefined || this.#ended.signal.aborted) return
    this.#isRunning = true
    void this.#runAll().finally(() => {
      this.#isRunning = false
      this.#isSaving = false
      this.#publish()
      this.#schedule()
      for (const resolve of this.#idle.splice(0)) resolve()
    })
  }

  async #runAll(): Promise<void> {
    for (;;) {
      const next = this.#ended.signal.aborted ? undefined : this.#nextAction()
      if (next === undefined) return
      try {
        await next()
      } catch (error) {
        this.#fail(error)
      }
    }
  }

  #nextAction(): (() => Promise<void>) | undefined {
    const now = this.#options.clock.now()
    if (this.#halt !== undefined || now < this.#retryAt) return undefined
    if (this.#pending !== undefined) return () => this.#send()
    if (this.#hasEdits) {
      this.#dueAt ??= now
      if (this.#dueAt <= now) return () => this.#begin()
    } else this.#clearEdits()
    if (!this.#isChecked) return () => this.#refresh()
    const orphan = this.#orphans[0]
    return orphan && (() => this.#saveOrphan(orphan))
  }

  #clearEdits(): void {
    this.#firstEdit = undefined
    this.#dueAt = undefined
  }

  #schedule(): void {
    this.#cancelWake()
    if (this.#isRunning || this.#halt !== undefined || this.#ended.signal.aborted) return
    const { clock } = this.#options
    const now = clock.now()
    const hasWork = this.#pending !== undefined || !this.#isChecked || this.#orphans.length > 0
    const at = hasWork ? this.#retryAt : this.#dueAt === undefined ? undefined : Math.max(this.#dueAt, this.#retryAt)
    if (at !== undefined) this.#cancelWake = clock.after(Math.max(0, at - now), () => this.#run())
  }

  /** Makes a save of the current document. */
  async #begin(): Promise<void> {
    const host = this.#host
    if (host === undefined) return
    const keyed = makeKeyTransaction(host.state)
    if (keyed !== undefined) host.dispatch(keyed)
    this.#clearEdits()
    const doc = this.#current
    this.#pending = { doc, document: toPageDocument(doc), isRetry: false, response: undefined }
  }

  /** Sends the pending save until it is acknowledged, and takes over what it led to. */
  async #send(): Promise<void> {
    const pending = this.#pending
    if (pending === undefined) return
    this.#isSaving = true
    this.#publish()
    await this.#writeCopy()
    const earlier = pending.isRetry && pending.response === undefined ? await this.#findSave(pending) : undefined
    const response = pending.response ?? earlier ?? (await this.#post(pending, this.#base.revision))
    this.#pending = { ...pending, response }
    const document = response.isMerged ? await this.#readPage(response.revision) : pending.document
    const conflicts = response.conflicts.map((each) => toSavingConflict(pending.doc, each))
    this.#conflicts = addConflicts(
      this.#conflicts,
      conflicts.filter((each) => !(pending.isRetry && isContained(each)))
    )
    this.#pending = undefined
    this.#failures = 0
    this.#isSaving = false
    const isAdopted = await this.#adopt(pending.doc, baseOf(response.revision, document))
    if (earlier !== undefined) this.#isChecked = false
    if (!isAdopted) this.#onEdit()
    else if (!response.isMerged && !hasAllKeys(document)) {
      this.#isExact = false
      this.#isChecked = false
    }
    await this.#writeCopy()
  }

  /**
   * The save of an earlier attempt whose response was lost: a revision since the base that made exactly these changes.
   * Undefined if there is none, or if the merge changed them; then the server merges what is sent again.
   */
  async #findSave({ document }: PendingSave): Promise<SaveResponse | undefined> {
    const { transport } = this.#options
    const base = this.#base
    const sent = toPageNode(document)
    let revision: string | undefined = await this.#request((signal) => transport.readHead(signal))
    try {
      for (let count = 0; count < maxLookBack && revision !== undefined && revision !== base.revision; count++) {
        const later: string = revision
        const parent: string | undefined = await this.#request((signal) => transport.readParent(later, signal))
        if (parent === undefined) return undefined
        const before = parent === base.revision ? base.doc : toPageNode(await this.#readPage(parent))
        const expected = rebaseDocument(base.doc, sent, before)
        const isSave = expected?.eq(toPageNode(await this.#readPage(later)))
        if (isSave === true) return { revision: later, isMerged: true, conflicts: [] }
        revision = parent
      }
    } catch (error) {
      if (!(error instanceof PageTransportError) || error.failure !== "no-access") throw error
    }
    return undefined
  }

  async #post(pending: PendingSave, revision: string): Promise<SaveResponse> {
    const { document } = pending
    this.#pending = { ...pending, isRetry: true }
    return this.#request((signal) => this.#options.transport.savePage({ revision, document }, signal))
  }

  #readPage(revision: string): Promise<Document> {
    return this.#request((signal) => this.#options.transport.readPage(revision, signal))
  }

  /** Sends a request, which fails when it takes too long or the session ends. */
  async #request<A>(send: (signal: AbortSignal) => Promise<A>): Promise<A> {
    const { clock } = this.#options
    const timeout = new AbortController()
    const signal = AbortSignal.any([timeout.signal, this.#ended.signal])
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(lostResponse(signal.reason)))
    })
    const cancel = clock.after(delays.request, () => timeout.abort())
    try {
      return await Promise.race([send(signal), aborted])
    } finally {
      cancel()
    }
  }

  /** Takes over the head, if it is another revision than the one that the editor has. */
  async #refresh(): Promise<void> {
    const { transport } = this.#options
    this.#isChecked = true
    try {
      const revision = await this.#request((signal) => transport.readHead(signal))
      this.#failures = 0
      const base = this.#base
      if (this.#isExact && revision === base.revision) return
      const document = await this.#readPage(revision)
      if (!(await this.#adopt(base.doc, baseOf(revision, document)))) this.#dueAt = this.#options.clock.now()
      await this.#writeCopy()
    } catch (error) {
      this.#isChecked = false
      throw error
    }
  }

  /**
   * Applies to the editor what changed from a document that it had to a new base, and keeps what was typed since. Returns
   * false if both changed the same: then the next save is based on the same revision as before, and the server merges.
   */
  async #adopt(from: Node, base: BaseDocument): Promise<boolean> {
    while (this.#host?.composing === true && !this.#ended.signal.aborted) {
      await waitFor(this.#options.clock, delays.composition, this.#ended.signal)
    }
    const host = this.#host
    if (host === undefined || this.#ended.signal.aborted) return true
    const changes = this.#changesTo(host.state, from, base.doc)
    if (changes === undefined) return false
    if (changes.length > 0) host.dispatch(makeRemoteTransaction(host.state, changes))
    this.#base = base
    this.#isExact = true
    this.#publish()
    return true
  }

  #changesTo({ doc }: EditorState, from: Node, to: Node): ReadonlyArray<DocumentChange> | undefined {
    return doc.eq(from) ? compareDocuments(doc, to) : rebaseChanges(from, to, doc)
  }

  /** Saves the copy of a tab that has ended, whose edits then come to this editor as those of another person. */
  async #saveOrphan(orphan: HeldCopy): Promise<void> {
    const { copy, key, release } = orphan
    if (copy !== undefined) {
      try {
        const document = copy.sent === undefined ? undefined : await this.#saveCopy(copy.revision, copy.sent)
        const sent = document?.isMerged ? baseOf(document.revision, await this.#readPage(document.revision)) : undefined
        const rest = sent && copy.sent && rebaseDocument(toPageNode(copy.sent), sent.doc, toPageNode(copy.document))
        if (sent !== undefined && rest !== undefined) await this.#saveCopy(sent.revision, toPageDocument(rest))
        else await this.#saveCopy(document?.isMerged === false ? document.revision : copy.revision, copy.document)
      } catch (error) {
        if (!(error instanceof PageTransportError) || error.failure !== "refused") throw error
        this.#conflicts = addConflicts(this.#conflicts, [makeCopyConflict(key, copy.base, copy.document)])
      }
      this.#conflicts = addConflicts(this.#conflicts, copy.conflicts)
    }
    this.#orphans = this.#orphans.filter((each) => each !== orphan)
    this.#isChecked = false
    await this.#writeCopy()
    await this.#options.copies.remove(key)
    release()
  }

  async #saveCopy(revision: string, document: Document): Promise<SaveResponse> {
    const { transport } = this.#options
    const response = await this.#request((signal) => transport.savePage({ revision, document }, signal))
    const doc = toPageNode(document)
    const own = response.conflicts.map((each) => toSavingConflict(doc, each)).filter((each) => !isContained(each))
    this.#conflicts = addConflicts(this.#conflicts, own)
    return response
  }

  #fail(error: unknown): void {
    if (this.#ended.signal.aborted) return
    this.#isSaving = false
    const { failure, fields, message, reason, retryAfter } =
      error instanceof PageTransportError ? error : lostResponse(error)
    if (failure === "signed-out") this.#halt = { name: "signed-out" }
    else if (failure === "no-access") this.#halt = { name: "refused", isFinal: true, reason, message, fields }
    else if (failure === "refused") {
      this.#pending = undefined
      this.#halt = { name: "refused", isFinal: false, reason, message, fields }
    } else {
      this.#failures++
      const { clock } = this.#options
      const delay = retryAfter === undefined ? retryDelay(clock, this.#failures) : retryAfter * 1_000
      this.#retryAt = clock.now() + delay
    }
    const isOver = failure === "signed-out" || failure === "no-access"
    if (isOver) this.#watching.abort()
    this.#publish()
  }

  #watch(): void {
    this.#watching.abort()
    this.#watching = new AbortController()
    const { clock, transport } = this.#options
    const watcher = {
      lastRevision: () => this.#base.revision,
      onHead: (revision: string) => {
        if (revision === this.#base.revision) return
        this.#isChecked = false
        this.#run()
      },
      onPeople: (people: ReadonlyArray<PersonPresence>) =>
        this.#people.set(people.filter(({ session }) => session !== this.#presenceSession)),
      onFollowing: (isFollowing: boolean) => this.#state.set({ ...this.#state.get(), isFollowing }),
      onEnd: (error: PageTransportError) => this.#fail(error)
    }
    void watchHeads(transport, clock, watcher, this.#watching.signal)
  }

  /** Brings the local copy up to date, after earlier calls have; removes it if the server has everything. */
  #writeCopy(): Promise<void> {
    this.#isCopyDue = false
    this.#copying = this.#copying.then(async () => {
      if (this.#ended.signal.aborted) return
      const { copies } = this.#options
      const copy = this.#copy()
      try {
        await (copy === undefined ? copies.remove(this.#held.key) : copies.write(this.#held.key, encodeCopy(copy)))
        this.#state.set({ ...this.#state.get(), localCopy: copies.isPersistent ? "stored" : "memory" })
      } catch {
        this.#state.set({ ...this.#state.get(), localCopy: "failed" })
      }
    })
    return this.#copying
  }

  #copy(): LocalCopy | undefined {
    if (this.#pending === undefined && this.#conflicts.length === 0 && !this.#hasEdits) return undefined
    return {
      revision: this.#base.revision,
      base: this.#base.document,
      sent: this.#pending?.document,
      document: toPageDocument(this.#current),
      conflicts: this.#conflicts,
      writtenAt: this.#options.clock.now()
    }
  }
}

/**
 * Opens a page to edit it. Unsaved edits of a tab that has ended are continued, also without a connection; otherwise the
 * page is read from the server, and the promise rejects with a `PageTransportError` if that fails.
 */
export const openPageSession = async (options: PageSessionOptions): Promise<PageSession> => {
  const { clock = systemClock, copies = await openCopyStore(), locks = openTabLocks(), name, transport } = options
  const settings = { transport, name, clock, copies, locks }
  const [first, ...orphans] = await adoptCopies(copies, locks, name)
  const own = await holdCopy(locks, name, randomKey())
  if (first?.copy !== undefined) {
    const { base, revision } = first.copy
    return new PageSession(settings, baseOf(revision, base), await moveCopy(copies, first, own), orphans)
  }
  try {
    const { signal } = new AbortController()
    const revision = await transport.readHead(signal)
    const base = baseOf(revision, await transport.readPage(revision, signal))
    return new PageSession(settings, base, own, orphans)
  } catch (error) {
    own.release()
    throw error
  }
}
