import type { Work } from '../call.ts'
import { validationFailed } from '../errors.ts'
import { createId } from '../identifiers.ts'
import type { App, ClientSecret, OidcClient } from '../schema.ts'

/** How many secrets a client has at most. */
const MOST = 2

/** Whether a client proves who it is with a secret. */
export function usesSecret({ tokenEndpointAuthMethod: method }: Pick<OidcClient, 'tokenEndpointAuthMethod'>): boolean {
  return method !== 'none' && method !== 'private_key_jwt'
}

/** Gives a client a secret, of this value if there is one. Throws 400 for one that has two. */
export function createSecret(
  work: Work,
  app: App,
  value: string | null,
  status: ClientSecret['status'] = 'ACTIVE',
): ClientSecret {
  const { rows, clock, ids } = work
  if (rows.clientSecrets.count('byApp', app.id) >= MOST) {
    throw validationFailed('client_secret', `You've reached the maximum number of client secrets per client: ${MOST}`)
  }
  const now = clock.now()
  return rows.clientSecrets.insert({
    id: createId(work, 'ocs'),
    appId: app.id,
    value: value ?? ids.secret.base62(64),
    status,
    created: now,
    lastUpdated: now,
  })
}

/** The secrets that are good, newest last. */
export function activeSecrets({ rows }: Pick<Work, 'rows'>, appId: string): ClientSecret[] {
  return rows.clientSecrets.list('byApp', appId).filter(({ status }) => status === 'ACTIVE')
}

/** Has a secret be good no more. Throws 400 for the only one that is. */
export function deactivateSecret(work: Work, secret: ClientSecret): ClientSecret {
  const active = activeSecrets(work, secret.appId)
  if (secret.status === 'ACTIVE' && active.length === 1) {
    throw validationFailed('client_secret', 'Cannot deactivate the only active client secret of a client')
  }
  return work.rows.clientSecrets.update(secret.id, { status: 'INACTIVE', lastUpdated: work.clock.now() })
}

/** Has a secret be good again. */
export function activateSecret({ rows, clock }: Work, secret: ClientSecret): ClientSecret {
  return rows.clientSecrets.update(secret.id, { status: 'ACTIVE', lastUpdated: clock.now() })
}

/** Deletes a secret. Throws 400 for one that is good. */
export function deleteSecret({ rows }: Work, secret: ClientSecret): void {
  if (secret.status === 'ACTIVE') throw validationFailed('client_secret', 'Cannot delete an active client secret')
  rows.clientSecrets.delete(secret.id)
}
