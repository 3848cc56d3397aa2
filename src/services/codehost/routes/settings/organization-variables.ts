import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import {
  addSelected,
  createVariable,
  deleteSetting,
  getSetting,
  listSelected,
  listSettings,
  SharedVariableInput,
  removeSelected,
  SelectionChanges,
  setSelected,
  SharedVariableChanges,
  updateVariable,
} from './setting-handlers.ts'
import { requireOrganizationSettings, loadSetting, requireSelection } from '#codehost/steps/settings.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, post, put, patch, del } = routesFor<CodehostCall>()

const VARIABLES = '/orgs/:org/actions/variables'
const VARIABLE = '/orgs/:org/actions/variables/:name'
const SELECTED = '/orgs/:org/actions/variables/:name/repositories'
const REPOSITORY = '/orgs/:org/actions/variables/:name/repositories/:repository_id'

const requireSettings = requireOrganizationSettings('variables')
const requireSharedVariableInput = requireBody(SharedVariableInput)
const requireSharedVariableChanges = requireBody(SharedVariableChanges)
const requireSelectionChanges = requireBody(SelectionChanges)

/** Variables of an organization. https://docs.github.com/rest/actions/variables */
export const organizationVariablesRoutes = [
  get('actions/list-org-variables', VARIABLES, requireSettings, listSettings),
  post('actions/create-org-variable', VARIABLES, requireSettings, requireSharedVariableInput, createVariable),
  get('actions/get-org-variable', VARIABLE, requireSettings, loadSetting, getSetting),
  patch(
    'actions/update-org-variable',
    VARIABLE,
    requireSettings,
    loadSetting,
    requireSharedVariableChanges,
    updateVariable,
  ),
  del('actions/delete-org-variable', VARIABLE, requireSettings, loadSetting, deleteSetting),
  get(
    'actions/list-selected-repos-for-org-variable',
    SELECTED,
    requireSettings,
    loadSetting,
    requireSelection,
    listSelected,
  ),
  put(
    'actions/set-selected-repos-for-org-variable',
    SELECTED,
    requireSettings,
    loadSetting,
    requireSelection,
    requireSelectionChanges,
    setSelected,
  ),
  put(
    'actions/add-selected-repo-to-org-variable',
    REPOSITORY,
    requireSettings,
    loadSetting,
    requireSelection,
    addSelected,
  ),
  del(
    'actions/remove-selected-repo-from-org-variable',
    REPOSITORY,
    requireSettings,
    loadSetting,
    requireSelection,
    removeSelected,
  ),
]
