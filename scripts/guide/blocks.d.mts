export interface Block {
  readonly line: number
  readonly lang: string
  readonly title: string | undefined
  readonly text: string
}

export declare const blocksOf: (text: string) => ReadonlyArray<Block>
