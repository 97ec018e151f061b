/** Why what was printed is not what a page says; undefined if it is. */
export declare const differenceOf: (
  expected: { readonly text: string; readonly lang: string },
  actual: string
) => string | undefined
