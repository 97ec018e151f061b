import { Cause, Effect, Exit, Fiber, Option, Predicate } from "effect"
import * as BlobSettings from "./BlobSettings.ts"
import { parse, UsageError } from "./Settings.ts"
import * as Usage from "./Usage.ts"

const environment = process.env

/** Loads the module of a command only after its arguments are parsed, so that usage errors are reported at once. */
const loadAndRun = <Module>(load: () => Promise<Module>, run: (module: Module) => Effect.Effect<void, unknown>) =>
  Effect.flatMap(Effect.promise(load), run)

/** A description of an API says with `--to` where its pages go, other content with `--space`. */
const parseImport = (words: ReadonlyArray<string>): Effect.Effect<void, unknown> => {
  const names = ["space", "source", "to", "spec", "layout"]
  const { own, positionals, settings } = parse(words, environment, { own: names, positionals: 1 })
  const [what] = positionals
  const { layout, source, space, spec, to } = own
  if (to !== undefined) {
    return loadAndRun(
      () => import("./ImportDescription.ts"),
      ({ importDescription }) => importDescription(settings, { what, space: to, spec, layout })
    )
  }
  return loadAndRun(
    () => import("./Import.ts"),
    ({ importContent }) => importContent(settings, { what, space, source })
  )
}

/** The program for the arguments of the command line; throws `UsageError`. */
const parseCommand = (words: ReadonlyArray<string>): Effect.Effect<void, unknown> => {
  const [command = "serve", ...rest] = words
  switch (command) {
    case "serve": {
      const { settings } = parse(rest, environment, {})
      return loadAndRun(
        () => import("./Serve.ts"),
        ({ serve }) => serve(settings)
      )
    }
    case "migrate": {
      const { flags, settings } = parse(rest, environment, { flags: ["plan"] })
      return loadAndRun(
        () => import("./Migrate.ts"),
        ({ migrate }) => migrate(settings, flags.has("plan"))
      )
    }
    case "token": {
      const [verb, ...words] = rest
      if (verb !== "create") throw new UsageError({ message: "the command is: quire token create" })
      const { own, settings } = parse(words, environment, { own: ["user", "label"] })
      return loadAndRun(
        () => import("./Token.ts"),
        ({ create }) => create(settings, { user: own["user"], label: own["label"] })
      )
    }
    case "secrets": {
      const [verb, ...words] = rest
      if (verb !== "rotate") throw new UsageError({ message: "the command is: quire secrets rotate" })
      const { settings } = parse(words, environment, {})
      return loadAndRun(
        () => import("./Rotate.ts"),
        ({ rotate }) => rotate(settings)
      )
    }
    case "audit": {
      const [verb, ...words] = rest
      if (verb !== "verify") throw new UsageError({ message: "the command is: quire audit verify" })
      const { settings } = parse(words, environment, {})
      return loadAndRun(
        () => import("./Audit.ts"),
        ({ verify }) => verify(settings)
      )
    }
    case "blobs": {
      const [verb, ...words] = rest
      if (verb !== "move") throw new UsageError({ message: "the command is: quire blobs move --from WHERE --to WHERE" })
      const { flags, own, settings } = parse(words, environment, { own: ["from", "to"], flags: ["remove"] })
      const places = BlobSettings.parseMove(own["from"], own["to"], environment)
      return loadAndRun(
        () => import("./MoveBlobs.ts"),
        ({ moveBlobs }) => moveBlobs(settings, places, flags.has("remove"))
      )
    }
    case "import":
      return parseImport(rest)
    case "publish": {
      const { own, positionals, settings } = parse(rest, environment, { own: ["title", "site", "org"], positionals: 1 })
      const given = { what: positionals[0], title: own["title"], site: own["site"], organization: own["org"] }
      return loadAndRun(
        () => import("./Publish.ts"),
        ({ publish }) => publish(settings, given)
      )
    }
    default:
      throw new UsageError({
        message: `unknown command "${command}": serve, migrate, token create, secrets rotate, audit verify, blobs move, import or publish`
      })
  }
}

const complain = (line: string) => void process.stderr.write(`quire: ${line}\n`)

/** The variables whose lists adapters read, by what they fail with. */
const unreadable = { UnreadableEntry: "QUIRE_FETCH_ALLOW", UnreadableServer: "QUIRE_DNS_SERVERS" } as const

/** Prints one line for errors that people can fix and the whole cause for all others; returns the exit code. */
const report = (cause: Cause.Cause<unknown>): number => {
  if (Cause.hasInterruptsOnly(cause)) return Usage.exitCodes.done
  const failure = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (failure instanceof UsageError) {
    complain(failure.message)
    return Usage.exitCodes.misused
  }
  for (const [tag, variable] of Object.entries(unreadable)) {
    if (failure instanceof Error && Predicate.isTagged(failure, tag)) {
      complain(`${variable}: ${failure.message}`)
      return Usage.exitCodes.misused
    }
  }
  if (failure instanceof Error && Predicate.hasProperty(failure, "_tag")) complain(failure.message)
  else complain(Cause.pretty(cause))
  return Predicate.isTagged(failure, "EmbeddedPostgresLost") ? Usage.exitCodes.tryAgain : Usage.exitCodes.failed
}

const run = (effect: Effect.Effect<void, unknown>): void => {
  const fiber = Effect.runFork(effect)
  let signals = 0
  const stop = () => {
    signals++
    if (signals > 1) process.exit(Usage.exitCodes.cut)
    fiber.interruptUnsafe()
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
  Effect.runFork(
    Effect.map(Fiber.await(fiber), (exit) =>
      process.exit(Exit.isSuccess(exit) ? Usage.exitCodes.done : report(exit.cause))
    )
  )
}

const words = process.argv.slice(2)
if (words.includes("--help") || words.includes("-h")) {
  process.stdout.write(Usage.text)
} else {
  try {
    run(parseCommand(words))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    complain(`${error.message} (quire --help lists what there is)`)
    process.exitCode = Usage.exitCodes.misused
  }
}
