/** A part of the source that was not imported unchanged. */
export interface ImportWarning {
  /** Location in the source: a path, or the name of a source without paths. */
  readonly path: string
  /** A clause in English. */
  readonly reason: string
}

/** The number of warnings listed; the rest are only counted. */
export const maxWarnings = 1000

/** At most `maxWarnings` warnings, then one that counts the rest (rule import-warnings). */
export const capWarnings = (warnings: ReadonlyArray<ImportWarning>): ReadonlyArray<ImportWarning> => {
  const rest = warnings.length - maxWarnings
  return rest <= 0
    ? warnings
    : [
        ...warnings.slice(0, maxWarnings),
        { path: "", reason: `${rest} further ${rest === 1 ? "warning" : "warnings"}` }
      ]
}
