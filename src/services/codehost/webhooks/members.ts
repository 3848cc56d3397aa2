/** The members of a payload that are specific to its event. */
export type Members = Readonly<Record<string, unknown>>
