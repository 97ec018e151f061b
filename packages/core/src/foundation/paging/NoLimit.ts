/**
 * The limit for reading a whole list: more rows than any organization, space or person has of one kind. Every list
 * takes a limit, so a caller must say that it wants all rows.
 */
export const noLimit = 1_000_000
