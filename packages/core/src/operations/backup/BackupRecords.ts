import { Effect, Pull, Stream } from "effect"
import { BackupDamaged } from "./BackupErrors.ts"

/** The lines of a text that arrives in pieces, one after the other. */
export interface BackupLines {
  /** The next line without taking it; undefined after the last one. */
  readonly peek: Effect.Effect<string | undefined, BackupDamaged>
  readonly next: Effect.Effect<string | undefined, BackupDamaged>
  /** Following lines that have already arrived, without waiting. */
  readonly takeWhile: (isWanted: (line: string) => boolean, limit: number) => ReadonlyArray<string>
}

/** Opens a text for as long as the scope lasts. */
export const open = Effect.fnUntraced(function* (text: Stream.Stream<string, BackupDamaged>) {
  const pull = yield* Stream.toPull(text)
  let lines: ReadonlyArray<string> = []
  let at = 0
  let rest = ""
  let isOver = false

  const add = (pieces: ReadonlyArray<string>) => {
    const piece = pieces.join("")
    if (!piece.includes("\n")) {
      rest += piece
      return
    }
    const parts = `${rest}${piece}`.split("\n")
    rest = parts.pop() ?? ""
    lines = at < lines.length ? [...lines.slice(at), ...parts] : parts
    at = 0
  }

  const endText = Effect.suspend(() => {
    isOver = true
    return rest === "" ? Effect.void : Effect.fail(new BackupDamaged({ detail: "its last line is incomplete" }))
  })

  const fill: Effect.Effect<void, BackupDamaged> = Effect.suspend(() => {
    if (at < lines.length || isOver) return Effect.void
    return Effect.andThen(
      Pull.catchDone(Effect.map(pull, add), () => endText),
      fill
    )
  })

  const peek = Effect.map(fill, () => lines[at])
  return {
    peek,
    next: Effect.tap(peek, () =>
      Effect.sync(() => {
        at += 1
      })
    ),
    takeWhile: (isWanted, limit) => {
      let end = at
      while (end < lines.length && end < at + limit && isWanted(lines[end] ?? "")) end += 1
      const taken = lines.slice(at, end)
      at = end
      return taken
    }
  } satisfies BackupLines
})
