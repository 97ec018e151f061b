export declare const typeOf: (schema: object, indent?: string) => string

export declare const docOf: (text: string | undefined, indent?: string) => string
