/** A mistake in the page's own code, thrown where the page makes it. The name is the vendor's. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError'
}

/** Returns the error for a part of the vendor's library that backlot does not have. */
export function notBuilt(name: string): IntegrationError {
  return new IntegrationError(
    `${name} is not part of backlot's stand-in for Stripe.js. See docs/payments.md for what the stand-in does.`,
  )
}
