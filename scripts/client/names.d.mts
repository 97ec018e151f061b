export declare const groupOf: (tag: string) => string

export declare const namesOf: (operationIds: ReadonlyArray<string>, tag: string) => ReadonlyMap<string, string>
