import { ApiTokens, JsonWebToken, type Signer } from "@quire/core"
import { AnonymousAnswer } from "@quire/reader"

/** Headers in which proxies describe a client. */
const ofProxies = /^(?:x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-.*)$/

/** Whether a text contains a token issued by this server, valid or not. */
const holdsOwnToken = (text: string, { keys }: Pick<Signer.Signer, "keys">): boolean =>
  text.includes(ApiTokens.prefix) || keys().believed.some(({ id }) => text.includes(JsonWebToken.headerOf(id)))

/** The headers of a request that are passed to a script (rule integration-endpoint). */
export const ofRequest = (
  headers: { readonly [name: string]: string | undefined },
  signer: Pick<Signer.Signer, "keys">
): { [name: string]: string } => {
  const headersForScript: { [name: string]: string } = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || AnonymousAnswer.isWithheld(name) || ofProxies.test(name)) continue
    if (!holdsOwnToken(value, signer)) headersForScript[name] = value
  }
  return headersForScript
}
