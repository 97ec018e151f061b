import {
  DescriptionAdapter,
  FixedDnsResolver,
  GuardedFetcher,
  GzipPacking,
  HtmlAdapter,
  IdTokenAdapter,
  Importers,
  MarkdownAdapter,
  MemoryMailer,
  NodeCrypto,
  PdfAdapter,
  PseudoTranslator,
  SamlAdapter,
  ScriptAdapter,
  TypesettingAdapter
} from "@quire/adapters"
import * as Memory from "@quire/adapters/memory"
import { Postgres } from "@quire/adapters/postgres"
import {
  Actor,
  Addresses,
  type BackupFile,
  type DescriptionReader,
  type DnsResolver,
  Engine,
  type Fetcher,
  type Html,
  IdGenerator,
  type IdTokenVerifier,
  type Importer,
  type Mailer,
  type Markdown,
  Outbox,
  type PdfPrinter,
  type SamlVerifier,
  type ScriptRunner,
  Secrets,
  type Translator,
  type Typesetting,
  type UserId
} from "@quire/core"
import { Effect, Layer, Option } from "effect"
import * as Database from "./database.ts"
import { isDeep, isWhole } from "./depth.ts"

/** Bytes that are the same in every run, and never repeat within one. */
export const countedSecrets: Layer.Layer<Secrets.Secrets> = Layer.sync(Secrets.Secrets, () => {
  let next = 0
  return {
    random: (length: number) =>
      Effect.sync(() => {
        next++
        return Uint8Array.from({ length }, (_, index) =>
          index < 3 ? (next >> (8 * index)) & 255 : (next * 31 + index * 7 + (next >> 3)) & 255
        )
      }),
    ...NodeCrypto.sealing,
    master: Option.none(),
    previousMaster: Option.none()
  }
})

export const baseUrl = "http://quire.test"

export type Capabilities = Layer.Layer<
  | IdGenerator.IdGenerator
  | Secrets.Secrets
  | Addresses.Addresses
  | Fetcher.Fetcher
  | DnsResolver.DnsResolver
  | Importer.Importers
  | Markdown.Markdown
  | Html.Html
  | Typesetting.Typesetting
  | PdfPrinter.PdfPrinter
  | BackupFile.BackupWriter
  | DescriptionReader.DescriptionReader
  | SamlVerifier.SamlVerifier
  | IdTokenVerifier.IdTokenVerifier
  | ScriptRunner.ScriptRunner
  | Translator.Translator
  | Mailer.Mailer
  | MemoryMailer.MemoryMailer
>

/** The texts that the DNS has in tests, by name. */
export const dnsTexts = new Map<string, ReadonlyArray<string>>()

/** What every engine in a test has besides its store; imports may fetch from loopback. */
export const capabilities: Capabilities = Layer.mergeAll(
  MemoryMailer.layer,
  IdGenerator.IdGenerator.layerSequence,
  countedSecrets,
  Addresses.Addresses.layer(baseUrl),
  FixedDnsResolver.layer(dnsTexts),
  Layer.orDie(GuardedFetcher.layer({ allow: ["127.0.0.1"] })),
  Importers.layer().pipe(Layer.provideMerge(Layer.mergeAll(MarkdownAdapter.layer, HtmlAdapter.layer))),
  TypesettingAdapter.layerHere,
  DescriptionAdapter.layerHere,
  SamlAdapter.layerHere,
  IdTokenAdapter.layer,
  ScriptAdapter.layer,
  PseudoTranslator.layer,
  PdfAdapter.layerHere,
  GzipPacking.layer
)

/** Every service and port, on a store that is empty at first. */
export type TestEngine = Layer.Layer<Engine.Services | Engine.Ports | MemoryMailer.MemoryMailer>

export const memoryWith = (given: Capabilities): TestEngine =>
  Engine.layer.pipe(Layer.provideMerge(Memory.Memory.layer), Layer.provideMerge(given))

export const memory: TestEngine = memoryWith(capabilities)

const database = (told: (config: Database.Config) => void) =>
  Layer.unwrap(
    Effect.map(Database.migrated, (config) => {
      told(config)
      return Layer.orDie(Postgres.layer({ ...config, maxConnections: 8 }))
    })
  )

/**
 * A transaction in another test's database that ends while the outbox is read may hide the last events for a moment: they
 * are read a few times, so that tests see every event.
 */
const patient = Layer.effect(
  Outbox.Outbox,
  Effect.map(Outbox.Outbox, (outbox) => ({
    ...outbox,
    read: Effect.fnUntraced(function* (after: Outbox.Offset, limit: number) {
      let most = yield* outbox.read(after, limit)
      for (let again = 0; again < 3 && most.length < limit; again++) {
        const read = yield* outbox.read(after, limit)
        if (read.length > most.length) most = read
      }
      return most
    })
  }))
)

/** The ports on a separate database, which is reported as soon as it exists; their statements can be counted. */
export const impatientPorts = (
  given: Capabilities,
  told: (config: Database.Config) => void = () => undefined
): Layer.Layer<Engine.Ports | MemoryMailer.MemoryMailer> => database(told).pipe(Layer.provideMerge(given))

/** The same, except that the outbox is read patiently. */
export const postgresPorts = (
  given: Capabilities,
  told?: (config: Database.Config) => void
): Layer.Layer<Engine.Ports | MemoryMailer.MemoryMailer> => Layer.provideMerge(patient, impatientPorts(given, told))

export const postgresWith = (given: Capabilities, told?: (config: Database.Config) => void): TestEngine =>
  Layer.provideMerge(Engine.layer, postgresPorts(given, told))

export const postgresTold = (told: (config: Database.Config) => void): TestEngine => postgresWith(capabilities, told)

export const postgres: TestEngine = postgresWith(capabilities)

/**
 * Whether a test file runs on Postgres besides memory: every file in deep runs, otherwise a fixed tenth of them, which
 * does not change when a file moves to another tier.
 */
const runsOnPostgres = (file: string): boolean => {
  const name = file.slice(file.lastIndexOf("/test/src/")).replace(/\.(whole|laws|deep)\.test\.ts$/, ".test.ts")
  const sum = Array.from(name).reduce((hash, character) => (hash * 31 + character.charCodeAt(0)) % 65_521, 0)
  return isDeep || sum % 10 === 0
}

/**
 * The stores that a test file runs its engine on, by its URL: memory, and Postgres in one file of ten, as the contract
 * suites of the ports already show that both stores behave alike.
 */
export const onStores = <A>(
  file: string,
  both: { readonly memory: A; readonly postgres: A }
): ReadonlyArray<readonly [name: "memory" | "Postgres", engine: A]> => [
  ["memory", both.memory],
  ...(runsOnPostgres(file) ? [["Postgres", both.postgres] as const] : [])
]

/** The engine on each store that a test file runs on. */
export const engines = (file: string): ReturnType<typeof onStores<TestEngine>> => onStores(file, { memory, postgres })

/** The engine on memory, and in the whole and the deep tier on Postgres, for what the stores may do differently: races. */
export const enginesByTier: ReadonlyArray<readonly [name: "memory" | "Postgres", engine: TestEngine]> = [
  ["memory", memory],
  ...(isWhole ? [["Postgres", postgres] as const] : [])
]

export const asSystem = Effect.provideService(Actor.Actor, Actor.system)
export const as = (user: UserId) => Effect.provideService(Actor.Actor, Actor.user(user))
