import type { Answer } from '#core/answer.ts'
import { routesFor, type Route } from '#core/routes.ts'
import { authorizationAnswer, authorizationPage } from '#oauth/endpoints/browser.ts'
import type { OidcCall } from '#oidc-a/call.ts'
import { credentialProvider } from '#oidc-a/oauth/credential.ts'
import { loadLibrary } from '#oidc-a/steps/browser-library.ts'

const { get, post } = routesFor<OidcCall>()

/**
 * The stand-in for the vendor's library for browsers, and the page of its sign-ins.
 * https://developers.google.com/identity/gsi/web/reference/js-reference
 */
export const browserLibraryRoutes: readonly Route[] = [
  get('gsi/client', '/gsi/client', loadLibrary, library),
  get('gsi/select', '/gsi/select', authorizationPage(credentialProvider)),
  post('gsi/select-answer', '/gsi/select', authorizationAnswer(credentialProvider)),
]

/**
 * Returns the library's text, with the emulator's addresses: the page may have loaded it from another one, by a test's
 * `page.route`.
 */
function library({ origin, urls, libraryText }: OidcCall & { readonly libraryText: string }): Answer {
  const revocation = urls.of('/oauth2/revoke')
  const constants = `const SERVED_ORIGIN=${JSON.stringify(origin)},SERVED_REVOCATION=${JSON.stringify(revocation)};`
  return {
    status: 200,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // A page whose policy isolates it still may load the library.
      'cross-origin-resource-policy': 'cross-origin',
    },
    body: `(()=>{${constants}\n${libraryText}\n})();\n`,
  }
}
