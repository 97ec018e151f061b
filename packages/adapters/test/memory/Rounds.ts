/** How often a property is tried: more often in the deep run. */
export const rounds = (normal: number, deep: number): number =>
  process.env["QUIRE_TEST_DEEP"] === undefined ? normal : deep
