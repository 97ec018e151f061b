type Listener = ((event: Event) => void) | { readonly handleEvent: (event: Event) => void }

export class Event {
  readonly type: string
  target: unknown = null
  constructor(type: unknown) {
    this.type = String(type)
  }
}

export class EventTarget {
  #listeners: Array<{ readonly type: string; readonly listener: Listener; readonly isOnce: boolean }> = []
  addEventListener(type: unknown, listener: Listener | null, options?: { readonly once?: boolean } | boolean): void {
    if (listener === null || this.#listeners.some((own) => own.type === type && own.listener === listener)) return
    const isOnce = typeof options === "object" && Boolean(options.once)
    this.#listeners.push({ type: String(type), listener, isOnce })
  }
  removeEventListener(type: unknown, listener: Listener): void {
    this.#listeners = this.#listeners.filter((own) => own.type !== type || own.listener !== listener)
  }
  dispatchEvent(event: Event): boolean {
    event.target = this
    for (const own of this.#listeners.filter(({ type }) => type === event.type)) {
      if (own.isOnce) this.removeEventListener(own.type, own.listener)
      if (typeof own.listener === "function") own.listener.call(this, event)
      else own.listener.handleEvent(event)
    }
    return true
  }
}

export class AbortSignal extends EventTarget {
  #reason: unknown
  #isAborted = false
  onabort: ((event: Event) => void) | null = null
  get aborted(): boolean {
    return this.#isAborted
  }
  get reason(): unknown {
    return this.#reason
  }
  throwIfAborted(): void {
    if (this.#isAborted) throw this.#reason
  }
  static end(signal: AbortSignal, reason: unknown): void {
    if (signal.#isAborted) return
    signal.#isAborted = true
    signal.#reason = reason ?? new DOMException("The operation was aborted", "AbortError")
    const event = new Event("abort")
    signal.onabort?.(event)
    signal.dispatchEvent(event)
  }
  static abort(reason?: unknown): AbortSignal {
    const signal = new AbortSignal()
    AbortSignal.end(signal, reason)
    return signal
  }
  static timeout(milliseconds: unknown): AbortSignal {
    const signal = new AbortSignal()
    setTimeout(() => AbortSignal.end(signal, new DOMException("The operation timed out", "TimeoutError")), milliseconds)
    return signal
  }
  static any(signals: Iterable<AbortSignal>): AbortSignal {
    const any = new AbortSignal()
    for (const signal of signals) {
      if (signal.aborted) AbortSignal.end(any, signal.reason)
      else signal.addEventListener("abort", () => AbortSignal.end(any, signal.reason), { once: true })
    }
    return any
  }
}

export class AbortController {
  readonly signal = new AbortSignal()
  abort(reason?: unknown): void {
    AbortSignal.end(this.signal, reason)
  }
}
