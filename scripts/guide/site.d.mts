import type { Quire } from "@quire/http"

/** Publishes the guide in an engine; returns its address. */
export declare const publish: (quire: Quire.Quire, base: string, tell: (line: string) => void) => Promise<string>
