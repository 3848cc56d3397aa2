/** The scopes that there are. */
export const EVERY_SCOPE = ['openid', 'email', 'name'] as const

/** Whether there is such a scope. */
export function isScope(scope: string): boolean {
  return EVERY_SCOPE.some((each) => each === scope)
}

/** What a scope lets an application do, for a person to read. */
export function words(scope: string): string {
  if (scope === 'email') return 'See your e-mail address, or one that forwards to it'
  return scope === 'name' ? 'See your name' : 'Know who you are'
}
