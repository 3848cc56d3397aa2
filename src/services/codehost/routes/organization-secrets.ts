import { json } from '../../../core/answer.ts'
import { routesFor } from '../../../core/routes.ts'
import type { CodehostCall } from '../call.ts'
import { opened, sealingKey, withSodium } from '../rules/settings/sealed-secrets.ts'
import { organizationSettings, settingOfPath } from '../rules/settings/access.ts'
import {
  addSelected,
  bySelection,
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

const owned = organizationSettings('secrets')

/** Secrets of an organization. https://docs.github.com/rest/actions/secrets */
export const organizationSecretsRoutes = [
  get('actions/list-org-secrets', SECRETS, owned, listSettings),
  get('actions/get-org-public-key', `${SECRETS}/public-key`, withSodium, owned, sealingKey, (call) => json(call.key)),
  get('actions/get-org-secret', SECRET, owned, settingOfPath, getSetting),
  put('actions/create-or-update-org-secret', SECRET, withSodium, owned, sharedSecret, opened, putSecret),
  del('actions/delete-org-secret', SECRET, owned, settingOfPath, deleteSetting),
  get('actions/list-selected-repos-for-org-secret', SELECTED, owned, settingOfPath, listSelected),
  put('actions/set-selected-repos-for-org-secret', SELECTED, owned, settingOfPath, bySelection, selection, setSelected),
  put('actions/add-selected-repo-to-org-secret', REPOSITORY, owned, settingOfPath, bySelection, addSelected),
  del('actions/remove-selected-repo-from-org-secret', REPOSITORY, owned, settingOfPath, bySelection, removeSelected),
]
