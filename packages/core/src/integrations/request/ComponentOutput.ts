import type { Schema } from "effect"
import * as ContentKitOutput from "../contentkit/ContentKitOutput.ts"

/** A component as it was drawn. */
export interface DrawnComponent extends ContentKitOutput.ElementOutput {}

/** A component that has done what it was for. */
export interface CompletedComponent extends Extract<ContentKitOutput.Output, { readonly type: "complete" }> {}

/** What whoever asked for a component is told. */
export const Output: Schema.Codec<DrawnComponent | CompletedComponent> = ContentKitOutput.Output
