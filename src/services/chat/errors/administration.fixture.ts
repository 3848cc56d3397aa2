import type { RefusedCalls, Workspace } from './workspace.fixture.ts'

// The methods of the workspace's administration: a call of each that succeeds, the errors that the vendor documents, a
// call that provokes each, and the reason where none does.

const CONFIG = 'xoxe.xoxp-1-dora'
const ALICE = 'xoxp-alice'

/** A manifest, which every member but the name may be left out of. */
export const MANIFEST = {
  display_information: { name: 'Made' },
  features: { slash_commands: [{ command: '/made', description: 'a', url: 'https://made.test/commands' }] },
  oauth_config: { redirect_urls: ['https://made.test/callback'], scopes: { bot: ['chat:write', 'commands'] } },
  settings: {
    event_subscriptions: { request_url: 'https://made.test/events', bot_events: ['app_mention'] },
    interactivity: { is_enabled: true, request_url: 'https://made.test/actions' },
  },
}

/** Creates an app of dora by its manifest. Returns its id. */
async function made(space: Workspace): Promise<string> {
  return String((await space.call('apps.manifest.create', { manifest: MANIFEST }, CONFIG))['app_id'])
}

type Call = readonly [args: object, token?: string]

/** By method: the arguments of a call that succeeds, and its token where it is not that of the bot. */
export const ADMINISTRATION_OPERATIONS: Readonly<Record<string, (space: Workspace) => Call | Promise<Call>>> = {
  'apps.manifest.create': () => [{ manifest: MANIFEST }, CONFIG],
  'apps.manifest.delete': async (space) => [{ app_id: await made(space) }, CONFIG],
  'apps.manifest.export': async (space) => [{ app_id: await made(space) }, CONFIG],
  'apps.manifest.update': async (space) => [{ app_id: await made(space), manifest: MANIFEST }, CONFIG],
  'apps.manifest.validate': () => [{ manifest: MANIFEST }, CONFIG],
  'team.accessLogs': async (space) => {
    await space.code()
    return [{}, ALICE]
  },
  'team.billableInfo': () => [{}, ALICE],
  'team.integrationLogs': async (space) => {
    await space.call('oauth.v2.access', { client_id: '1.2', client_secret: 'secret', code: await space.code() })
    return [{}, ALICE]
  },
  'team.profile.get': () => [{}],
  'tooling.tokens.rotate': () => [{ refresh_token: 'xoxe-1-dora' }],
}

const ofManifest = (more: (space: Workspace) => Promise<object>): RefusedCalls[string] => ({
  app_not_eligible: async (space) => [{ ...(await more(space)), app_id: await made(space) }, 'xoxe.xoxp-1-alice'],
  invalid_app_id: async (space) => [{ ...(await more(space)), app_id: 'nonsense' }, CONFIG],
})
const notFound = { app_not_found: (): Call => [{ app_id: 'A0NONE' }, CONFIG] }
const invalid = (more: (space: Workspace) => Promise<object>): RefusedCalls[string] => ({
  invalid_manifest: async (space) => [{ ...(await more(space)), manifest: { display_information: {} } }, CONFIG],
})
const nothing = () => Promise.resolve({})
const manifest = () => Promise.resolve({ manifest: MANIFEST })

/** By method and word: returns the arguments, and the token where it is not that of the bot. */
export const ADMINISTRATION_CALLS: RefusedCalls = {
  'apps.manifest.create': {
    ...invalid(nothing),
    invalid_team_id: () => [{ manifest: MANIFEST, team_id: 'T0NONE' }, CONFIG],
  },
  'apps.manifest.delete': { ...ofManifest(nothing), ...notFound },
  'apps.manifest.export': { ...ofManifest(nothing), ...notFound },
  'apps.manifest.update': {
    ...ofManifest(manifest),
    ...invalid(async (space) => ({ app_id: await made(space) })),
  },
  'apps.manifest.validate': { ...ofManifest(manifest), ...invalid(nothing) },
  'team.accessLogs': {
    invalid_cursor: () => [{ cursor: 'nonsense' }, ALICE],
    invalid_limit: () => [{ limit: 1001 }, ALICE],
    invalid_team_id: () => [{ team_id: 'T0NONE' }, ALICE],
    over_pagination_limit: () => [{ page: 101 }, ALICE],
  },
  'team.billableInfo': {
    invalid_cursor: () => [{ cursor: 'nonsense' }, ALICE],
    user_not_found: () => [{ user: 'U0NONE' }, ALICE],
  },
  'tooling.tokens.rotate': { invalid_refresh_token: () => [{ refresh_token: 'nonsense' }] },
}

const REMOTE =
  'dynamic_client_registration_failed dynamic_client_registration_invalid_redirect_uri dynamic_client_registration_invalid_response dynamic_client_registration_missing_oauth_endpoints dynamic_client_registration_not_supported dynamic_client_registration_rejected oauth_metadata_not_found'

/** By method: the words that the vendor documents beside the common ones. */
export const ADMINISTRATION_ERRORS: Readonly<Record<string, string>> = {
  'apps.manifest.create': `${REMOTE} failed_adding_collaborator failed_creating_app failed_datastore_operation failed_generating_app_token invalid_app invalid_manifest invalid_team_id managed_app_limit_reached not_in_team socket_mode_not_enabled`,
  'apps.manifest.delete':
    'app_not_eligible app_not_found app_not_owned_by_manager_app invalid_app_id published_app_only',
  'apps.manifest.export': 'app_not_eligible app_not_found app_not_owned_by_manager_app failed_export invalid_app_id',
  'apps.manifest.update': `${REMOTE} app_not_eligible app_not_owned_by_manager_app failed_adding_collaborator failed_creating_app failed_datastore_operation invalid_app invalid_app_id invalid_manifest`,
  'apps.manifest.validate':
    'app_not_eligible app_not_owned_by_manager_app failed_adding_collaborator failed_creating_app invalid_app invalid_app_id invalid_manifest',
  'team.accessLogs': 'invalid_cursor invalid_limit invalid_team_id missing_argument over_pagination_limit paid_only',
  'team.billableInfo': 'invalid_cursor user_not_found',
  'team.integrationLogs': 'missing_argument',
  'team.profile.get': '',
  'tooling.tokens.rotate': 'invalid_refresh_token unknown_error',
}

/** By reason: the words that no method answers by itself. */
export const ADMINISTRATION_REASONS: Readonly<Record<string, string>> = {
  'no app manages another one': 'app_not_owned_by_manager_app managed_app_limit_reached failed_generating_app_token',
  'an instance calls no remote server to register a client': REMOTE,
  'invalid_manifest is answered': 'invalid_app socket_mode_not_enabled',
  'the person of a token is in the workspace': 'not_in_team',
  'every app of an instance may be deleted': 'published_app_only',
  'it is a failure within the vendor’s servers, of its apps':
    'failed_adding_collaborator failed_creating_app failed_datastore_operation failed_export',
  'the workspace of the tests is paid for': 'paid_only',
}
