import { IntegrationError, notBuilt } from './integration-error.ts'
import { nextFrameName } from './element.ts'
import type { Options } from './messages.ts'

/** Options of a Checkout: how the page gets the client secret of its session. */
export interface CheckoutOptions extends Options {
  readonly clientSecret?: unknown
  readonly fetchClientSecret?: () => Promise<unknown>
  readonly onComplete?: () => void
}

/** A Checkout page in a frame of the page. https://docs.stripe.com/js/embedded_checkout */
export interface EmbeddedCheckout {
  mount(place: string | HTMLElement): void
  unmount(): void
  destroy(): void
}

let active = false

/** Returns the id of the session that a client secret belongs to. */
export function sessionIdOf(clientSecret: unknown): string {
  const id = typeof clientSecret === 'string' ? /^(cs_test_[A-Za-z0-9]+)_secret_/.exec(clientSecret)?.[1] : undefined
  if (id === undefined) {
    throw new IntegrationError(
      `Invalid client secret of a Checkout Session: ${String(clientSecret)}. It has the form cs_test_…_secret_….`,
    )
  }
  return id
}

/** Reads the client secret that the page gives, or fetches. */
export async function clientSecretOf(options: CheckoutOptions): Promise<string> {
  const { clientSecret, fetchClientSecret } = options
  const secret: unknown = typeof fetchClientSecret === 'function' ? await fetchClientSecret() : await clientSecret
  sessionIdOf(secret)
  return String(secret)
}

/**
 * Makes an embedded Checkout.
 *
 * @throws IntegrationError when the page has one already, and for callbacks that backlot does not call.
 */
export async function embedCheckout(options: CheckoutOptions): Promise<EmbeddedCheckout> {
  for (const name of ['onShippingDetailsChange', 'onLineItemsChange']) {
    if (options[name] !== undefined) throw notBuilt(`The option ${name} of embedded Checkout`)
  }
  if (active) throw new IntegrationError('You cannot have multiple Embedded Checkout objects.')
  active = true
  const clientSecret = await clientSecretOf(options).catch((error: unknown) => {
    active = false
    throw error
  })
  let frame: HTMLIFrameElement | null = null
  const receive = (event: MessageEvent<CheckoutMessage | null>): void => {
    if (frame === null || event.origin !== new URL(SERVED_ORIGIN).origin || event.source !== frame.contentWindow) return
    const message = event.data
    if (message?.kind === 'checkoutHeight') frame.style.height = `${message.height}px`
    if (message?.kind === 'checkoutComplete') {
      if (message.returnUrl !== null) window.location.assign(message.returnUrl)
      else if (typeof options.onComplete === 'function') options.onComplete()
    }
  }
  window.addEventListener('message', receive)
  const unmount = (): void => {
    frame?.remove()
    frame = null
  }
  return {
    mount(place) {
      const container = typeof place === 'string' ? document.querySelector<HTMLElement>(place) : place
      if (container === null)
        throw new IntegrationError(`The selector ${JSON.stringify(place)} applies to no element of the page.`)
      frame = checkoutFrame(clientSecret)
      container.replaceChildren(frame)
    },
    unmount,
    destroy() {
      unmount()
      window.removeEventListener('message', receive)
      active = false
    },
  }
}

type CheckoutMessage =
  | { readonly kind: 'checkoutHeight'; readonly height: number }
  | { readonly kind: 'checkoutComplete'; readonly returnUrl: string | null }

function checkoutFrame(clientSecret: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  // The vendor's frame has this name; tests find it by it.
  frame.name = 'embedded-checkout'
  frame.id = nextFrameName()
  frame.title = 'Secure payment frame'
  frame.allow = 'payment *'
  frame.referrerPolicy = 'origin'
  frame.src = `${SERVED_ORIGIN}/c/embed/${encodeURIComponent(clientSecret)}`
  frame.style.cssText = 'border:0;width:100%;min-height:30rem;display:block'
  return frame
}
