import type { Schema } from "effect"
import * as ContentKitOutput from "../contentkit/ContentKitOutput.ts"

/** A rendered component. */
export interface DrawnComponent extends ContentKitOutput.ElementOutput {}

/** A component that has completed. */
export interface CompletedComponent extends Extract<ContentKitOutput.Output, { readonly type: "complete" }> {}

/** Response to a render request. */
export const Output: Schema.Codec<DrawnComponent | CompletedComponent> = ContentKitOutput.Output
