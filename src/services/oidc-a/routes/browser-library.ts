import { browserLibrary } from '#core/browser-library.ts'
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

function library({ origin, urls, libraryText }: OidcCall & { readonly libraryText: string }): Answer {
  return browserLibrary(libraryText, { SERVED_ORIGIN: origin, SERVED_REVOCATION: urls.of('/oauth2/revoke') })
}
