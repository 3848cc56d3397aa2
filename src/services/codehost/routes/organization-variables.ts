import { routesFor } from '../../../core/routes.ts'
import type { CodehostCall } from '../call.ts'
import { organizationSettings, settingOfPath } from '../rules/settings/access.ts'
import {
  addSelected,
  bySelection,
  createVariable,
  deleteSetting,
  getSetting,
  listSelected,
  listSettings,
  newSharedVariable,
  removeSelected,
  selection,
  setSelected,
  sharedVariableChanges,
  updateVariable,
} from './setting-handlers.ts'

const { get, post, put, patch, del } = routesFor<CodehostCall>()

const VARIABLES = '/orgs/:org/actions/variables'
const VARIABLE = '/orgs/:org/actions/variables/:name'
const SELECTED = '/orgs/:org/actions/variables/:name/repositories'
const REPOSITORY = '/orgs/:org/actions/variables/:name/repositories/:repository_id'

const owned = organizationSettings('variables')

/** Variables of an organization. https://docs.github.com/rest/actions/variables */
export const organizationVariablesRoutes = [
  get('actions/list-org-variables', VARIABLES, owned, listSettings),
  post('actions/create-org-variable', VARIABLES, owned, newSharedVariable, createVariable),
  get('actions/get-org-variable', VARIABLE, owned, settingOfPath, getSetting),
  patch('actions/update-org-variable', VARIABLE, owned, settingOfPath, sharedVariableChanges, updateVariable),
  del('actions/delete-org-variable', VARIABLE, owned, settingOfPath, deleteSetting),
  get('actions/list-selected-repos-for-org-variable', SELECTED, owned, settingOfPath, bySelection, listSelected),
  put(
    'actions/set-selected-repos-for-org-variable',
    SELECTED,
    owned,
    settingOfPath,
    bySelection,
    selection,
    setSelected,
  ),
  put('actions/add-selected-repo-to-org-variable', REPOSITORY, owned, settingOfPath, bySelection, addSelected),
  del('actions/remove-selected-repo-from-org-variable', REPOSITORY, owned, settingOfPath, bySelection, removeSelected),
]
