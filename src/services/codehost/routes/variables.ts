import { routesFor } from '../../../core/routes.ts'
import type { CodehostCall } from '../call.ts'
import { changedSettings, repositorySettings, settingOfPath } from '../rules/settings/access.ts'
import {
  createVariable,
  deleteSetting,
  getSetting,
  listSettings,
  listShared,
  newVariable,
  updateVariable,
  variableChanges,
} from './setting-handlers.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const VARIABLES = '/repos/:owner/:repo/actions/variables'
const VARIABLE = '/repos/:owner/:repo/actions/variables/:name'

const held = repositorySettings('variables')
const changed = changedSettings('variables')

/** Variables of a repository. https://docs.github.com/rest/actions/variables */
export const variablesRoutes = [
  get('actions/list-repo-variables', VARIABLES, held, listSettings),
  get(
    'actions/list-repo-organization-variables',
    '/repos/:owner/:repo/actions/organization-variables',
    held,
    listShared,
  ),
  post('actions/create-repo-variable', VARIABLES, changed, newVariable, createVariable),
  get('actions/get-repo-variable', VARIABLE, held, settingOfPath, getSetting),
  patch('actions/update-repo-variable', VARIABLE, changed, settingOfPath, variableChanges, updateVariable),
  del('actions/delete-repo-variable', VARIABLE, changed, settingOfPath, deleteSetting),
]
