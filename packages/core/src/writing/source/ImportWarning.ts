/** Something of the source that was not taken over as it was. */
export interface ImportWarning {
  /** Where in the source: a path, or its name where it has no paths. */
  readonly path: string
  /** A clause in English. */
  readonly reason: string
}

/** Warnings that are listed; more are only counted. */
export const maxWarnings = 1000

/** At most `maxWarnings` warnings, then one that counts the rest (rule import-warnings). */
export const capped = (warnings: ReadonlyArray<ImportWarning>): ReadonlyArray<ImportWarning> => {
  const rest = warnings.length - maxWarnings
  return rest <= 0
    ? warnings
    : [
        ...warnings.slice(0, maxWarnings),
        { path: "", reason: `${rest} further ${rest === 1 ? "warning" : "warnings"}` }
      ]
}
