import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { openSealedValue, loadSealingKey, loadSodium } from '#codehost/rules/settings/sealed-secrets.ts'
import { requireOrganizationSettings, loadSetting } from '#codehost/rules/settings/access.ts'
import {
  addSelected,
  requireSelection,
  deleteSetting,
  getSetting,
  listSelected,
  listSettings,
  putSecret,
  removeSelected,
  selection,
  setSelected,
  sharedSecret,
} from './setting-handlers.ts'

const { get, put, del } = routesFor<CodehostCall>()

const SECRETS = '/orgs/:org/actions/secrets'
const SECRET = '/orgs/:org/actions/secrets/:secret_name'
const SELECTED = '/orgs/:org/actions/secrets/:secret_name/repositories'
const REPOSITORY = '/orgs/:org/actions/secrets/:secret_name/repositories/:repository_id'

const requireSettings = requireOrganizationSettings('secrets')

/** Secrets of an organization. https://docs.github.com/rest/actions/secrets */
export const organizationSecretsRoutes = [
  get('actions/list-org-secrets', SECRETS, requireSettings, listSettings),
  get('actions/get-org-public-key', `${SECRETS}/public-key`, loadSodium, requireSettings, loadSealingKey, (call) =>
    json(call.key),
  ),
  get('actions/get-org-secret', SECRET, requireSettings, loadSetting, getSetting),
  put(
    'actions/create-or-update-org-secret',
    SECRET,
    loadSodium,
    requireSettings,
    sharedSecret,
    openSealedValue,
    putSecret,
  ),
  del('actions/delete-org-secret', SECRET, requireSettings, loadSetting, deleteSetting),
  get('actions/list-selected-repos-for-org-secret', SELECTED, requireSettings, loadSetting, listSelected),
  put(
    'actions/set-selected-repos-for-org-secret',
    SELECTED,
    requireSettings,
    loadSetting,
    requireSelection,
    selection,
    setSelected,
  ),
  put(
    'actions/add-selected-repo-to-org-secret',
    REPOSITORY,
    requireSettings,
    loadSetting,
    requireSelection,
    addSelected,
  ),
  del(
    'actions/remove-selected-repo-from-org-secret',
    REPOSITORY,
    requireSettings,
    loadSetting,
    requireSelection,
    removeSelected,
  ),
]
