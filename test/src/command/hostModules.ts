import { createClient } from "@quire/client"
import * as Core from "@quire/core"
import * as Http from "@quire/http"
import * as Testing from "@quire/testing"
import { Context, Effect, Predicate } from "effect"

const options = { store: { kind: "memory" }, baseUrl: "http://quire.test" } as const

/** The input of an operation, with which a host can call it: what it returns is typed as in any call. */
const inputOf = "declare const inputOf: <I extends ReadonlyArray<unknown>>(operation: (...input: I) => unknown) => I"

const words = (text: string): string => text.replace(/\W/g, "_")

/** The functions of an object and of the objects in it, each as a path below a name. */
const functionsOf = (name: string, value: object): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const key in value) {
    const part: unknown = Reflect.get(value, key)
    const path = /^\w+$/.test(key) ? `${name}.${key}` : `${name}[${JSON.stringify(key)}]`
    if (Predicate.isFunction(part)) found.push(path)
    else if (Predicate.isObject(part)) found.push(...functionsOf(path, part))
  }
  return found
}

const exportAll = (paths: ReadonlyArray<string>) =>
  paths.flatMap((path) => [
    `export const ${words(path)} = ${path}`,
    `export const ${words(path)}_result = () => ${path}(...inputOf(${path}))`
  ])

/** Answers at once, so that hosts do not see it. */
const synchronous = "quire.system.users.view"

/** Everything that a host can call of an engine that is open, and what each call returns. */
const promises = async () => {
  const quire = await Http.Quire.open(options)
  const paths = functionsOf("quire", quire).filter((path) => path !== synchronous && path !== "quire.within")
  await quire.close()
  return [
    'import { Quire } from "@quire/http"',
    "declare const quire: Quire.Quire",
    "declare const client: Parameters<typeof quire.within>[0]",
    inputOf,
    ...exportAll(paths),
    "export const person = (user: Parameters<typeof quire.as>[0]) => quire.as(user).spaces.list(...inputOf(quire.system.spaces.list))",
    "export const within = quire.within",
    "export const within_result = () => quire.within(client, async (tx) => tx)",
    "export const options = inputOf(Quire.open)"
  ]
}

/** The same of a host whose module imports nothing of ours but a value that another of its modules exports. */
const elsewhere = (lines: ReadonlyArray<string>) => [
  'import { quire } from "./opened.js"',
  ...lines.filter((line) => /^(?:declare const inputOf|export const quire_)/.test(line))
]

const opened = () => ['import type { Quire } from "@quire/http"', "export declare const quire: Quire.Quire"]

/** Operations and values of every service that an engine has, as effects. */
const effects = async () => {
  const context = await Effect.runPromise(
    Effect.scoped(Effect.context<never>().pipe(Effect.provide(Http.Quire.layer(options))))
  )
  const modules = new Set<string>()
  const lines: Array<string> = []
  const tags = Object.entries(Core).flatMap(([module, members]) =>
    Object.entries(members).flatMap(([name, tag]: [string, unknown]) =>
      Context.isKey(tag) ? [{ module, name, tag }] : []
    )
  )
  for (const { module, name, tag } of tags) {
    const service: unknown = context.mapUnsafe.get(tag.key)
    if (!Predicate.isObject(service) || Effect.isEffect(service)) continue
    modules.add(module)
    const key = `${module}.${name}`
    for (const operation of Object.keys(service)) {
      const path = /^\w+$/.test(operation) ? `s.${operation}` : `s[${JSON.stringify(operation)}]`
      const exported = words(`${name}_${operation}`)
      lines.push(`export const ${exported} = Effect.map(${key}, (s) => ${path})`)
      if (!Predicate.isFunction(Reflect.get(service, operation))) continue
      lines.push(`export const ${exported}_result = Effect.map(${key}, (s) => () => ${path}(...inputOf(${path})))`)
    }
  }
  return [
    `import { ${[...modules].join(", ")} } from "@quire/core"`,
    'import { Effect } from "effect"',
    inputOf,
    ...lines
  ]
}

/** Every value that an entry point exports. */
const values = (entry: string, exported: object) => {
  const lines = Object.entries(exported).flatMap(([name, value]) =>
    Predicate.isFunction(value)
      ? [`export const ${name} = Entry.${name}`]
      : Object.keys(value).map((key) => `export const ${name}_${key} = Entry.${name}.${key}`)
  )
  return [`import * as Entry from "${entry}"`, ...lines]
}

const clients = () => [
  'import { createClient } from "@quire/client"',
  'const client = createClient({ baseUrl: "http://quire.test" })',
  inputOf,
  ...exportAll(functionsOf("client", createClient({ baseUrl: options.baseUrl })))
]

/** The modules of a host that exports whatever the packages give it, by their names. */
export const hostModules = async (): Promise<ReadonlyMap<string, ReadonlyArray<string>>> => {
  const promised = await promises()
  return new Map([
    ["promises", promised],
    ["opened", opened()],
    ["elsewhere", elsewhere(promised)],
    ["effects", await effects()],
    ["clients", clients()],
    ["testing", values("@quire/testing", Testing)],
    ["http", values("@quire/http", Http)]
  ])
}
