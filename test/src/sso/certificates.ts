import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"

const tlv = (tag: number, ...parts: ReadonlyArray<Buffer>): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: ReadonlyArray<Buffer>) => tlv(0x30, ...parts)
const oid = (hex: string) => tlv(0x06, Buffer.from(hex, "hex"))
const time = (text: string) => tlv(0x17, Buffer.from(text))

const sha256WithRsa = sequence(oid("2a864886f70d01010b"), tlv(0x05))

export interface Keys {
  readonly privateKey: KeyObject
  /** In PEM. */
  readonly certificate: string
}

/** A certificate that its own key signed. */
export const certify = ({ privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject }): Keys => {
  const name = sequence(tlv(0x31, sequence(oid("550403"), tlv(0x0c, Buffer.from("idp.test")))))
  const body = sequence(
    tlv(0x02, Buffer.from([1])),
    sha256WithRsa,
    name,
    sequence(time("200101000000Z"), time("490101000000Z")),
    name,
    publicKey.export({ type: "spki", format: "der" })
  )
  const signed = sequence(body, sha256WithRsa, tlv(0x03, Buffer.from([0]), sign("sha256", body, privateKey)))
  const lines = signed.toString("base64").replace(/.{64}(?=.)/g, "$&\n")
  return { privateKey, certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n` }
}

export const makeKeys = (modulusLength = 2048): Keys => certify(generateKeyPairSync("rsa", { modulusLength }))
