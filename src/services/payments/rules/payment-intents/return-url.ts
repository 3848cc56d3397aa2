import type { AnyIntent } from './find-by-secret.ts'

/** Returns the return URL with the intent and its result, as the vendor's redirect has them. */
export function returnUrlOf(intent: AnyIntent, returnUrl: string): string {
  const name = 'amount' in intent ? 'payment_intent' : 'setup_intent'
  const url = new URL(returnUrl)
  url.searchParams.set(name, intent.id)
  url.searchParams.set(`${name}_client_secret`, intent.clientSecret)
  url.searchParams.set('redirect_status', RESULTS[intent.status] ?? 'failed')
  return url.href
}

const RESULTS: Readonly<Record<string, string>> = {
  processing: 'pending',
  requires_capture: 'succeeded',
  succeeded: 'succeeded',
}
