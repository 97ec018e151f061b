import { basename, resolve } from "node:path"
import {
  Actor,
  Addresses,
  type Importer,
  Imports,
  ImportUpdates,
  Merging,
  type OrganizationId,
  Organizations,
  type Site,
  SiteSpaces,
  Sites,
  Spaces
} from "@quire/core"
import { Data, Effect } from "effect"
import * as Layers from "./Layers.ts"
import * as PersistentStore from "./PersistentStore.ts"
import { type Settings, UsageError } from "./Settings.ts"
import * as Source from "./Source.ts"

/** The pages could not be published; the message gives the reason. */
class Unpublished extends Data.TaggedError("Unpublished")<{ readonly message: string }> {}

/** Titles of spaces have at most 50 characters, those of sites at least two. */
const limits = { least: 2, most: 50 } as const

/** Number of items that are searched for a title. */
const seen = { limit: 100 } as const

export interface Options {
  readonly what: string
  readonly title: string | undefined
  readonly site: string | undefined
  readonly organization: string | undefined
}

/** The name of a folder or file, as a title. */
const titleOf = (path: string): string => {
  const words = basename(path)
    .replace(/\.[^.]+$/, "")
    .replace(/[-_\s]+/g, " ")
    .trim()
  return words.slice(0, 1).toUpperCase() + words.slice(1, limits.most)
}

const checkTitle = (title: string) => {
  const { length } = Array.from(title)
  return length < limits.least || length > limits.most
    ? Effect.fail(new UsageError({ message: `--title must have ${limits.least} to ${limits.most} characters` }))
    : Effect.succeed(title)
}

const chooseOrganization = Effect.fnUntraced(function* (given: string | undefined) {
  const organizations = yield* Organizations.Organizations
  const { items } = yield* organizations.list(seen)
  const [only, second] = given === undefined ? items : items.filter(({ id }) => id === given)
  if (only === undefined) {
    const message =
      given === undefined
        ? "there is no organization yet; start the server once to create it"
        : `no organization has the id ${given}`
    return yield* new Unpublished({ message })
  }
  if (second === undefined) return only.id
  return yield* new UsageError({ message: `there are several organizations; choose one with --org ID` })
})

/** The site with an id, or else the only one with the title; undefined if there is none. */
const findSite = Effect.fnUntraced(function* (organization: OrganizationId, title: string, id?: string) {
  const sites = yield* Sites.Sites
  if (id !== undefined) return yield* sites.get(organization, id)
  const { items } = yield* sites.list(organization, { ...seen, title })
  const [only, second] = items.filter((site) => site.title === title)
  if (second === undefined) return only
  return yield* new UsageError({ message: `several sites have the title "${title}"; choose one with --site ID` })
})

/** The only space of a site, or the one with the title. */
const findSpace = Effect.fnUntraced(function* (organization: OrganizationId, site: Site.SiteView, title: string) {
  const siteSpaces = yield* SiteSpaces.SiteSpaces
  const { items } = yield* siteSpaces.list(organization, site.id, seen)
  const titled = items.filter((each) => each.title === title)
  const [only, second] = items.length === 1 ? items : titled
  if (only !== undefined && second === undefined) return only.space.id
  const many = `site "${site.title}" has ${items.length} spaces, ${titled.length} of them with the title "${title}"`
  return yield* new UsageError({ message: `${many}; choose one with --title` })
})

/** Creates a site with one new space; neither remains if the import fails. */
const create = Effect.fnUntraced(function* (organization: OrganizationId, title: string, input: Importer.ImportInput) {
  const spaces = yield* Spaces.Spaces
  const sites = yield* Sites.Sites
  const imports = yield* Imports.Imports
  const { id: space } = yield* spaces.create(organization, { title })
  yield* Source.withProgress(imports.replace({ space }, input)).pipe(
    Effect.tapError(() => spaces.remove(space)),
    Effect.flatMap(Source.printReport)
  )
  return yield* sites.create(organization, { title, spaces: [space] })
})

/** Replaces the content of a space with that of the source, by merging a change request. */
const update = Effect.fnUntraced(function* (space: string, input: Importer.ImportInput) {
  const updates = yield* ImportUpdates.ImportUpdates
  const merging = yield* Merging.Merging
  const outcome = yield* Source.withProgress(updates.bring(space, `Publish ${input.name}`, input))
  if (outcome._tag === "Unchanged") return yield* Source.printResult("nothing has changed", [])
  if (outcome._tag !== "AlreadyProposed") yield* Source.printReport(outcome.result)
  if (outcome._tag === "Imported") return
  const { id, number } = outcome.changeRequest
  const named = `change request #${number}`
  const { result } = yield* merging
    .merge(space, id)
    .pipe(
      Effect.catchTag(
        "MergeRulesFailed",
        ({ message }) => new Unpublished({ message: `${named} was not merged: ${message}` })
      )
    )
  if (result === "conflicts") {
    return yield* new Unpublished({
      message: `${named} was not merged: it conflicts with changes made to the space in the meantime`
    })
  }
  yield* Source.printResult(`merged ${named}`, [])
})

const isAnswering = (base: string) =>
  Effect.promise(() =>
    fetch(`${base}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false
    )
  )

/** Publishes a folder, file or archive as a site, or updates the site with the title, as the host. */
export const publish = (settings: Settings, options: Options): Effect.Effect<void, unknown> =>
  Effect.gen(function* () {
    const { what } = options
    const path = resolve(what)
    const title = yield* checkTitle(options.title?.trim() ?? titleOf(path))
    yield* PersistentStore.requireThere(settings)
    yield* Source.printProgress(`reading ${what}`)
    const input = yield* Source.readLocal(path, undefined)
    yield* Effect.gen(function* () {
      const sites = yield* Sites.Sites
      const { base } = yield* Addresses.Addresses
      const organization = yield* chooseOrganization(options.organization)
      const found = yield* findSite(organization, title, options.site)
      if (found !== undefined) yield* update(yield* findSpace(organization, found, title), input)
      const site = found ?? (yield* create(organization, title, input))
      const { urls } = yield* sites.publish(organization, site.id)
      yield* Effect.sync(() => void process.stdout.write(`${urls.published}\n`))
      if (!(yield* isAnswering(base))) {
        yield* Source.printResult(
          `no server responds at ${base}; start the server, or set its --port or --base-url`,
          []
        )
      }
    }).pipe(Effect.provideService(Actor.Actor, Actor.system), Effect.provide(Layers.engine(settings)))
  })
