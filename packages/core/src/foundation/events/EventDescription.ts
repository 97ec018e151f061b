/** What an event type means. */
export interface EventDescription {
  /** One sentence that says what happened. */
  readonly happened: string
  /** The event's subjects, in order. Space and organization are also separate fields of the event. */
  readonly subjects: string
}
