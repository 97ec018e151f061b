import { StrangersAnswer } from "@quire/reader"

/** What proxies say of a client. */
const ofProxies = /^(?:x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-.*)$/

/** The headers of a request that a script is told (rule integration-endpoint). */
export const ofRequest = (headers: { readonly [name: string]: string | undefined }): { [name: string]: string } => {
  const told: { [name: string]: string } = {}
  for (const [name, value] of Object.entries(headers)) {
    const isTold = !StrangersAnswer.isWithheld(name) && !ofProxies.test(name)
    if (isTold && value !== undefined) told[name] = value
  }
  return told
}
