import { readFileSync } from "node:fs"
import { Effect } from "effect"
import * as BlobSettings from "./BlobSettings.ts"
import * as SecretFiles from "./SecretFiles.ts"
import { parse, UsageError } from "./Settings.ts"

/** Loads the module of a command only after its arguments are parsed, so that usage errors are reported at once. */
const loadAndRun = <Module>(load: () => Promise<Module>, run: (module: Module) => Effect.Effect<void, unknown>) =>
  Effect.flatMap(Effect.promise(load), run)

type Parse = (words: ReadonlyArray<string>, environment: SecretFiles.Environment) => Effect.Effect<void, unknown>

const parseServe: Parse = (words, environment) => {
  const { flags, settings } = parse(words, environment, { flags: ["no-migrate"] })
  const migrate = flags.has("no-migrate") ? "off" : settings.migrate
  return loadAndRun(
    () => import("./Serve.ts"),
    ({ serve }) => serve({ ...settings, migrate })
  )
}

const parseMigrate: Parse = (words, environment) => {
  const { flags, settings } = parse(words, environment, { flags: ["plan", "sql"] })
  const act = flags.has("sql") ? "print" : flags.has("plan") ? "list" : "run"
  return loadAndRun(
    () => import("./Migrate.ts"),
    ({ migrate }) => migrate(settings, act)
  )
}

/** A description of an API says with `--to` where its pages go, other content with `--space`. */
const parseImport: Parse = (words, environment) => {
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

const parsePublish: Parse = (words, environment) => {
  const { own, positionals, settings } = parse(words, environment, { own: ["title", "site", "org"], positionals: 1 })
  const given = { what: positionals[0], title: own["title"], site: own["site"], organization: own["org"] }
  return loadAndRun(
    () => import("./Publish.ts"),
    ({ publish }) => publish(settings, given)
  )
}

const parseUpkeep: Parse = (words, environment) => {
  const { own, settings } = parse(words, environment, { own: ["seconds"] })
  return loadAndRun(
    () => import("./Upkeep.ts"),
    ({ upkeep }) => upkeep(settings, own["seconds"])
  )
}

const parseBlobs: Parse = ([verb, ...words], environment) => {
  if (verb === "use") {
    const { flags, positionals, settings } = parse(words, environment, { flags: ["force"], positionals: 1 })
    const place = BlobSettings.parseUse(positionals[0], environment)
    return loadAndRun(
      () => import("./UseBlobs.ts"),
      ({ useBlobs }) => useBlobs(settings, place, flags.has("force"))
    )
  }
  if (verb !== "move") {
    throw new UsageError({
      message: "the command is: quire blobs move --from WHERE --to WHERE, or quire blobs use WHERE"
    })
  }
  const { flags, own, settings } = parse(words, environment, { own: ["from", "to"], flags: ["remove"] })
  const places = BlobSettings.parseMove(own["from"], own["to"], environment)
  return loadAndRun(
    () => import("./MoveBlobs.ts"),
    ({ moveBlobs }) => moveBlobs(settings, places, flags.has("remove"))
  )
}

const parseExport: Parse = (words, environment) => {
  const names = ["to", "as-of", "revision", "change-request"]
  const { own, positionals, settings } = parse(words, environment, { own: names, positionals: 1 })
  const { revision, to } = own
  const chosen = { revision, asOf: own["as-of"], changeRequest: own["change-request"] }
  return loadAndRun(
    () => import("./Export.ts"),
    ({ exportSpace }) => exportSpace(settings, { space: positionals[0], to, ...chosen })
  )
}

const parseUser: Parse = ([verb, ...rest], environment) => {
  if (verb !== "export" && verb !== "erase") {
    throw new UsageError({ message: "the command is: quire user export or quire user erase" })
  }
  const extra = verb === "export" ? { own: ["to"], positionals: 1 } : { flags: ["yes"], positionals: 1 }
  const { flags, own, positionals, settings } = parse(rest, environment, extra)
  const [whom] = positionals
  return loadAndRun(
    () => import("./User.ts"),
    ({ eraseUser, exportUser }) =>
      verb === "export" ? exportUser(settings, whom, own["to"]) : eraseUser(settings, whom, flags.has("yes"))
  )
}

const parseToken: Parse = ([verb, ...words], environment) => {
  if (verb !== "create") throw new UsageError({ message: "the command is: quire token create" })
  const { own, settings } = parse(words, environment, { own: ["user", "label"] })
  return loadAndRun(
    () => import("./Token.ts"),
    ({ create }) => create(settings, { user: own["user"], label: own["label"] })
  )
}

const parseSecrets: Parse = ([verb, ...words], environment) => {
  if (verb !== "rotate") throw new UsageError({ message: "the command is: quire secrets rotate" })
  const { flags, settings } = parse(words, environment, { flags: ["now"] })
  return loadAndRun(
    () => import("./Rotate.ts"),
    ({ rotate }) => rotate(settings, flags.has("now"))
  )
}

const parseAudit: Parse = ([verb, ...words], environment) => {
  if (verb !== "verify") throw new UsageError({ message: "the command is: quire audit verify" })
  const { settings } = parse(words, environment, {})
  return loadAndRun(
    () => import("./Audit.ts"),
    ({ verify }) => verify(settings)
  )
}

const parseBackup: Parse = (words, environment) => {
  const { flags, own, settings } = parse(words, environment, { own: ["to"], flags: ["incomplete"] })
  return loadAndRun(
    () => import("./Backup.ts"),
    ({ backup }) => backup(settings, own["to"], flags.has("incomplete"))
  )
}

const parseRestore: Parse = (words, environment) => {
  const { positionals, settings } = parse(words, environment, { positionals: 1 })
  return loadAndRun(
    () => import("./Restore.ts"),
    ({ restoreBackup }) => restoreBackup(settings, positionals[0])
  )
}

const commands: ReadonlyMap<string, Parse> = new Map([
  ["serve", parseServe],
  ["migrate", parseMigrate],
  ["token", parseToken],
  ["secrets", parseSecrets],
  ["audit", parseAudit],
  ["upkeep", parseUpkeep],
  ["blobs", parseBlobs],
  ["backup", parseBackup],
  ["restore", parseRestore],
  ["user", parseUser],
  ["import", parseImport],
  ["export", parseExport],
  ["publish", parsePublish]
])

const parseWords = ([command = "serve", ...rest]: ReadonlyArray<string>, environment: SecretFiles.Environment) => {
  const parseRest = commands.get(command)
  if (parseRest === undefined) {
    const known = [...commands.keys()].join(", ")
    throw new UsageError({ message: `unknown command "${command}": there are ${known}` })
  }
  return parseRest(
    rest,
    SecretFiles.resolve(environment, (path) => readFileSync(path, "utf8"))
  )
}

/** The program for the arguments of the command line; fails with `UsageError` where they cannot be understood. */
export const parseCommand = (
  words: ReadonlyArray<string>,
  environment: SecretFiles.Environment
): Effect.Effect<void, unknown> => {
  try {
    return parseWords(words, environment)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return Effect.fail(new UsageError({ message: `${error.message} (quire --help lists what there is)` }))
  }
}
