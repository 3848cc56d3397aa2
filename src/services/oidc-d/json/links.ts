/** The hints of a link whose target accepts POST. */
export const POST = { hints: { allow: ['POST'] } } as const

/** Returns the links of a record to itself, and to the step of its lifecycle that is possible. */
export function lifecycleLinks(self: string, status: 'ACTIVE' | 'INACTIVE') {
  const step = status === 'ACTIVE' ? 'deactivate' : 'activate'
  return {
    self: { href: self, hints: { allow: ['GET', 'PUT', 'DELETE'] } },
    [step]: { href: `${self}/lifecycle/${step}`, ...POST },
  }
}
