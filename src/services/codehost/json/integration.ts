import type { Site } from '../call.ts'
import type { App } from '../schema.ts'
import { simpleUser, simpleUserById } from './account.ts'
import { nodeId, time } from './format.ts'

/** The built-in app, to which belongs what no other app wrote; it has no record. Its id is the vendor's. */
export const BUILT_IN_APP_ID = 15_368

const BUILT_IN_SINCE = Date.UTC(2018, 6, 30)
const BUILT_IN_OWNER = { id: 9919, login: 'github', type: 'Organization', siteAdmin: false } as const

/** An app as what it wrote names it: `integration`; the built-in one for null. */
export function integrationJson(site: Site, app: App | null) {
  const { origin } = site
  const slug = app?.slug ?? 'github-actions'
  const id = app?.id ?? BUILT_IN_APP_ID
  return {
    id,
    slug,
    node_id: nodeId('A', id),
    owner: app === null ? simpleUser(site, BUILT_IN_OWNER) : simpleUserById(site, app.ownerId),
    name: app?.name ?? 'GitHub Actions',
    description: null,
    external_url: `${origin}/apps/${slug}`,
    html_url: `${origin}/apps/${slug}`,
    created_at: time(app?.createdAt ?? BUILT_IN_SINCE),
    updated_at: time(app?.updatedAt ?? BUILT_IN_SINCE),
    permissions: app?.permissions ?? { checks: 'write', contents: 'read', metadata: 'read' },
    events: app?.events ?? [],
  }
}
