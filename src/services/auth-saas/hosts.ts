import type { VendorHost } from '#core/vendor-hosts.ts'

/** The ending of the frontend API's host at an instance for development, and that of its account portal. */
const [FRONTEND, PORTAL] = ['.clerk.accounts.dev', '.accounts.dev']

/** The name of the instance, where the seed names no host. */
const UNNAMED = 'backlot-stand-in-00'

/**
 * Returns the vendor's hosts. An application takes the host of the frontend API from its publishable key; without one
 * in the seed, every host of an instance for development is this instance.
 */
export function hosts({
  frontend_api: frontendHost,
}: {
  readonly frontend_api?: string | undefined
}): readonly VendorHost[] {
  return [
    frontendHost === undefined
      ? { name: 'site', host: `*${FRONTEND}`, default: UNNAMED + FRONTEND }
      : { name: 'site', host: frontendHost },
    { name: 'api', host: 'api.clerk.com' },
    { name: 'api', host: 'api.clerk.dev' },
    frontendHost === undefined
      ? { name: 'portal', host: `*${PORTAL}`, default: UNNAMED + PORTAL }
      : { name: 'portal', host: portalHost(frontendHost) },
    { name: 'images', host: 'img.clerk.com', paths: { '/': '/images' } },
  ]
}

/**
 * Returns the host of the account portal that belongs to a frontend API: `accounts.example.com` to `clerk.example.com`.
 */
function portalHost(frontend: string): string {
  return frontend.endsWith(FRONTEND)
    ? frontend.slice(0, -FRONTEND.length) + PORTAL
    : frontend.replace(/^(?:clerk\.)?/, 'accounts.')
}

/**
 * Returns the URL of the frontend API that belongs to a host of the account portal; `origin` where the seed names it.
 */
export function frontendOfPortal(portal: string, origin: string): string {
  return portal.endsWith(PORTAL) ? `https://${portal.slice(0, -PORTAL.length)}${FRONTEND}` : origin
}
