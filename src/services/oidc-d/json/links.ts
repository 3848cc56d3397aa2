/** The hints of a link whose target accepts POST. */
export const POST = { hints: { allow: ['POST'] } } as const
