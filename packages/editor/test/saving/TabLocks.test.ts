import { assert, describe, it } from "vitest"
import { makeChannelLocks, type TabLocks } from "../../src/saving/TabLocks.ts"

/** Two tabs whose locks reach each other by a channel. */
const openTabs = (): { readonly tabs: readonly [TabLocks, TabLocks]; readonly close: () => void } => {
  const channels = [new BroadcastChannel("locks"), new BroadcastChannel("locks")] as const
  return {
    tabs: [makeChannelLocks(channels[0], 50), makeChannelLocks(channels[1], 50)],
    close: () => {
      for (const channel of channels) channel.close()
    }
  }
}

describe("a tab without Web Locks", () => {
  it("gives a lock to one tab until it releases it (rule editor-local-copy)", async () => {
    const {
      close,
      tabs: [first, second]
    } = openTabs()
    const release = await first.tryHold("copy")
    assert.isDefined(release)
    assert.isUndefined(await second.tryHold("copy"))
    assert.isDefined(await second.tryHold("another"))
    release?.()
    assert.isDefined(await second.tryHold("copy"))
    close()
  })

  it("gives a lock to one of two tabs that ask at the same time (rule editor-local-copy)", async () => {
    const { close, tabs } = openTabs()
    const held = await Promise.all(tabs.map((tab) => tab.tryHold("copy")))
    assert.lengthOf(
      held.filter((each) => each !== undefined),
      1
    )
    close()
  })

  it("gives a lock whose tab has ended (rule editor-local-copy)", async () => {
    const {
      close,
      tabs: [first]
    } = openTabs()
    assert.isDefined(await first.tryHold("copy"))
    close()
    const next = openTabs()
    assert.isDefined(await next.tabs[0].tryHold("copy"))
    next.close()
  })
})
