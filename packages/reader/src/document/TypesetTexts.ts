import { type Block, DocumentTree, type Inline, type Typesetting } from "@quire/core"

type Node = Block.CodeLine["nodes"][number]

const textOf = (leaves: ReadonlyArray<Inline.Leaf>): string => leaves.map(({ text }) => text).join("")

/** The text of a node of a line. */
export const codeOf = (node: Node): string => {
  if (node.object === "text") return textOf(node.leaves)
  return node.type === "annotation" ? node.nodes.map(({ leaves }) => textOf(leaves)).join("") : ""
}

/** A line end within a node is a blank, so that lines stay lines. */
const oneLine = (text: string): string => text.replace(/[\r\n]/g, " ")

/** The source text of a block for typesetting, with as many lines as the block. */
const sourceOf = ({ data, nodes }: Block.Code): Typesetting.CodeText => ({
  language: data.syntax ?? "",
  text: nodes.map((line) => oneLine(line.nodes.map(codeOf).join(""))).join("\n")
})

const keyOf = ({ isBlock, tex }: Typesetting.Formula): string => `${isBlock}${tex}`

export interface TypesettingRequest {
  readonly codes: ReadonlyMap<Block.Code, Typesetting.CodeText>
  readonly formulas: ReadonlyMap<string, Typesetting.Formula>
}

/** The texts of a document that need typesetting, each formula once. */
export const ask = (root: DocumentTree.BlockRoot): TypesettingRequest => {
  const codes = new Map<Block.Code, Typesetting.CodeText>()
  const formulas = new Map<string, Typesetting.Formula>()
  const add = (formula: Typesetting.Formula) => formulas.set(keyOf(formula), formula)
  for (const [block] of DocumentTree.walk(root)) {
    if (block.type === "code" && block.data.syntax !== undefined) codes.set(block, sourceOf(block))
    if (block.type === "math") add({ tex: block.data.formula, isBlock: true })
    for (const node of DocumentTree.content(block)) {
      if (node.object === "inline" && node.type === "inline-math") add({ tex: node.data.formula, isBlock: false })
    }
  }
  return { codes, formulas }
}

/** The typeset texts of a document. */
export class TypesetTexts {
  readonly #codes: ReadonlyMap<Block.Code, ReadonlyArray<Typesetting.Line>>
  readonly #formulas: ReadonlyMap<string, string>

  constructor(asked: TypesettingRequest, typeset: Typesetting.Typeset) {
    const pair = <K, A>(keys: Iterable<K>, made: ReadonlyArray<A | undefined>): ReadonlyMap<K, A> =>
      new Map(
        Array.from(keys).flatMap((key, index): ReadonlyArray<readonly [K, A]> => {
          const value = made[index]
          return value === undefined ? [] : [[key, value]]
        })
      )
    this.#codes = pair(asked.codes.keys(), typeset.codes)
    this.#formulas = pair(asked.formulas.keys(), typeset.formulas)
  }

  /** The typeset lines of a block; undefined where it stays plain. */
  code(block: Block.Code): ReadonlyArray<Typesetting.Line> | undefined {
    const lines = this.#codes.get(block)
    return lines?.length === block.nodes.length ? lines : undefined
  }

  formula(formula: Typesetting.Formula): string | undefined {
    return this.#formulas.get(keyOf(formula))
  }
}

/** The texts as callers of `Typesetting` send them. */
export const textsOf = ({ codes, formulas }: TypesettingRequest): Typesetting.Texts => ({
  codes: [...codes.values()],
  formulas: [...formulas.values()]
})
