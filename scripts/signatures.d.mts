export declare const namedBySignatures: (dist: string) => ReadonlyMap<string, string>

export interface Shown {
  readonly name: string
  readonly documentation: string
  readonly parameters: ReadonlyArray<string>
}

export declare const unsaidIn: (entry: string, name: string, folder: string) => ReadonlyArray<string>

export declare const operationsShown: (entry: string, name: string) => ReadonlyArray<Shown>

export declare const errorsIn: (entry: string, folder: string) => ReadonlyArray<string>
