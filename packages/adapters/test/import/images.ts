/** A PNG of 3 by 2 pixels; only its head is meant to be read. */
export const png = new Uint8Array(
  Buffer.from("89504e470d0a1a0a0000000d49484452000000030000000208020000001216f14d0000000049454e44ae426082", "hex")
)

/** A GIF of 5 by 4 pixels. */
export const gif = new Uint8Array(
  Buffer.from("47494638396105000400800000ffffff0000002c00000000050004000002048c8fa95b003b", "hex")
)

export const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="12"><script>alert(1)</script></svg>'
