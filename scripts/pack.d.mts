export declare const pack: (folder: string) => Promise<void>
