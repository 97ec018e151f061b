export interface Operation {
  readonly operationId: string
  readonly name: string
  readonly method: string
  readonly path: string
}

export interface Group {
  readonly group: string
  readonly tag: string
  readonly operations: ReadonlyArray<Operation>
}

export declare const operationsOf: (document: { readonly paths: object }) => ReadonlyArray<Group>
