import type { Site } from '#oidc-d/call.ts'
import { date } from '#oidc-d/rules/dates.ts'
import { ORGANIZATION_ID } from '#oidc-d/rules/identifiers.ts'
import { CONTACT_TYPES, type OrgSettings } from '#oidc-d/schema.ts'
import { POST } from './links.ts'

/** Returns the settings of the organization. */
export function orgSettingsJson({ origin }: Pick<Site, 'origin'>, settings: OrgSettings) {
  const { companyName, created, lastUpdated, ...rest } = settings
  const self = `${origin}/api/v1/org`
  return {
    id: ORGANIZATION_ID,
    subdomain: 'backlot',
    companyName,
    status: 'ACTIVE',
    expiresAt: null,
    created: date(created),
    lastUpdated: date(lastUpdated),
    ...rest,
    _links: {
      preferences: { href: `${self}/preferences` },
      oktaCommunication: { href: `${self}/privacy/oktaCommunication` },
      oktaSupport: { href: `${self}/privacy/oktaSupport` },
      contacts: { href: `${self}/contacts` },
    },
  }
}

/** Returns the kinds of contacts. */
export function contactTypesJson({ origin }: Pick<Site, 'origin'>) {
  return CONTACT_TYPES.map((contactType) => {
    const name = contactType.toLowerCase()
    return { contactType, _links: { [name]: { href: `${origin}/api/v1/org/contacts/${name}` } } }
  })
}

/** Returns a contact. */
export function contactJson({ origin }: Pick<Site, 'origin'>, userId: string | null) {
  return { userId, _links: userId === null ? {} : { user: { href: `${origin}/api/v1/users/${userId}` } } }
}

/** Returns a switch of the organization, with the link that turns it. */
export function switchJson<N extends string>(
  { origin }: Pick<Site, 'origin'>,
  name: N,
  isOn: boolean,
  turn: { readonly name: string; readonly path: string },
) {
  const members = { [name]: isOn } as { readonly [Name in N]: boolean } // one computed member
  return { ...members, _links: { [turn.name]: { href: `${origin}/api/v1/org/${turn.path}/${turn.name}`, ...POST } } }
}

/** Returns whether the vendor's support may look into the organization. */
export function supportJson({ origin }: Pick<Site, 'origin'>, until: number | null) {
  const step = (name: string) => ({ href: `${origin}/api/v1/org/privacy/oktaSupport/${name}`, ...POST })
  return {
    support: until === null ? 'DISABLED' : 'ENABLED',
    expiration: date(until),
    _links: until === null ? { grant: step('grant') } : { extend: step('extend'), revoke: step('revoke') },
  }
}
