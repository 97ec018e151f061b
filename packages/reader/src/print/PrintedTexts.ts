import { Context, Effect, Layer, Predicate } from "effect"
import type { Representation } from "../answer/Representation.ts"
import { ReaderOptions } from "../ReaderOptions.ts"
import * as RenderCache from "./RenderCache.ts"

/** A text of a site as it is sent. */
export interface PrintedText {
  readonly _tag: "Printed"
  readonly representation: Representation
  readonly robots: "index" | "noindex"
  /** Whether another attempt would render the same text; only then is it cached. */
  readonly isFinal: boolean
  /** Origins of the frames in it. */
  readonly frames: ReadonlyArray<string>
}

const isPrinted = (made: unknown): made is PrintedText =>
  Predicate.isTagged(made, "Printed") && "isFinal" in made && made.isFinal === true

const bytesOf = ({ representation }: PrintedText): number => representation.bytes

/** Keeps texts of sites as they are sent, limited in bytes. */
export class PrintedTexts extends Context.Service<PrintedTexts, RenderCache.RenderCache<PrintedText>>()(
  "@quire/reader/PrintedTexts"
) {
  static readonly layer = Layer.effect(
    this,
    Effect.map(ReaderOptions, ({ cachedBytes }) => RenderCache.make(cachedBytes, isPrinted, bytesOf))
  )
}
