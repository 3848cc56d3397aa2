import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import {
  createVariable,
  deleteSetting,
  getSetting,
  listSettings,
  listShared,
  VariableInput,
  updateVariable,
  VariableChanges,
} from './setting-handlers.ts'
import { requireRepositorySettings, requireWritableSettings, loadSetting } from '#codehost/steps/settings.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const VARIABLES = '/repos/:owner/:repo/actions/variables'
const VARIABLE = '/repos/:owner/:repo/actions/variables/:name'

const requireSettings = requireRepositorySettings('variables')
const requireWritable = requireWritableSettings('variables')
const requireVariableInput = requireBody(VariableInput)
const requireVariableChanges = requireBody(VariableChanges)

/** Variables of a repository. https://docs.github.com/rest/actions/variables */
export const variablesRoutes = [
  get('actions/list-repo-variables', VARIABLES, requireSettings, listSettings),
  get(
    'actions/list-repo-organization-variables',
    '/repos/:owner/:repo/actions/organization-variables',
    requireSettings,
    listShared,
  ),
  post('actions/create-repo-variable', VARIABLES, requireWritable, requireVariableInput, createVariable),
  get('actions/get-repo-variable', VARIABLE, requireSettings, loadSetting, getSetting),
  patch('actions/update-repo-variable', VARIABLE, requireWritable, loadSetting, requireVariableChanges, updateVariable),
  del('actions/delete-repo-variable', VARIABLE, requireWritable, loadSetting, deleteSetting),
]
