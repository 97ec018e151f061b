import ipaddr from "ipaddr.js"

const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/** The one address in the public range that, inside the Azure cloud, reaches the host's metadata and agents. */
const wireServer = "168.63.129.16"

/**
 * Whether an IPv4 or IPv6 address belongs to the public internet. IPv4 mapped into IPv6 is judged as IPv4; IPv6 must
 * lie in 2000::/3 as well, because the class `unicast` alone holds the deprecated IPv4-compatible addresses.
 */
export const isPublic = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address.range() !== "unicast") return false
  return address instanceof ipaddr.IPv6 ? address.match(globalUnicast) : address.toString() !== wireServer
}
