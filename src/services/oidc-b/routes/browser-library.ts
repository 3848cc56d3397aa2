import { browserLibrary } from '#core/browser-library.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { OidcCall } from '#oidc-b/call.ts'
import { loadLibrary } from '#oidc-b/steps/browser-library.ts'

const { get } = routesFor<OidcCall>()

/** The stand-in for the vendor's library for browsers. https://developer.apple.com/documentation/signinwithapplejs */
export const browserLibraryRoutes: readonly Route[] = [
  get(
    'appleid.auth.js',
    '/appleauth/static/jsapi/appleid/1/:locale/appleid.auth.js',
    loadLibrary,
    ({ origin, libraryText }) => browserLibrary(libraryText, { SERVED_ORIGIN: origin }),
  ),
]
