import { createHash } from 'node:crypto'
import type { Site } from '#codehost/call.ts'
import type { NarrowedAccess } from '#codehost/schema/apps.ts'
import type { Token } from '#codehost/schema/tokens.ts'
import { simpleUserByIdJson } from '../accounts/account.ts'
import { time, timeOrNull } from '../format.ts'

/** A token as the application that it was issued to sees it: `authorization`. */
export function authorizationJson(site: Site, token: Token & { readonly clientId: string }) {
  const { rows, base, origin } = site
  const { id: value, clientId, scopes, userId, createdAt, expiresAt, narrowed } = token
  const grant = rows.oauthGrants.find('client', clientId, userId)
  const app = rows.oauthApps.find('clientId', clientId) ?? rows.apps.find('clientId', clientId)
  const id = grant?.id ?? 0
  return {
    id,
    url: `${base}/authorizations/${id}`,
    app: {
      name: app?.name ?? clientId,
      url: `${origin}/settings/connections/applications/${clientId}`,
      client_id: clientId,
    },
    token: value,
    hashed_token: createHash('sha256').update(value).digest('hex'),
    token_last_eight: value.slice(-8),
    note: null,
    note_url: null,
    created_at: time(createdAt),
    updated_at: time(createdAt),
    scopes,
    fingerprint: null,
    expires_at: timeOrNull(expiresAt),
    user: simpleUserByIdJson(site, userId),
    ...(narrowed === undefined ? {} : { installation: scopedInstallationJson(site, narrowed) }),
  }
}

/** The part of an installation that a token is narrowed to: `scoped-installation`. */
function scopedInstallationJson(site: Site, { installationId, permissions, repositoryIds }: NarrowedAccess) {
  const installation = site.rows.installations.get(installationId)
  if (installation === undefined) return null
  return {
    permissions,
    repository_selection: repositoryIds === null ? installation.repositorySelection : 'selected',
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    repositories_url: `${site.base}/user/repos`,
    account: simpleUserByIdJson(site, installation.accountId),
  }
}
