import { Resolver } from "node:dns/promises"
import { DnsResolver } from "@quire/core"
import { Data, Duration, Effect, Layer } from "effect"

/** An entry of the list of DNS servers is no IP address, with or without a port. */
export class UnreadableServer extends Data.TaggedError("UnreadableServer")<{
  readonly servers: ReadonlyArray<string>
}> {
  override get message() {
    return `DNS servers must be IP addresses with an optional port, not "${this.servers.join(", ")}"`
  }
}

export interface Options {
  /** Entries `address`, `address:port` or `[address]:port`; defaults to the servers of the operating system. */
  readonly servers?: ReadonlyArray<string>
  /** Milliseconds for a whole lookup; 5,000 when absent. */
  readonly deadlineMs?: number
}

/** Queries sent within the deadline, because responses may get lost. */
const tries = 3

/** The name is not there, or has no record of the kind. */
const absent: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"])

const codeOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined

class Refused extends Data.TaggedError("Refused")<{ readonly code: unknown }> {}

/** Runs one lookup with a separate resolver. The resolver caches nothing and is closed when the lookup is cancelled. */
const ask = (name: string, open: () => Resolver) =>
  Effect.tryPromise({
    try: (signal) => {
      const resolver = open()
      signal.addEventListener("abort", () => resolver.cancel(), { once: true })
      return resolver.resolveTxt(name)
    },
    catch: (error) => new Refused({ code: codeOf(error) })
  }).pipe(Effect.map((records) => records.map((parts) => parts.join(""))))

/** The `DnsResolver` on servers of the system or of the operator; fails when an entry of the list is malformed. */
export const make = ({
  deadlineMs = DnsResolver.limits.deadlineMs,
  servers = []
}: Options): Effect.Effect<typeof DnsResolver.DnsResolver.Service, UnreadableServer> => {
  const open = () => {
    const resolver = new Resolver({ timeout: Math.ceil(deadlineMs / tries), tries })
    if (servers.length > 0) resolver.setServers(servers)
    return resolver
  }
  const resolveTxt = (name: string) => {
    const fail = (reason: DnsResolver.Reason) => Effect.fail(new DnsResolver.LookupFailed({ name, reason }))
    return ask(name, open).pipe(
      Effect.catchTag("Refused", ({ code }) =>
        absent.has(code) ? Effect.succeed([]) : fail(code === "ETIMEOUT" ? "timeout" : "failed")
      ),
      Effect.timeoutOrElse({ duration: Duration.millis(deadlineMs), orElse: () => fail("timeout") }),
      Effect.flatMap((texts) => DnsResolver.bounded(name, texts))
    )
  }
  return Effect.try({ try: open, catch: () => new UnreadableServer({ servers }) }).pipe(Effect.as({ resolveTxt }))
}

export const layer = (options: Options): Layer.Layer<DnsResolver.DnsResolver, UnreadableServer> =>
  Layer.effect(DnsResolver.DnsResolver, make(options))
