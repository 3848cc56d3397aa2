/** Every scope. */
export const EVERY_SCOPE = ['openid', 'email', 'name'] as const

/** Returns whether a scope exists. */
export function isScope(scope: string): boolean {
  return EVERY_SCOPE.some((each) => each === scope)
}

/** Describes what a scope lets an application do, for the consent page. */
export function words(scope: string): string {
  if (scope === 'email') return 'See your e-mail address, or one that forwards to it'
  return scope === 'name' ? 'See your name' : 'Know who you are'
}
