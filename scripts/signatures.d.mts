export declare const namedBySignatures: (dist: string) => ReadonlyMap<string, string>
