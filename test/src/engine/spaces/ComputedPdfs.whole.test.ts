import { assert, layer } from "@effect/vitest"
import { ChangeRequests, ContentEdits, Contents, Pdfs, Spaces } from "@quire/core"
import { Effect, Stream } from "effect"
import { described, document, placeholder, shop } from "../../support/computed.ts"
import { engines } from "../../support/engine.ts"
import { readPdf } from "../../support/pdf.ts"

const twoTags = described({ Pets: ["pets", "cats"], Stores: ["stores"] })
const otherTags = described({ Pets: ["pets"], Users: ["users"] })

const orders = JSON.stringify({
  openapi: "3.0.3",
  info: { title: "Shop", version: "1" },
  tags: [{ name: "Orders" }],
  paths: {
    "/orders/{id}": {
      put: {
        tags: ["Orders"],
        summary: "Change an order",
        description: "Only open ones.",
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" }, description: "Which one." }],
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } } },
        responses: { 200: { description: "It is changed." }, 409: { description: "It is closed." } }
      }
    }
  },
  components: {
    schemas: { Order: { type: "object", properties: { amount: { type: "integer", description: "How many." } } } }
  }
})

const tokenOf = (url: string): string => new URL(url).pathname.split("/")[2] ?? ""

const setup = Effect.gen(function* () {
  const world = yield* shop
  const pdfs = yield* Pdfs.Pdfs
  const made = (url: string) =>
    Effect.flatMap(pdfs.open(tokenOf(url)), (opened) =>
      opened.state === "made"
        ? Stream.mkUint8Array(opened.stored.read(0, opened.stored.size))
        : Effect.die(new Error(opened.state))
    )
  return {
    ...world,
    made,
    ask: (of: { readonly space: string; readonly changeRequest?: string }, options: Pdfs.PdfOptions = {}) =>
      Effect.map(world.by(pdfs.ask(of, options)), ({ url }) => url),
    isMade: (url: string) => Effect.map(pdfs.open(tokenOf(url)), ({ state }) => state === "made"),
    read: (url: string) => Effect.flatMap(made(url), (bytes) => Effect.promise(() => readPdf(bytes)))
  }
})

const titlesOf = ({ bookmarks }: { readonly bookmarks: ReadonlyArray<readonly [string, number]> }) =>
  bookmarks.flatMap(([title, depth]) => (depth === 1 ? [title] : []))

for (const [name, engine] of engines(import.meta.url)) {
  layer(engine)(`PDFs of computed pages on ${name}`, (it) => {
    it.effect("prints the pages of a description, in the version of the request (rules pdf-pages and pdf-same)", () =>
      Effect.gen(function* () {
        const { ask, by, describe, insert, isMade, made, read, run, space } = yield* setup
        const contents = yield* Contents.Contents
        yield* describe(twoTags)
        const docs = yield* space()
        yield* insert({ space: docs }, [document("a", "Guide"), placeholder("c"), document("z", "Last")])
        const before = yield* ask({ space: docs })
        yield* run
        const first = yield* read(before)
        assert.deepStrictEqual(titlesOf(first), ["Guide", "Pets", "Stores", "Last"])
        assert.include(first.body, "GetcatsAbout/cats.")

        const pets = yield* by(contents.pageByPath({ space: docs }, "pets"))
        const one = yield* ask({ space: docs }, { page: pets.id })
        yield* describe(otherTags)
        const after = yield* ask({ space: docs })
        assert.isFalse(yield* isMade(after))
        yield* run
        assert.deepStrictEqual(titlesOf(yield* read(after)), ["Guide", "Pets", "Users", "Last"])
        assert.include((yield* read(one)).body, "PetsAllofPets.")
        assert.deepStrictEqual(titlesOf(yield* read(before)), ["Guide", "Pets", "Stores", "Last"])
        const again = yield* ask({ space: docs })
        assert.deepStrictEqual(yield* made(again), yield* made(after))
      })
    )

    it.effect("prints what descriptions say of operations and models (rule pdf-operations)", () =>
      Effect.gen(function* () {
        const { ask, by, describe, insert, read, run, space } = yield* setup
        const edits = yield* ContentEdits.ContentEdits
        yield* describe(orders)
        const docs = yield* space()
        yield* insert({ space: docs }, [placeholder("c", "shop", undefined, true)])
        const operation = (method: string) =>
          `{% openapi-operation spec="shop" path="/orders/{id}" method="${method}" %}`
        const markdown = [operation("put"), operation("get")].join("\n\n")
        const create = { operation: "insert_page", title: "Mine", document: { markdown } } as const
        yield* by(edits.apply({ space: docs }, { changes: [create] }))
        const url = yield* ask({ space: docs })
        yield* run
        const { body } = yield* read(url)
        const rows = "NameTypeRequiredDescriptionamountintegernoHowmany."
        const told = [
          "ParametersNameInTypeRequiredDescriptionidpathstringyesWhichone.",
          `Requestbodyapplication/json:Order${rows}`,
          "Response200Itischanged.Response409Itisclosed.",
          `Samplerequestcurl-XPUT'/orders/{id}'\\-H'Content-Type:application/json'\\-d'{"amount":1}'`
        ].join("")
        const pages = [
          `OrdersChangeanorderOnlyopenones.PUT/orders/{id}${told}`,
          `ModelsOrder${rows}`,
          `MineChangeanorderPUT/orders/{id}Onlyopenones.${told}GET/orders/{id}`
        ]
        assert.strictEqual(body, pages.join(""))
      })
    )

    it.effect("prints those of change requests (rule pdf-pages)", () =>
      Effect.gen(function* () {
        const { ask, by, describe, insert, read, run, space } = yield* setup
        const requests = yield* ChangeRequests.ChangeRequests
        const spaces = yield* Spaces.Spaces
        yield* describe(twoTags)
        const docs = yield* space()
        yield* by(spaces.update(docs, { editMode: "locked" }))
        const { id } = yield* by(requests.create(docs, { subject: "An API" }))
        yield* insert({ space: docs, changeRequest: id }, [placeholder("c")])
        const url = yield* ask({ space: docs, changeRequest: id })
        yield* run
        assert.deepStrictEqual(titlesOf(yield* read(url)), ["Pets", "Stores"])
      })
    )
  })
}
