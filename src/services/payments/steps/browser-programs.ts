/**
 * Loads the script of the pages. It is a long text that few processes need; the route begins anew when it is there.
 */
export async function loadPageScript(): Promise<{ readonly script: string }> {
  const { CHECKOUT_PAGE } = await import('#payments/browser.generated.ts')
  return { script: CHECKOUT_PAGE }
}

/** Loads the library for browsers and the program of its frames, which are long texts too. */
export async function loadLibrary(): Promise<{ readonly libraryText: string; readonly frameText: string }> {
  const { STRIPE_JS, ELEMENT_FRAME } = await import('#payments/browser.generated.ts')
  return { libraryText: STRIPE_JS, frameText: ELEMENT_FRAME }
}
