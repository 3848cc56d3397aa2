import type { VendorHost } from '#core/vendor-hosts.ts'

/** The host of an organization that the seed does not name. */
const UNNAMED = 'dev-00000000'

/** Returns the hosts of the vendor's organization: the domain that the seed names, else every one. */
export function hosts({ domain }: { readonly domain?: string | undefined }): readonly VendorHost[] {
  if (domain !== undefined) return [{ name: 'site', host: domain }]
  return ['okta.com', 'oktapreview.com', 'okta-emea.com'].map((each) => ({
    name: 'site',
    host: `*.${each}`,
    default: `${UNNAMED}.${each}`,
  }))
}
