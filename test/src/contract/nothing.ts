/** An id of the right form that names nothing. */
export const nothing = "a99999999999999999999999999"
