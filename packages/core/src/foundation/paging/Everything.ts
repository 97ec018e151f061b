/**
 * The limit of a list that is read whole: more rows than any organization, space or person has of one thing. Lists have
 * limits always, so that whoever reads one says whether all of it is meant.
 */
export const everything = 1_000_000
