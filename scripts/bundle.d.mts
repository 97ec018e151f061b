export interface Metafile {
  readonly outputs: {
    readonly [path: string]: {
      readonly inputs: { readonly [path: string]: unknown }
    }
  }
}

type Entries = Readonly<Record<string, string>>

export declare const command: Entries

export declare const alias: Entries

export declare const external: ReadonlyArray<string>

export declare const bundle: (entries: Entries, folder: string) => Promise<Metafile>
