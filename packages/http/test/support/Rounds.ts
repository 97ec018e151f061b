/** How often a randomized test runs: `deep` times when QUIRE_TEST_DEEP is set. */
export const rounds = (normal: number, deep: number): number =>
  process.env["QUIRE_TEST_DEEP"] === undefined ? normal : deep
