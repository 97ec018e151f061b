export interface Metafile {
  readonly outputs: {
    readonly [path: string]: {
      readonly inputs: { readonly [path: string]: unknown }
      readonly imports: ReadonlyArray<{ readonly path: string; readonly kind: string }>
      /** The source of the program, or of what it loads later, that the file is. */
      readonly entryPoint?: string
    }
  }
}

type Entries = Readonly<Record<string, string>>

export declare const command: Entries

export declare const alias: Entries

export declare const external: ReadonlyArray<string>

export declare const bundle: (entries: Entries, folder: string) => Promise<Metafile>
