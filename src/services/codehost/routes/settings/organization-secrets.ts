import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import {
  addSelected,
  deleteSetting,
  getPublicKey,
  getSetting,
  listSelected,
  listSettings,
  putSecret,
  removeSelected,
  SelectionChanges,
  setSelected,
  SharedSecretInput,
} from './setting-handlers.ts'
import { requireOrganizationSettings, loadSetting, requireSelection } from '#codehost/steps/settings.ts'
import type { SettingKind } from '#codehost/schema/settings.ts'
import { loadSealedBoxes, loadSealingKey, loadSealedValue } from '#codehost/steps/sealed-secrets.ts'
import { forConsumer } from './consumers.ts'
import { requireBody } from '#codehost/steps/body.ts'

const { get, put, del } = routesFor<CodehostCall>()

const SECRETS = '/orgs/:org/actions/secrets'
const SECRET = '/orgs/:org/actions/secrets/:secret_name'
const SELECTED = '/orgs/:org/actions/secrets/:secret_name/repositories'
const REPOSITORY = '/orgs/:org/actions/secrets/:secret_name/repositories/:repository_id'

const requireSharedSecretInput = requireBody(SharedSecretInput)
const requireSelectionChanges = requireBody(SelectionChanges)

function secretsOf(kind: SettingKind) {
  const requireSettings = requireOrganizationSettings(kind)
  return [
    get('actions/list-org-secrets', SECRETS, requireSettings, listSettings),
    get(
      'actions/get-org-public-key',
      `${SECRETS}/public-key`,
      loadSealedBoxes,
      requireSettings,
      loadSealingKey,
      getPublicKey,
    ),
    get('actions/get-org-secret', SECRET, requireSettings, loadSetting, getSetting),
    put(
      'actions/create-or-update-org-secret',
      SECRET,
      loadSealedBoxes,
      requireSettings,
      requireSharedSecretInput,
      loadSealedValue,
      putSecret,
    ),
    del('actions/delete-org-secret', SECRET, requireSettings, loadSetting, deleteSetting),
  ]
}

function selectionsOf(kind: SettingKind) {
  const requireSettings = requireOrganizationSettings(kind)
  return [
    get('actions/list-selected-repos-for-org-secret', SELECTED, requireSettings, loadSetting, listSelected),
    put(
      'actions/set-selected-repos-for-org-secret',
      SELECTED,
      requireSettings,
      loadSetting,
      requireSelection,
      requireSelectionChanges,
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
}

/**
 * Secrets of an organization. https://docs.github.com/rest/actions/secrets,
 * https://docs.github.com/rest/dependabot/secrets and https://docs.github.com/rest/codespaces/organization-secrets
 */
export const organizationSecretsRoutes = [
  ...secretsOf('secrets'),
  ...selectionsOf('secrets'),
  ...forConsumer('dependabot', [...secretsOf('dependabot_secrets'), ...selectionsOf('dependabot_secrets')]),
  ...forConsumer('codespaces', [...secretsOf('codespaces_secrets'), ...selectionsOf('codespaces_secrets')]),
]
