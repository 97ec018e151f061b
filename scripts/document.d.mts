export declare const documentOperations: (dist: string, src: string) => void
