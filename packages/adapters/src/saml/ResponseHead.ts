import { SamlVerifier } from "@quire/core"
import { Effect } from "effect"
import { otherIssuer } from "./MessageShape.ts"
import * as XmlBounds from "./XmlBounds.ts"

const refuse = (problem: string) => Effect.fail(new SamlVerifier.AssertionRefused({ problem }))

/** The first tag of a message, after its declaration. */
const firstTag = /^\s*(?:<\?xml[^<>?]*\?>\s*)?<([^<>]*)>/

const inResponseTo = /\sInResponseTo\s*=\s*(?:"([^"]*)"|'([^']*)')/

/** The text of the first element of that name. */
const saidIssuer = /<(?:[\w.-]{1,40}:)?Issuer(?:\s[^<>]{0,400})?>([^<]{0,1024})</

/** Whether a name has only one spelling in XML. */
const isPlain = (name: string): boolean => /^[\w.:/?#=~+-]+$/.test(name)

/**
 * Examines a response (base64 of XML) without parsing it. Rejects responses that cannot be valid, and returns the ID of
 * the request in InResponseTo, or null. The result is not trusted (rule saml-cheap-checks).
 */
export const glance: SamlVerifier.SamlVerifier["Service"]["glance"] = (response, { issuer }) =>
  Effect.suspend(() => {
    if (response.length > XmlBounds.mostBase64) return refuse("it is too long")
    if (!/^[A-Za-z0-9+/=\s]+$/.test(response)) return refuse("it is not base64")
    const xml = Buffer.from(response, "base64").toString("utf8")
    if (xml.length > XmlBounds.limits.characters) return refuse("it is too long")
    const [, tag] = firstTag.exec(xml) ?? []
    if (tag === undefined) return refuse("it is not a response")
    if (!xml.includes("Signature") && !xml.includes("Encrypted")) return refuse("it is not signed")
    if (isPlain(issuer) && !xml.includes(issuer)) return refuse(otherIssuer(saidIssuer.exec(xml)?.[1] ?? "", issuer))
    const [, double, single] = inResponseTo.exec(tag) ?? []
    return Effect.succeed(double ?? single ?? null)
  })
