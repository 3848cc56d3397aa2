import { json } from '../../../core/answer.ts'
import { routesFor } from '../../../core/routes.ts'
import type { CodehostCall } from '../call.ts'
import { opened, sealingKey, withSodium } from '../rules/settings/sealed-secrets.ts'
import { changedSettings, repositorySettings, settingOfPath } from '../rules/settings/access.ts'
import { deleteSetting, getSetting, listSettings, listShared, putSecret, sealedSecret } from './setting-handlers.ts'

const { get, put, del } = routesFor<CodehostCall>()

const SECRETS = '/repos/:owner/:repo/actions/secrets'
const SECRET = '/repos/:owner/:repo/actions/secrets/:secret_name'

const held = repositorySettings('secrets')
const changed = changedSettings('secrets')

/** Secrets of a repository. https://docs.github.com/rest/actions/secrets */
export const secretsRoutes = [
  get('actions/list-repo-secrets', SECRETS, held, listSettings),
  get('actions/list-repo-organization-secrets', '/repos/:owner/:repo/actions/organization-secrets', held, listShared),
  get(
    'actions/get-repo-public-key',
    `${SECRETS}/public-key`,
    withSodium,
    repositorySettings('secrets', 'pull'),
    sealingKey,
    (call) => json(call.key),
  ),
  get('actions/get-repo-secret', SECRET, held, settingOfPath, getSetting),
  put('actions/create-or-update-repo-secret', SECRET, withSodium, changed, sealedSecret, opened, putSecret),
  del('actions/delete-repo-secret', SECRET, changed, settingOfPath, deleteSetting),
]
