/** The tests that find faults in merging parts of one block that both sides added or edited. */
const ofMerge = (name) => [`packages/core/test/content/merge/${name}.`]
const file = "content/merge/TableMerge.ts"

export const suites = {
  blockTables: ofMerge("BlockMerge"),
  tableKeys: ["packages/core/test/content/document/TableKeys."],
  treeLaws: ofMerge("ThreeWay.laws"),
  documentLaws: ofMerge("DocumentMerge.laws"),
  partMerging: ["test/src/engine/proposals/PartMerging.", "-t", "on memory"]
}

export const plants = [
  {
    suite: "partMerging",
    bug: "the keys of new blocks depend on their position alone",
    file: "content/document/DocumentKeys.ts",
    from: "choose(block, `${last.content}${path}`)",
    to: "choose(block, path)"
  },
  {
    suite: "tableKeys",
    bug: "table cells are paired regardless of their rows and columns",
    file: "content/document/DocumentKeys.ts",
    from: 'from.type === "table" && to.type === "table"\n        ?',
    to: 'from.type === "table" && to.type === "table" && adoption.keys.size < 0\n        ?'
  },
  {
    suite: "blockTables",
    bug: "rows that both sides added with the same id count as one row",
    file: "content/merge/TableSeparation.ts",
    from: "for (const [id] of rest) if (taken.has(id)) names.set(id, freeId())",
    to: "for (const [id] of rest) if (taken.has(id)) names.set(id, id)"
  },
  {
    suite: "partMerging",
    bug: "code lines that both sides added share their closing bracket",
    file: "content/merge/BlockAssembly.ts",
    from: "if (isCode && (",
    to: "if (!isCode && ("
  },
  {
    suite: "partMerging",
    bug: "a deleted column is removed although the other side wrote in it",
    file,
    from: "return isTouched() && merging.prefer() === holder ? { side: holder } : undefined",
    to: "return undefined"
  },
  {
    suite: "blockTables",
    bug: "a merged row has values for columns that were deleted",
    file,
    from: "if (of === undefined) return []",
    to: "if (of === undefined) return [[column, cellOf(primary, row, column) ?? cellOf(changed, row, column) ?? 0]]"
  },
  {
    suite: "blockTables",
    bug: "an empty cell that both sides filled contains both texts",
    file,
    from: "if (!isOfBoth && !merging.isAlike(primary)) filled.set(primary, merging.prefer())",
    to: ""
  },
  {
    suite: "documentLaws",
    bug: "a merged table keeps the fragments of deleted cells",
    file: "content/merge/BlockMerge.ts",
    from: "merged.fragments.get(slot) ??",
    to: "merged.fragments.has(slot) ||"
  },
  {
    suite: "blockTables",
    bug: "a column that one side made visible is removed because the other side deleted it",
    file,
    from: "base?.data.view.columns.includes(id) !== true) ||",
    to: "base === undefined) ||"
  },
  {
    suite: "treeLaws",
    bug: "a choice for a page that another choice resolves is rejected",
    file: "content/merge/ThreeWay.ts",
    from: "merged.unused.filter((key) => !reported.has(key))",
    to: "merged.unused.filter((key) => reported.size >= 0 || !reported.has(key))"
  }
]
