type Entries = Readonly<Record<string, string>>

export declare const bundled: (entries?: Entries) => Promise<string | undefined>
