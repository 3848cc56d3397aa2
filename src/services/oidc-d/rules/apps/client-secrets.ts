import type { RecordContext } from '#oidc-d/call.ts'
import { validationFailed } from '#oidc-d/errors.ts'
import { createId } from '../identifiers.ts'
import type { App, ClientSecret, OidcClient } from '#oidc-d/schema.ts'

/** The largest number of secrets of a client. */
const MOST = 2

/** The vendor's name of a secret in its refusals. */
const SECRET = 'OAuth2ClientSecretMediated'

/** Returns true when a client authenticates with a secret. */
export function usesSecret({ tokenEndpointAuthMethod: method }: Pick<OidcClient, 'tokenEndpointAuthMethod'>): boolean {
  return method !== 'none' && method !== 'private_key_jwt'
}

/**
 * Creates a secret of a client, with the given value if any.
 *
 * @throws 400 when the client has two.
 */
export function createSecret(
  context: RecordContext,
  app: App,
  value: string | null,
  status: ClientSecret['status'] = 'ACTIVE',
): ClientSecret {
  const { rows, clock, ids } = context
  if (rows.clientSecrets.count('byApp', app.id) >= MOST) {
    throw validationFailed('client_secret', `You've reached the maximum number of client secrets per client: ${MOST}`)
  }
  const now = clock.now()
  return rows.clientSecrets.insert({
    id: createId(context, 'ocs'),
    appId: app.id,
    value: value ?? ids.secret.base62(64),
    status,
    created: now,
    lastUpdated: now,
  })
}

/** Returns the active secrets, the newest last. */
export function activeSecrets({ rows }: Pick<RecordContext, 'rows'>, appId: string): ClientSecret[] {
  return rows.clientSecrets.list('byApp', appId).filter(({ status }) => status === 'ACTIVE')
}

/**
 * Deactivates a secret.
 *
 * @throws 400 for the only active secret.
 */
export function deactivateSecret(context: RecordContext, secret: ClientSecret): ClientSecret {
  const active = activeSecrets(context, secret.appId)
  if (secret.status === 'ACTIVE' && active.length === 1) {
    throw validationFailed(SECRET, "You can't deactivate the only active client secret.")
  }
  return context.rows.clientSecrets.update(secret.id, { status: 'INACTIVE', lastUpdated: context.clock.now() })
}

/** Activates a secret. */
export function activateSecret({ rows, clock }: RecordContext, secret: ClientSecret): ClientSecret {
  return rows.clientSecrets.update(secret.id, { status: 'ACTIVE', lastUpdated: clock.now() })
}

/**
 * Deletes a secret.
 *
 * @throws 400 for an active secret.
 */
export function deleteSecret({ rows }: RecordContext, secret: ClientSecret): void {
  if (secret.status === 'ACTIVE') {
    throw validationFailed(
      SECRET,
      "You can't delete an active client secret. Deactivate the secret before deleting it.",
    )
  }
  rows.clientSecrets.delete(secret.id)
}
