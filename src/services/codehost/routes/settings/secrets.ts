import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { deleteSetting, getSetting, listSettings, listShared, putSecret, SecretInput } from './setting-handlers.ts'
import { requireRepositorySettings, requireWritableSettings, loadSetting } from '#codehost/steps/settings.ts'
import { loadSealedBoxes, loadSealingKey, loadSealedValue } from '#codehost/steps/sealed-secrets.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, put, del } = routesFor<CodehostCall>()

const SECRETS = '/repos/:owner/:repo/actions/secrets'
const SECRET = '/repos/:owner/:repo/actions/secrets/:secret_name'

const requireSettings = requireRepositorySettings('secrets')
const requireWritable = requireWritableSettings('secrets')
const requireSecretInput = requireBody(SecretInput)

/** Secrets of a repository. https://docs.github.com/rest/actions/secrets */
export const secretsRoutes = [
  get('actions/list-repo-secrets', SECRETS, requireSettings, listSettings),
  get(
    'actions/list-repo-organization-secrets',
    '/repos/:owner/:repo/actions/organization-secrets',
    requireSettings,
    listShared,
  ),
  get(
    'actions/get-repo-public-key',
    `${SECRETS}/public-key`,
    loadSealedBoxes,
    requireRepositorySettings('secrets', 'pull'),
    loadSealingKey,
    (call) => json(call.key),
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
