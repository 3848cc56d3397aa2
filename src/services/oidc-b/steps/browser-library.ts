/**
 * Loads the library for browsers. It is a long text that few processes need; the route begins anew when it is there.
 */
export async function loadLibrary(): Promise<{ readonly libraryText: string }> {
  const { APPLEID_AUTH } = await import('#oidc-b/browser.generated.ts')
  return { libraryText: APPLEID_AUTH }
}
