import { assert, layer } from "@effect/vitest"
import {
  Addresses,
  ChangeRequests,
  ContentEdits,
  Contents,
  Installations,
  JobControl,
  Members,
  Pdfs,
  Purge,
  type SpaceId,
  Spaces
} from "@quire/core"
import { Pdf } from "@quire/core/internal"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { prepared } from "../../support/docs.ts"
import { as, asSystem, engines } from "../../support/engine.ts"
import { changed, installed } from "../../support/integrations.ts"
import { readPdf } from "../../support/pdf.ts"

const tokenOf = (url: string): string => new URL(url).pathname.split("/")[2] ?? ""

const setup = Effect.gen(function* () {
  const world = yield* prepared
  const pdfs = yield* Pdfs.Pdfs
  const control = yield* JobControl.JobControl
  const open = (url: string) => pdfs.open(tokenOf(url))
  return {
    ...world,
    pdfs,
    open,
    run: asSystem(control.run()),
    ask: (options: Pdfs.PdfOptions = {}) => as(world.reader)(pdfs.ask({ space: world.id }, options)),
    bytes: (url: string) =>
      Effect.flatMap(open(url), (opened) =>
        opened.state === "made"
          ? Stream.mkUint8Array(opened.stored.read(0, opened.stored.size))
          : Effect.die(new Error(opened.state))
      )
  }
})

const read = (bytes: Uint8Array) => Effect.promise(() => readPdf(bytes))

const pageIds = (space: SpaceId) =>
  Effect.gen(function* () {
    const contents = yield* Contents.Contents
    const { pages } = yield* asSystem(contents.pages({ space }))
    const all = (list: ReadonlyArray<(typeof pages)[number]>): ReadonlyArray<readonly [string, string]> =>
      list.flatMap((page) => [[page.title, page.id] as const, ...("pages" in page ? all(page.pages) : [])])
    return new Map(all(pages))
  })

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`PDFs on ${name}`, (it) => {
    it.effect("returns an address at once, which serves the file when it is created (rule pdf-address)", () =>
      Effect.gen(function* () {
        const { ask, bytes, open, run } = yield* setup
        const { base } = yield* Addresses.Addresses
        const { url } = yield* ask()
        assert.isTrue(url.startsWith(`${base}/pdf/`))
        assert.isTrue(url.endsWith("/docs.pdf"))
        assert.deepStrictEqual(yield* open(url), { state: "pending" })
        yield* run
        const made = yield* read(yield* bytes(url))
        assert.deepStrictEqual(made.bookmarks, [
          ["Home", 1],
          ["Guide", 1],
          ["Install it", 2],
          ["On Linux", 3]
        ])
        assert.strictEqual(
          made.body,
          "HomeWelcome.Seetheguide.GuideAllaboutit.InstallitHowtosetupRuntheinstaller.OnLinuxUsethepenguinpackage.logo"
        )
        assert.strictEqual(made.jumps, 1)
        for (const bad of ["", "x", `${tokenOf(url)}x`]) {
          assert.strictEqual((yield* Effect.flip(open(`http://x/pdf/${bad}/a`)))._tag, "PdfNotFound")
        }
        yield* TestClock.adjust(Pdf.limits.address)
        assert.strictEqual((yield* Effect.flip(open(url)))._tag, "PdfNotFound")
      })
    )

    it.effect(
      "opens for its person while they may read the content, and not after the space is deleted (rule pdf-address)",
      () =>
        Effect.gen(function* () {
          const { admin, ask, bytes, id, open, organization, pdfs, reader, run, stranger } = yield* setup
          const members = yield* Members.Members
          const spaces = yield* Spaces.Spaces
          assert.strictEqual((yield* Effect.flip(as(stranger)(pdfs.ask({ space: id }))))._tag, "SpaceNotFound")
          const [{ url }, { url: own }] = [yield* ask(), yield* as(admin)(pdfs.ask({ space: id }))]
          yield* run
          yield* bytes(url)
          yield* as(admin)(members.remove(organization, reader))
          assert.strictEqual((yield* Effect.flip(open(url)))._tag, "PdfNotFound")
          yield* bytes(own)
          yield* as(admin)(spaces.remove(id))
          assert.strictEqual((yield* Effect.flip(open(own)))._tag, "PdfNotFound")
        })
    )

    it.effect(
      "stops opening once the integration that requested it is uninstalled or lost its scope (rule caller-carried)",
      () =>
        Effect.gen(function* () {
          const { admin, id, open, organization, pdfs, run } = yield* setup
          const installations = yield* Installations.Installations
          const one = yield* installed(organization, admin, ["space:content:read"])
          const other = yield* installed(organization, admin, ["space:content:read"])
          const urls = yield* Effect.forEach([one, other], ({ asInstalled }) => asInstalled(pdfs.ask({ space: id })))
          yield* run
          const states = Effect.forEach(urls, ({ url }) =>
            Effect.match(open(url), { onFailure: ({ _tag }) => _tag, onSuccess: ({ state }) => state })
          )
          assert.deepStrictEqual(yield* states, ["made", "made"])
          yield* as(admin)(installations.remove(one.name, one.installation))
          assert.deepStrictEqual(yield* states, ["PdfNotFound", "made"])
          yield* changed(other.integration, { scopes: ["space:metadata:read"] })
          assert.deepStrictEqual(yield* states, ["PdfNotFound", "PdfNotFound"])
        })
    )

    it.effect("has the content of the time of the request (rules pdf-address and pdf-same)", () =>
      Effect.gen(function* () {
        const { ask, bytes, editor, id, run } = yield* setup
        const edits = yield* ContentEdits.ContentEdits
        const before = yield* ask()
        const page = (yield* pageIds(id)).get("Home") ?? ""
        const change = { operation: "update_page", page, document: { markdown: "Changed since." } } as const
        yield* as(editor)(edits.apply({ space: id }, { changes: [change] }))
        const [again, after] = [yield* ask({ page, only: true }), yield* ask()]
        yield* run
        assert.include((yield* read(yield* bytes(before.url))).body, "Welcome.")
        assert.include((yield* read(yield* bytes(after.url))).body, "Changedsince.")
        assert.strictEqual((yield* read(yield* bytes(again.url))).body, "HomeChangedsince.")
        const same = yield* ask()
        assert.deepStrictEqual(yield* bytes(same.url), yield* bytes(after.url))
      })
    )

    it.effect(
      "contains one page with those below it or that page alone, and hidden ones on request (rule pdf-pages)",
      () =>
        Effect.gen(function* () {
          const { ask, bytes, editor, id, reader, pdfs, run } = yield* setup
          const edits = yield* ContentEdits.ContentEdits
          const ids = yield* pageIds(id)
          const [guide, install] = [ids.get("Guide") ?? "", ids.get("Install it") ?? ""]
          const hide = { operation: "update_page", page: install, hidden: true } as const
          const [whole, one] = [yield* ask({ page: guide }), yield* ask({ page: guide, only: true })]
          yield* as(editor)(edits.apply({ space: id }, { changes: [hide] }))
          const [shown, hidden] = [yield* ask(), yield* ask({ page: install })]
          yield* run
          const titles = (url: string) =>
            Effect.map(Effect.flatMap(bytes(url), read), ({ bookmarks }) => bookmarks.map(([title]) => title))
          assert.deepStrictEqual(yield* titles(whole.url), ["Guide", "Install it", "On Linux"])
          assert.deepStrictEqual(yield* titles(one.url), ["Guide"])
          assert.deepStrictEqual(yield* titles(shown.url), ["Home", "Guide"])
          assert.deepStrictEqual(yield* titles(hidden.url), ["Install it", "On Linux"])
          const missing = yield* Effect.flip(as(reader)(pdfs.ask({ space: id }, { page: "none" })))
          assert.deepInclude(missing, { _tag: "ReferenceNotFound", field: "page", id: "none" })
        })
    )

    it.effect("prints the head of a change request and names the request (rule pdf-address)", () =>
      Effect.gen(function* () {
        const { bytes, editor, id, pdfs, reader, run } = yield* setup
        const requests = yield* ChangeRequests.ChangeRequests
        const edits = yield* ContentEdits.ContentEdits
        const request = yield* as(editor)(requests.create(id, { subject: "Better" }))
        const page = (yield* pageIds(id)).get("Home") ?? ""
        const change = { operation: "update_page", page, document: { markdown: "Better words." } } as const
        yield* as(editor)(edits.apply({ space: id, changeRequest: request.id }, { changes: [change] }))
        const asked = yield* as(reader)(pdfs.ask({ space: id, changeRequest: String(request.number) }))
        yield* run
        assert.include((yield* read(yield* bytes(asked.url))).body, "Betterwords.")
      })
    )

    it.effect("keeps files until they have not been requested for a day (rule pdf-kept)", () =>
      Effect.gen(function* () {
        const { ask, bytes, open, run } = yield* setup
        const purge = yield* Purge.Purge
        const { url } = yield* ask()
        yield* run
        const first = yield* bytes(url)
        yield* TestClock.adjust(Pdf.limits.kept - 1)
        const again = yield* ask()
        yield* run
        yield* TestClock.adjust(2)
        const later = yield* ask()
        yield* run
        yield* asSystem(purge.unreferencedBlobs())
        assert.deepStrictEqual(yield* bytes(later.url), first)
        assert.deepStrictEqual(yield* bytes(again.url), first)
        yield* TestClock.adjust(2 * Pdf.limits.kept)
        yield* run
        yield* asSystem(purge.unreferencedBlobs())
        const fresh = yield* ask()
        assert.deepStrictEqual(yield* open(fresh.url), { state: "pending" })
      })
    )
  })
}
