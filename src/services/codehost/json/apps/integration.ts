import type { Site } from '#codehost/call.ts'
import type { App } from '#codehost/schema/apps.ts'
import { simpleUserJson, simpleUserByIdJson } from '../accounts/account.ts'
import { nodeId, time } from '../format.ts'
import { BUILT_IN_APP_ID } from '#codehost/rules/apps/built-in-app.ts'

const BUILT_IN_SINCE = Date.UTC(2018, 6, 30)
const BUILT_IN_CLIENT_ID = 'Iv1.05c79e9ad1f6bdfa'
const BUILT_IN_OWNER = { id: 9919, login: 'github', type: 'Organization', siteAdmin: false } as const

/** An app inside an object that it created: `integration`. Null stands for the built-in app. */
export function integrationJson(site: Site, app: App | null) {
  const { origin } = site
  const slug = app?.slug ?? 'github-actions'
  const id = app?.id ?? BUILT_IN_APP_ID
  return {
    id,
    client_id: app?.clientId ?? BUILT_IN_CLIENT_ID,
    slug,
    node_id: nodeId('A', id),
    owner: app === null ? simpleUserJson(site, BUILT_IN_OWNER) : simpleUserByIdJson(site, app.ownerId),
    name: app?.name ?? 'GitHub Actions',
    description: app === null ? 'Automate your workflow from idea to production' : app.description,
    external_url: app?.externalUrl ?? `${origin}/apps/${slug}`,
    html_url: `${origin}/apps/${slug}`,
    created_at: time(app?.createdAt ?? BUILT_IN_SINCE),
    updated_at: time(app?.updatedAt ?? BUILT_IN_SINCE),
    permissions: app?.permissions ?? { checks: 'write', contents: 'read', metadata: 'read' },
    events: app?.events ?? [],
  }
}

/** The GitHub App through which a record was created: `performed_via_github_app`. */
export function performedViaJson(site: Site, { appId }: { readonly appId?: number }) {
  const app = appId === undefined ? undefined : site.rows.apps.get(appId)
  return app === undefined ? null : integrationJson(site, app)
}

/** An app on its own: `integration`. Only the app itself sees the number of its installations. */
export function appJson(site: Site, app: App, { own }: { own: boolean }) {
  const json = integrationJson(site, app)
  return own ? { ...json, installations_count: site.rows.installations.countReferring('appId', app.id) } : json
}
