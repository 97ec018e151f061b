const pattern = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/** Whether a host, with or without a port, is one that a content security policy may name. */
export const isNameable = (host: string): boolean => pattern.test(host)
