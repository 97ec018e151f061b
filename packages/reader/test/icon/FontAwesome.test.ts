import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as FontAwesome from "../../src/icon/FontAwesome.ts"
import { Icons } from "../../src/icon/Icons.ts"

const outlineOf = (svg: string | undefined) => /<path d="([^"]+)"\/>/.exec(svg ?? "")?.[1]

describe("FontAwesome", () => {
  it.layer(FontAwesome.layer)((it) => {
    it.effect("renders an icon in its style, or in the next one that has it", () =>
      Effect.gen(function* () {
        const { svg } = yield* (yield* Icons).set
        const [regular, solid] = [svg("star", "regular"), svg("star", "solid")]
        assert.match(
          regular?.text ?? "",
          /^<svg class="icon" viewBox="0 0 640 640" fill="currentColor" aria-hidden="true"><path d="M[^"]+"\/><\/svg>$/
        )
        assert.notStrictEqual(outlineOf(regular?.text), outlineOf(solid?.text))
        for (const style of ["duotone", "light", "thin"] as const) assert.deepStrictEqual(svg("star", style), regular)
        assert.deepStrictEqual(svg("gear", "regular"), svg("gear", "solid"))
        assert.isDefined(svg("github", "solid"))
      })
    )

    it.effect("renders nothing for an unknown name", () =>
      Effect.gen(function* () {
        const { svg } = yield* (yield* Icons).set
        for (const name of ["", "no-such-icon", "__proto__", "constructor", '"><script>']) {
          assert.isUndefined(svg(name, "regular"), name)
        }
      })
    )
  })
})
