/**
 * Loads the library for browsers. It is a long text that few processes need; the route begins anew when it is there.
 */
export async function loadLibrary(): Promise<{ readonly libraryText: string }> {
  const { GSI_CLIENT } = await import('#oidc-a/browser.generated.ts')
  return { libraryText: GSI_CLIENT }
}
