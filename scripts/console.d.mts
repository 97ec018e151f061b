export const consoleApp: string
export const buildConsole: () => Promise<number>
