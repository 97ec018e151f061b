import { Command, CommanderError, Option } from "commander"
import { Effect } from "effect"
import { release } from "../information/Information.ts"
import type * as SecretFiles from "./SecretFiles.ts"
import { resolveSettings, type Settings } from "./Settings.ts"
import type * as SharedOptions from "./SharedOptions.ts"
import { groups, type SharedOption, sharedOptions } from "./SharedOptions.ts"
import { refuse, UsageError } from "./UsageError.ts"

/** An option of one command. Without a value in its name it is a flag. */
export interface OwnOption {
  /** As `--to <file>`. */
  readonly name: string
  readonly description: string
  readonly default?: string
  readonly isRequired?: boolean
}

/** What a command was called with. */
export interface Invocation {
  readonly settings: Settings
  readonly environment: SecretFiles.Environment
  readonly arguments: ReadonlyArray<string>
  readonly value: (option: string) => string | undefined
  readonly has: (flag: string) => boolean
}

/** One command of the program: what is parsed, and what its help says. */
export interface Declaration {
  /** As `token create`. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  /** As `<space>` or `[what]`. */
  readonly argument?: readonly [name: string, description: string]
  readonly options?: ReadonlyArray<OwnOption>
  /** The shared options that its help lists; it accepts all of them. */
  readonly shared: ReadonlyArray<SharedOptions.Group>
  readonly example: string
  /** Loads the module of the command and calls it. */
  readonly run: (invocation: Invocation) => Effect.Effect<void, unknown>
}

/** Loads the module of a command only after its arguments are parsed, so that usage errors are reported at once. */
export const load = <Module>(module: () => Promise<Module>, run: (module: Module) => Effect.Effect<void, unknown>) =>
  Effect.flatMap(Effect.promise(module), run)

/** Pages of help that are no commands. */
export interface Topic {
  readonly name: string
  readonly summary: string
  readonly text: string
}

export interface Grammar {
  readonly declarations: ReadonlyArray<Declaration>
  /** The summaries of commands that have commands. */
  readonly families: { readonly [name: string]: string }
  readonly topics: ReadonlyArray<Topic>
}

/** Refuses an option in the place of a value: `--data --port 1`. */
const readValue = (name: string) => (text: string) =>
  text.startsWith("--") ? refuse(`option '${name}' argument missing`) : text

const readValues = (name: string) => (text: string, before: ReadonlyArray<string> | undefined) => [
  ...(before ?? []),
  readValue(name)(text)
]

const withDefault = (description: string, standard: string | undefined): string =>
  standard === undefined ? description : `${description} (default: ${standard})`

const ownOption = ({ default: standard, description, isRequired = false, name }: OwnOption): Option => {
  const option = new Option(name, withDefault(description, standard)).makeOptionMandatory(isRequired)
  return name.includes("<") ? option.argParser(readValue(name)) : option
}

const sharedOption = ([name, declared]: [string, SharedOption], shown: ReadonlyArray<SharedOptions.Group>): Option => {
  const { group, isRepeatable, says, standard, value, variable } = declared
  const option = new Option(`--${name} <${value}>`, `${withDefault(says, standard)} [$${variable}]`)
  if (isRepeatable === true) option.argParser(readValues(option.flags))
  else option.argParser(readValue(option.flags))
  return option.hideHelp(!shown.includes(group)).helpGroup(groups[group])
}

/** What was written on the command line, by the long name of each option; defaults are no values here. */
const valuesOf = (command: Command): { readonly [name: string]: unknown } =>
  Object.fromEntries(
    command.options.flatMap((option) => {
      const attribute = option.attributeName()
      if (command.getOptionValueSource(attribute) !== "cli") return []
      const value: unknown = command.getOptionValue(attribute)
      return [[option.long?.slice(2) ?? "", option.negate ? true : value]]
    })
  )

const invocationOf = (command: Command, environment: SecretFiles.Environment): Invocation => {
  const values = valuesOf(command)
  return {
    settings: resolveSettings(values, environment),
    environment,
    arguments: command.args,
    value: (name) => {
      const value = values[name]
      return typeof value === "string" ? value : undefined
    },
    has: (name) => values[name] === true
  }
}

const add = (to: Command, declared: Declaration, select: (command: Command) => void) => {
  const { argument, description, example, options = [], path, shared, summary } = declared
  const command = to.command(path.split(" ").at(-1) ?? path)
  command.summary(summary).description(`${summary}.${description === undefined ? "" : `\n\n${description}`}`)
  if (argument !== undefined) command.argument(...argument)
  for (const option of options) command.addOption(ownOption(option))
  for (const option of Object.entries<SharedOption>(sharedOptions)) command.addOption(sharedOption(option, shared))
  command.addHelpText("after", `\nExample:\n  $ quire ${path} ${example}`.trimEnd())
  command.action(() => select(command))
}

const build = (
  grammar: Grammar,
  write: (text: string) => void,
  select: (declared: Declaration, command: Command) => void
) => {
  const program = new Command("quire")
  program
    .description("A documentation platform: spaces of versioned pages, published as sites, behind an HTTP API.")
    .usage("<command> [options]")
    .version(`quire ${release.version}`, "--version", "show the version")
    .helpOption("-h, --help", "show help for a command")
    .helpCommand("help [command]", "show help for a command or a topic")
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: () => {} })
  const families = new Map<string, Command>()
  for (const declared of grammar.declarations) {
    const [family = "", ...rest] = declared.path.split(" ")
    const summary = grammar.families[family]
    if (rest.length > 0 && !families.has(family)) {
      families.set(
        family,
        program
          .command(family)
          .summary(summary ?? "")
          .description(`${summary}.`)
      )
    }
    add(families.get(family) ?? program, declared, (command) => select(declared, command))
  }
  for (const { name, summary, text } of grammar.topics) {
    const topic = program.command(name).summary(summary).helpGroup("Help topics:")
    topic.configureHelp({ formatHelp: () => `${text}\n` }).action(() => topic.outputHelp())
  }
  return program
}

/** What was called, for the hint at the end of a refusal. */
const pathOf = ({ declarations }: Grammar, [one = "", two = ""]: ReadonlyArray<string>): string => {
  const isKnown = (path: string) =>
    declarations.some(({ path: known }) => known === path || known.startsWith(`${path} `))
  return [`${one} ${two}`, one].find(isKnown) ?? ""
}

const hinted = (grammar: Grammar, words: ReadonlyArray<string>, message: string): UsageError => {
  const path = pathOf(grammar, words)
  const help = path === "" ? "quire --help" : `quire ${path} --help`
  return new UsageError({ message: `${message} (see ${help})` })
}

/** The text of a refusal on one line: `unknown option '--prot' (Did you mean --port?)`. */
const messageOf = ({ code, message }: CommanderError, [family]: ReadonlyArray<string>): string =>
  code === "commander.help" ? `${family} needs a command` : message.replace(/^error: /, "").replaceAll("\n", " ")

const print = (text: string) => Effect.sync(() => void process.stdout.write(text))

type Outcome = { readonly help: string } | { readonly program: Effect.Effect<void, unknown> }

/** Parses the words; throws `UsageError` where they cannot be understood. */
const parseWords = (
  grammar: Grammar,
  words: ReadonlyArray<string>,
  environment: () => SecretFiles.Environment
): Outcome => {
  let help = ""
  let chosen: Effect.Effect<void, unknown> | undefined
  const program = build(
    grammar,
    (text) => {
      help += text
    },
    ({ run }, command) => {
      chosen = run(invocationOf(command, environment()))
    }
  )
  try {
    program.parse(words.length === 0 ? ["--help"] : words, { from: "user" })
  } catch (error) {
    if (error instanceof UsageError) throw hinted(grammar, words, error.message)
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode !== 0) throw hinted(grammar, words, messageOf(error, words))
  }
  return chosen === undefined ? { help } : { program: chosen }
}

/** What the words print that ask for help or the version; nothing where they ask for something else. */
export const help = (grammar: Grammar, words: ReadonlyArray<string>): string => {
  const outcome = parseWords(grammar, words, () => ({}))
  return "help" in outcome ? outcome.help : ""
}

/**
 * The program for the arguments of the command line, which prints help where that was asked for; fails with `UsageError`
 * where they cannot be understood.
 */
export const parse = (
  grammar: Grammar,
  words: ReadonlyArray<string>,
  environment: () => SecretFiles.Environment
): Effect.Effect<void, unknown> => {
  try {
    const outcome = parseWords(grammar, words, environment)
    return "help" in outcome ? print(outcome.help) : outcome.program
  } catch (error) {
    if (error instanceof UsageError) return Effect.fail(error)
    throw error
  }
}
