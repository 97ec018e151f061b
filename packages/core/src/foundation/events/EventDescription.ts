/** What an event type means. */
export interface EventDescription {
  /** One sentence. */
  readonly happened: string
  /** The event's subjects, in order. Space and organization are also separate fields of the event. */
  readonly subjects: string
}
