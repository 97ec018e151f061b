import { refuse } from "./UsageError.ts"

export type Environment = { readonly [variable: string]: string | undefined }

/** Variables that can be read from files because they hold secrets. */
export const variables = [
  "QUIRE_DATABASE_URL",
  "QUIRE_DATABASE_REPLICA",
  "QUIRE_SECRET_KEY",
  "QUIRE_SECRET_KEY_PREVIOUS",
  "QUIRE_MAIL_URL",
  "QUIRE_TRANSLATOR_KEY",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN"
] as const

/**
 * Returns an environment in which each variable of the list has the content of the file that its `_FILE` variable
 * names, without a trailing newline (rule secret-files).
 */
export const resolve = (environment: Environment, read: (path: string) => string): Environment => {
  const textOf = (variable: string, path: string): string => {
    try {
      return read(path).replace(/\r?\n$/, "")
    } catch {
      return refuse(`${variable}: "${path}" cannot be read`)
    }
  }
  const found = variables.flatMap((name) => {
    const variable = `${name}_FILE`
    const path = environment[variable] ?? ""
    if (path === "") return []
    if ((environment[name] ?? "") !== "") return refuse(`${name} and ${variable} cannot be used together`)
    const text = textOf(variable, path)
    return text === "" ? refuse(`${variable}: "${path}" is empty`) : [[name, text] as const]
  })
  return { ...environment, ...Object.fromEntries(found) }
}
