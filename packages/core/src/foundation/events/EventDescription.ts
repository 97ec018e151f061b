/** What an event type means. */
export interface EventDescription {
  /** One sentence. */
  readonly happened: string
  /** The event's subjects, in order. Space and organization also have fields of their own. */
  readonly subjects: string
}
