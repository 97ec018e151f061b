import { Context, Effect, Layer, Predicate } from "effect"
import type { Representation } from "../answer/Representation.ts"
import { ReaderOptions } from "../ReaderOptions.ts"
import * as Kept from "./Kept.ts"

/** A text of a site as it is sent. */
export interface Printed {
  readonly _tag: "Printed"
  readonly representation: Representation
  readonly robots: "index" | "noindex"
  /** Whether another attempt would print the same; it is not kept otherwise. */
  readonly isFinal: boolean
  /** Origins of the frames in it. */
  readonly frames: ReadonlyArray<string>
}

const isPrinted = (made: unknown): made is Printed =>
  Predicate.isTagged(made, "Printed") && "isFinal" in made && made.isFinal === true

const bytesOf = ({ representation }: Printed): number => representation.bytes

/** Keeps texts of sites as they are sent, limited in bytes. */
export class PrintedTexts extends Context.Service<PrintedTexts, Kept.Kept<Printed>>()("@quire/reader/PrintedTexts") {
  static readonly layer = Layer.effect(
    this,
    Effect.map(ReaderOptions, ({ cachedBytes }) => Kept.make(cachedBytes, isPrinted, bytesOf))
  )
}
