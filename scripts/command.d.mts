/** The path of the `quire` command, bundled from the current sources next to its workers; undefined when that fails. */
export declare const command: () => Promise<string | undefined>
