export interface Metafile {
  readonly outputs: {
    readonly [path: string]: {
      readonly inputs: { readonly [path: string]: unknown }
    }
  }
}

export declare const bundle: (entries: Readonly<Record<string, string>>, folder: string) => Promise<Metafile>
