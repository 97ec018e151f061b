import { assert, describe, it } from "@effect/vitest"
import { Emoji, UserId } from "@quire/core"
import { Reaction } from "@quire/core/internal"
import * as fc from "fast-check"

/** The first three are the same emoji, and so are the next two. */
const emojis = ["🚀", "1f680", "1F680", "❤️", "2764", "👩‍🚀"]
const users = ["ada", "bob"].map((id) => UserId.make(id))

const wish = fc.record({
  user: fc.constantFrom(...users, null),
  added: fc.array(fc.constantFrom(...emojis), { maxLength: 4 }),
  removed: fc.array(fc.constantFrom(...emojis), { maxLength: 3 })
})
const wishes = fc.array(wish, { maxLength: 12 })

type Wish = typeof wish extends fc.Arbitrary<infer A> ? A : never

const reactionsAfter = (given: ReadonlyArray<Wish>) =>
  given.reduce<ReadonlyArray<Reaction.Reaction>>(
    (reactions, { user, ...each }, at) => Reaction.react(reactions, each, user, at),
    []
  )

const nameOf = (user: string | null, emoji: string) => `${user} ${Emoji.characters(emoji)}`

describe("the reaction list of a comment", () => {
  it("behaves like a set of users and emojis (rule comment-reactions)", () =>
    fc.assert(
      fc.property(wishes, (given) => {
        const model = new Set<string>()
        for (const { added, removed, user } of given) {
          for (const emoji of added) model.add(nameOf(user, emoji))
          for (const emoji of removed) model.delete(nameOf(user, emoji))
        }
        const names = reactionsAfter(given).map(({ emoji, user }) => nameOf(user, emoji))
        assert.deepStrictEqual([...names].sort(), [...model].sort())
      })
    ))

  it("stays the same array when a request changes nothing, also when it is repeated", () =>
    fc.assert(
      fc.property(wishes, wish, (given, { user, ...last }) => {
        const once = Reaction.react(reactionsAfter(given), last, user, 100)
        assert.strictEqual(Reaction.react(once, last, user, 200), once)
      })
    ))

  it("keeps the order of reacting, with the timestamps", () =>
    fc.assert(
      fc.property(wishes, (given) => {
        const moments = reactionsAfter(given).map(({ reactedAt }) => reactedAt)
        assert.deepStrictEqual(
          moments,
          [...moments].sort((one, other) => one - other)
        )
      })
    ))

  it("groups reactions without loss, each emoji once, in the order and form first sent", () =>
    fc.assert(
      fc.property(wishes, (given) => {
        const reactions = reactionsAfter(given)
        const groups = Reaction.groupByEmoji(reactions)
        assert.sameMembers(
          groups.flatMap((group) => [...group.reactions]),
          [...reactions]
        )
        const forms = groups.map(({ emoji }) => Emoji.characters(emoji))
        assert.deepStrictEqual(forms, [...new Set(reactions.map(({ emoji }) => Emoji.characters(emoji)))])
        for (const group of groups) assert.strictEqual(group.emoji, group.reactions[0]?.emoji)
      })
    ))

  it.each([
    ["added in another form", ["🚀"], { added: ["1f680"], removed: [] }, ["🚀"]],
    ["removed in another form", ["🚀", "2764"], { added: [], removed: ["1F680"] }, ["2764"]],
    ["added and removed at once", ["🚀"], { added: ["🚀", "2764"], removed: ["1f680", "❤️"] }, []],
    ["added twice", [], { added: ["2764", "❤️"], removed: [] }, ["2764"]],
    ["absent", ["🚀"], { added: [], removed: ["❤️"] }, ["🚀"]]
  ])("handles an emoji that is %s", (_, before, given, expected) => {
    const [ada = null] = users
    const first = Reaction.react([], { added: before, removed: [] }, ada, 1)
    assert.deepStrictEqual(
      Reaction.react(first, given, ada, 2).map(({ emoji }) => emoji),
      expected
    )
  })
})
