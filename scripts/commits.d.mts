export declare const subjectFault: (subject: string) => string | undefined
