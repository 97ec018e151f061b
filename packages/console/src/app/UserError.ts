/** An error whose message is written for the person who uses the application. */
export class UserError extends Error {
  override readonly name = "UserError"
}
