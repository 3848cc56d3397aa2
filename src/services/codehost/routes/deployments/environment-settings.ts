import { json } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { requireBody } from '#codehost/steps/body.ts'
import { requireEnvironmentSettings, requireWritableEnvironmentSettings } from '#codehost/steps/deployments.ts'
import { loadSealedValue, loadSealingKey, loadSealedBoxes } from '#codehost/steps/sealed-secrets.ts'
import { loadSetting } from '#codehost/steps/settings.ts'
import {
  createVariable,
  deleteSetting,
  getSetting,
  listSettings,
  putSecret,
  SecretInput,
  updateVariable,
  VariableChanges,
  VariableInput,
} from '../settings/setting-handlers.ts'

const { get, post, put, patch, del } = routesFor<CodehostCall>()

const SECRETS = '/repos/:owner/:repo/environments/:environment_name/secrets'
const SECRET = `${SECRETS}/:secret_name` as const
const VARIABLES = '/repos/:owner/:repo/environments/:environment_name/variables'
const VARIABLE = `${VARIABLES}/:name` as const

const requireSecrets = requireEnvironmentSettings('secrets')
const requireWritableSecrets = requireWritableEnvironmentSettings('secrets')
const requireVariables = requireEnvironmentSettings('variables')
const requireWritableVariables = requireWritableEnvironmentSettings('variables')
const requireSecretInput = requireBody(SecretInput)
const requireVariableInput = requireBody(VariableInput)
const requireVariableChanges = requireBody(VariableChanges)

/** Secrets and variables of environments. https://docs.github.com/rest/actions/secrets */
export const environmentSettingsRoutes = [
  get('actions/list-environment-secrets', SECRETS, requireSecrets, listSettings),
  get(
    'actions/get-environment-public-key',
    `${SECRETS}/public-key`,
    loadSealedBoxes,
    requireEnvironmentSettings('secrets', 'pull'),
    loadSealingKey,
    (call) => json(call.key),
  ),
  get('actions/get-environment-secret', SECRET, requireSecrets, loadSetting, getSetting),
  put(
    'actions/create-or-update-environment-secret',
    SECRET,
    loadSealedBoxes,
    requireWritableSecrets,
    requireSecretInput,
    loadSealedValue,
    putSecret,
  ),
  del('actions/delete-environment-secret', SECRET, requireWritableSecrets, loadSetting, deleteSetting),
  get('actions/list-environment-variables', VARIABLES, requireVariables, listSettings),
  post(
    'actions/create-environment-variable',
    VARIABLES,
    requireWritableVariables,
    requireVariableInput,
    createVariable,
  ),
  get('actions/get-environment-variable', VARIABLE, requireVariables, loadSetting, getSetting),
  patch(
    'actions/update-environment-variable',
    VARIABLE,
    requireWritableVariables,
    loadSetting,
    requireVariableChanges,
    updateVariable,
  ),
  del('actions/delete-environment-variable', VARIABLE, requireWritableVariables, loadSetting, deleteSetting),
]
