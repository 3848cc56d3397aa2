import { IntegrationError } from './integration-error.ts'

/**
 * Returns the key if it is a publishable test key.
 * @throws IntegrationError for a key that is missing, secret, live or of no known form.
 */
export function publishableKey(key: unknown): string {
  if (typeof key !== 'string' || key === '') {
    throw new IntegrationError('Missing value for Stripe(): apiKey should be a string.')
  }
  if (key.startsWith('sk_') || key.startsWith('rk_')) {
    throw new IntegrationError(
      'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
    )
  }
  if (key.startsWith('pk_live_')) {
    throw new IntegrationError(
      'This is backlot, a stand-in for tests: it takes no live key. Pass a key that begins with pk_test_.',
    )
  }
  if (!key.startsWith('pk_test_')) {
    throw new IntegrationError(
      `Invalid value for Stripe(): apiKey should begin with pk_test_. You specified: ${key.slice(0, 8)}….`,
    )
  }
  return key
}
