type Entries = Readonly<Record<string, string>>

/** The folder with the given programs, or with the `quire` command and its workers; undefined when bundling fails. */
export declare const bundled: (entries?: Entries) => Promise<string | undefined>

/** The path of the `quire` command, bundled from the current sources next to its workers; undefined when that fails. */
export declare const command: () => Promise<string | undefined>
