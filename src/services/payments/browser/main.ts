import type { Options } from './messages.ts'
import { StripeLibrary } from './stripe.ts'

// The program that `GET /v3/` serves: it defines `Stripe`, once for a page.

interface StripeGlobal {
  Stripe?: ((key: unknown, options?: Options) => StripeLibrary) & { version?: number | string }
}

const page: StripeGlobal = window as StripeGlobal // the library defines the member

if (page.Stripe === undefined) {
  // A function, not a class: pages call it with `new` and without.
  const construct = function Stripe(key: unknown, options?: Options): StripeLibrary {
    return new StripeLibrary(key, options)
  }
  page.Stripe = Object.assign(construct, { version: SERVED_VERSION })
} else {
  console.warn('It looks like Stripe.js was loaded more than one time. Please only load it once per page.')
}
