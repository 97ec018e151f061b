import type { MemoryMailer } from "@quire/adapters"
import * as Memory from "@quire/adapters/memory"
import {
  AccessFacts,
  ApiToken,
  BlobStore,
  ContentStore,
  Engine,
  Outbox,
  PublicationFacts,
  RowStore,
  SearchIndex
} from "@quire/core"
import { Application, Http, Logging, OrganizationCreation, RateLimit, Readiness, Server, WebHandler } from "@quire/http"
import { Context, Effect, Exit, HashMap, Layer, ManagedRuntime, References, Result, Scope } from "effect"
import { capabilities } from "./engine.ts"

/** The services and ports of an engine, as in `engines`. */
export type Whole = Engine.Services | Engine.Ports

export interface Sent {
  /** No `authorization` header when absent. */
  readonly token?: string | undefined
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent unchanged. */
  readonly text?: string
  /** Override the headers that follow from token and body. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The fields of bodies that tests read. */
export interface Content {
  readonly [field: string]: unknown
  readonly error: {
    readonly code: number
    readonly message: string
    readonly reason: string
    readonly details?: ReadonlyArray<{ readonly path: string; readonly rule: string }>
  }
  readonly id: string
  readonly urls: { readonly [name: string]: string; readonly location: string }
  readonly count: number
  readonly items?: ReadonlyArray<unknown>
  readonly pages?: ReadonlyArray<unknown>
  readonly organizations?: ReadonlyArray<unknown>
  readonly changes?: ReadonlyArray<unknown>
  readonly revision?: string
  readonly changeRequest?: { readonly id: string }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Content
}

const parsed = (text: string): Content => {
  try {
    return JSON.parse(text)
  } catch {
    return JSON.parse("{}")
  }
}

const requestOf = (url: string, method: string, { body, headers, text, token }: Sent): Request => {
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body))
  return new Request(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(content === undefined ? {} : { "content-type": "application/json" }),
      ...headers
    },
    ...(content === undefined ? {} : { body: content })
  })
}

/** An engine, and its HTTP API. Close it when done. */
export interface Opened<R> {
  readonly run: <A, E>(effect: Effect.Effect<A, E, R>) => Promise<A>
  /** Sends a request in memory; the path begins with `/v1`. */
  readonly send: (method: string, path: string, sent?: Sent) => Promise<Answer>
  /** Answers as a host does that mounts the published sites alone. */
  readonly reader: (request: Request) => Promise<Response>
  /** Listens on a free port until closed, and returns the URL. */
  readonly listen: () => Promise<string>
  /** Log lines of failed requests. */
  readonly failures: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

/**
 * Fibers give way only where they wait for something. How often a store is asked then depends on nothing else: a fiber
 * that gives way to others may miss the batch that its question would have gone with.
 */
export const undisturbed: Layer.Layer<never> = Layer.succeed(References.PreventSchedulerYield, true)

export const open = async <R, E>(
  engine: Layer.Layer<R | Whole, E>,
  policy: Parameters<typeof OrganizationCreation.OrganizationCreation.layer>[0] = "anyone",
  /** Receives every line of the log, down to trace level. */
  onLine?: (line: string) => void,
  limits: Layer.Layer<RateLimit.RateLimit> = RateLimit.RateLimit.layerOff,
  references: Layer.Layer<never> = Layer.empty
): Promise<Opened<R | Whole>> => {
  const runtime = ManagedRuntime.make(engine)
  const context: Context.Context<Whole> = await runtime.context()
  const failures: Array<string> = []
  const served = Http.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        limits,
        Readiness.Readiness.layer,
        OrganizationCreation.OrganizationCreation.layer(policy),
        Logging.layer((line) => {
          onLine?.(line)
          if (line.includes('"level":"ERROR"')) failures.push(line)
        }),
        references,
        onLine === undefined ? Layer.empty : Layer.succeed(References.MinimumLogLevel, "Trace")
      )
    ),
    Layer.provide(Layer.succeedContext(context))
  )
  const web = WebHandler.toWebHandler(served)
  const scope = Effect.runSync(Scope.make())
  return {
    run: (effect) => runtime.runPromise(effect),
    send: async (method, path, sent = {}) => {
      const answer = await web.handler(requestOf(`http://quire.test${path}`, method, sent))
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, text, json: parsed(text) }
    },
    reader: web.reader,
    listen: () =>
      Effect.gen(function* () {
        const built = yield* Layer.build(Layer.provideMerge(served, Application.layerContext))
        const { port } = yield* Effect.provide(Server.serve({ host: "127.0.0.1", port: 0 }), built)
        return `http://127.0.0.1:${port}`
      }).pipe(Scope.provide(scope), Effect.runPromise),
    failures,
    close: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await web.dispose()
      await runtime.dispose()
    }
  }
}

/** A `fetch` that is answered by an engine in this process. */
export const fetchOf =
  ({ send }: Pick<Opened<never>, "send">): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const content = await request.text()
    const { headers, status, text } = await send(request.method, pathname + search, {
      headers: Object.fromEntries(request.headers),
      ...(content === "" ? {} : { text: content })
    })
    return new Response(text === "" ? null : text, { status, headers })
  }

/** The ports on a memory store that tests can inspect. */
export const memoryPorts: Layer.Layer<Engine.Ports | Memory.MemoryStore.MemoryStore | MemoryMailer.MemoryMailer> =
  Layer.mergeAll(
    Memory.MemoryRowStore.layer,
    Memory.MemoryContentStore.layer,
    Memory.MemorySearchIndex.layer,
    Memory.MemoryJobStore.layer,
    Memory.MemoryOutbox.layer,
    Memory.MemoryAccessFacts.layer,
    Memory.MemoryPublicationFacts.layer,
    Memory.MemoryBlobStore.layer,
    Memory.MemoryStoreCopy.layer
  ).pipe(Layer.provideMerge(Memory.MemoryStore.MemoryStore.layer), Layer.provideMerge(capabilities))

type Ports = Layer.Success<typeof memoryPorts>

const storing = [
  RowStore.RowStore,
  AccessFacts.AccessFacts,
  ContentStore.ContentStore,
  SearchIndex.SearchIndex,
  Outbox.Outbox,
  BlobStore.BlobStore,
  PublicationFacts.PublicationFacts
] as const

/** Wraps a port to record its calls as they run. */
const told = <S extends object>(name: string, port: S, calls: Array<string>): S =>
  new Proxy(port, {
    get: (target, key) => {
      const call = Reflect.get(target, key) as (...given: ReadonlyArray<unknown>) => Effect.Effect<unknown>
      return (...given: ReadonlyArray<unknown>) =>
        Effect.suspend(() => {
          calls.push(`${name}.${String(key)}`)
          return call(...given)
        })
    }
  })

const watched = (ports: Context.Context<Ports>, calls: Array<string>): Context.Context<Ports> =>
  storing.reduce((context, port) => {
    const tag = port as Context.Key<Ports, object>
    return Context.add(context, tag, told(tag.key.replace(/^.*\//, ""), Context.get(context, tag), calls))
  }, ports)

/** Opens two engines on one memory store, the second with cold caches; the calls of its storage ports are recorded. */
export const openTwins = async (onLine?: (line: string) => void) => {
  const scope = Effect.runSync(Scope.make())
  const ports = await Effect.runPromise(Scope.provide(Layer.build(memoryPorts), scope))
  const calls: Array<string> = []
  const on = (context: Context.Context<Ports>, references?: Layer.Layer<never>) =>
    open(Layer.provideMerge(Engine.layer, Layer.succeedContext(context)), "anyone", onLine, undefined, references)
  const api = await on(ports)
  const cold = await on(watched(ports, calls), undisturbed)
  return {
    api,
    cold,
    calls,
    close: async () => {
      await cold.close()
      await api.close()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    }
  }
}

/** Saves the content of a memory store; the effect that is returned restores it. */
const saved = Effect.flatMap(Memory.MemoryStore.MemoryStore, (store) =>
  store.readCommitted("save", (content) =>
    store.write("restore", (transaction) => {
      transaction.draft = content
      return Result.succeed(content)
    })
  )
)

/** Opens an engine on a memory store; `save` returns a function that gives the store the content that it has now. */
export const openMemory = async () => {
  const api = await open(Layer.provideMerge(Engine.layer, memoryPorts))
  const save = async () => {
    const restored = await api.run(saved)
    return async () => {
      await api.run(restored)
    }
  }
  return { api, save }
}

/** The content of a memory store except when tokens were last used: identical parts as long as nothing is written. */
export const state = Effect.flatMap(Memory.MemoryStore.MemoryStore, (store) =>
  store.readCommitted("state", ({ tables, ...rest }): ReadonlyArray<unknown> => {
    const kept = HashMap.remove(tables, ApiToken.collection.name)
    return [
      ...Object.values(rest),
      ...[...kept].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, table]) => table)
    ]
  })
)
