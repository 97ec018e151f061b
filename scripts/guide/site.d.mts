import type { Quire } from "@quire/http"

/** Publishes the guide in an engine; returns its address, and whether all of it was taken over as it is. */
export declare const publish: (
  quire: Quire.Quire,
  base: string,
  tell: (line: string) => void
) => Promise<{ readonly start: string; readonly isWhole: boolean }>
