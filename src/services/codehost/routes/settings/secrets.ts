import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import {
  deleteSetting,
  getPublicKey,
  getSetting,
  listSettings,
  listShared,
  putSecret,
  SecretInput,
} from './setting-handlers.ts'
import { requireRepositorySettings, requireWritableSettings, loadSetting } from '#codehost/steps/settings.ts'
import type { SettingKind } from '#codehost/schema/settings.ts'
import { loadSealedBoxes, loadSealingKey, loadSealedValue } from '#codehost/steps/sealed-secrets.ts'
import { forConsumer } from './consumers.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, put, del } = routesFor<CodehostCall>()

const SECRETS = '/repos/:owner/:repo/actions/secrets'
const SECRET = '/repos/:owner/:repo/actions/secrets/:secret_name'

const requireSecretInput = requireBody(SecretInput)

function secretsOf(kind: SettingKind) {
  const requireSettings = requireRepositorySettings(kind)
  const requireWritable = requireWritableSettings(kind)
  return [
    get('actions/list-repo-secrets', SECRETS, requireSettings, listSettings),
    get(
      'actions/get-repo-public-key',
      `${SECRETS}/public-key`,
      loadSealedBoxes,
      requireRepositorySettings(kind, 'pull'),
      loadSealingKey,
      getPublicKey,
    ),
    get('actions/get-repo-secret', SECRET, requireSettings, loadSetting, getSetting),
    put(
      'actions/create-or-update-repo-secret',
      SECRET,
      loadSealedBoxes,
      requireWritable,
      requireSecretInput,
      loadSealedValue,
      putSecret,
    ),
    del('actions/delete-repo-secret', SECRET, requireWritable, loadSetting, deleteSetting),
  ]
}

/**
 * Secrets of a repository. https://docs.github.com/rest/actions/secrets,
 * https://docs.github.com/rest/dependabot/secrets and https://docs.github.com/rest/codespaces/repository-secrets
 */
export const secretsRoutes = [
  ...secretsOf('secrets'),
  get(
    'actions/list-repo-organization-secrets',
    '/repos/:owner/:repo/actions/organization-secrets',
    requireRepositorySettings('secrets'),
    listShared,
  ),
  ...forConsumer('dependabot', secretsOf('dependabot_secrets')),
  ...forConsumer('codespaces', secretsOf('codespaces_secrets')),
]
