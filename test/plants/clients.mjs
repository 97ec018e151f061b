/** The tests that find bugs of the client. */
export const suites = {
  client: ["packages/client/test/Client."]
}

export const plants = [
  {
    suite: "client",
    bug: "the token goes wherever an address leads",
    package: "client",
    file: "Client.ts",
    from: "(isOwn(url) ? send : anonymous)",
    to: "(isOwn(url) ? send : send)"
  },
  {
    suite: "client",
    bug: "a change that may have been made is made again",
    package: "client",
    file: "Sender.ts",
    from: 'new Set(["GET", "HEAD", "PUT", "DELETE"])',
    to: 'new Set(["GET", "HEAD", "PUT", "DELETE", "POST", "PATCH"])'
  }
]
