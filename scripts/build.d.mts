/** Brings `dist` of a project and of what it imports up to date. Answers the compiler's exit code. */
export const build: (project: string) => Promise<number>
