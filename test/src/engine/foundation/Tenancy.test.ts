import { Actor, ContentEdits, Markdown, SamlProviderId, Spaces, Tenant, Typesetting } from "@quire/core"
import { Effect, Layer } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Stage from "../../published/stage.ts"
import { as, capabilities, memoryWith } from "../../support/engine.ts"

type Share = Effect.Success<typeof Tenant.share>

/** The shares that texts were read and typeset on since the last look. */
let shares: Array<Share> = []

const noted = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.andThen(
    Effect.map(Tenant.share, (share) => shares.push(share)),
    self
  )

const noting = Layer.mergeAll(
  Layer.effect(
    Markdown.Markdown,
    Effect.map(Markdown.Markdown, (markdown) => ({
      ...markdown,
      read: (text: string, options?: Markdown.ReadOptions) => noted(markdown.read(text, options))
    }))
  ),
  Layer.effect(
    Typesetting.Typesetting,
    Effect.map(Typesetting.Typesetting, ({ typeset }) => ({
      typeset: (texts: Typesetting.Texts) => noted(typeset(texts))
    }))
  )
).pipe(Layer.provide(capabilities))

describe("the pool share of an operation (rule pool-shares)", () => {
  let stage: Stage.Stage
  let site: Stage.Served
  beforeAll(async () => {
    stage = await Stage.open(memoryWith(Layer.merge(capabilities, noting)))
    site = await Stage.site(stage)
  })
  afterAll(() => stage.close())

  const sharesDuring = async (act: () => Promise<unknown>) => {
    shares = []
    await act()
    return shares
  }

  const edit = (markdown: string) =>
    Effect.gen(function* () {
      const { id: space } = yield* (yield* Spaces.Spaces).create(site.organization, { title: "Own", editMode: "live" })
      const changes = [{ operation: "insert_page", title: "Page", document: { markdown } }] as const
      yield* (yield* ContentEdits.ContentEdits).apply({ space }, { changes })
    })

  it("belongs to the caller's organization, and within it to the person", async () => {
    const group = `user:${site.admin}`
    const own = { organization: site.organization, group, client: "", payer: group }
    const [share] = await sharesDuring(() => stage.api.run(as(site.admin)(edit("Text."))))
    assert.deepStrictEqual(share, own)
  })

  it("belongs to the site for its readers, and within it to their address", async () => {
    const [share] = await sharesDuring(() => stage.ask(site.mount))
    assert.deepStrictEqual(share, {
      organization: site.organization,
      group: `anonymous:${site.site}`,
      client: "127.0.0.1",
      payer: "address:127.0.0.1"
    })
  })

  it("belongs to the identity provider's organization if no other is known, and otherwise to a common share", async () => {
    const provider = SamlProviderId.make("provider1")
    const sso = { organization: site.organization, provider }
    const organizationOf = (caller: Actor.Caller) =>
      stage.api.run(
        Effect.map(Effect.provideService(Tenant.share, Actor.Actor, caller), ({ organization }) => organization)
      )
    const user = Actor.user(site.admin)
    assert.strictEqual(await organizationOf({ _tag: "User", user: site.admin, sso }), site.organization)
    assert.deepStrictEqual([await organizationOf(user), await organizationOf(Actor.system)], ["", ""])
  })
})
