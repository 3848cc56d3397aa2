import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { openSealedValue, loadSealingKey, loadSodium } from '#codehost/rules/settings/sealed-secrets.ts'
import { requireWritableSettings, requireRepositorySettings, loadSetting } from '#codehost/rules/settings/access.ts'
import { deleteSetting, getSetting, listSettings, listShared, putSecret, sealedSecret } from './setting-handlers.ts'

const { get, put, del } = routesFor<CodehostCall>()

const SECRETS = '/repos/:owner/:repo/actions/secrets'
const SECRET = '/repos/:owner/:repo/actions/secrets/:secret_name'

const requireSettings = requireRepositorySettings('secrets')
const requireWritable = requireWritableSettings('secrets')

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
    loadSodium,
    requireRepositorySettings('secrets', 'pull'),
    loadSealingKey,
    (call) => json(call.key),
  ),
  get('actions/get-repo-secret', SECRET, requireSettings, loadSetting, getSetting),
  put(
    'actions/create-or-update-repo-secret',
    SECRET,
    loadSodium,
    requireWritable,
    sealedSecret,
    openSealedValue,
    putSecret,
  ),
  del('actions/delete-repo-secret', SECRET, requireWritable, loadSetting, deleteSetting),
]
