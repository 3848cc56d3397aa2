import type { RefusedCalls, Workspace } from './workspace.fixture.ts'

// The administration of apps in an enterprise organization: a call of each method that succeeds, the errors that the
// vendor documents, a call that provokes each, and the reason where none does.

const ALICE = 'xoxp-alice'
const BOB = 'xoxp-bob'
const ZOE = 'xoxp-zoe'
const ENTERPRISE = 'E0ACME'

type Call = readonly [args: object, token?: string]

const appId = async (space: Workspace): Promise<string> => {
  const { bot_id: bot } = await space.call('auth.test', {})
  return String((await space.call('bots.info', { bot }))['bot'].app_id)
}
const inTeam = async (space: Workspace, more: object = {}): Promise<object> => ({
  app_id: await appId(space),
  team_id: space.teamId,
  ...more,
})
const place = ({ teamId }: Workspace, more: object = {}): object => ({ team_id: teamId, ...more })

/** Asks for the app as bob, and returns the id of the request. */
async function request(space: Workspace): Promise<string> {
  await space.install('bob')
  const { app_requests: requests } = await space.call('admin.apps.requests.list', place(space), ALICE)
  return String(requests[0].id)
}

async function answered(space: Workspace): Promise<object> {
  const request_id = await request(space)
  await space.call('admin.apps.restrict', { request_id, team_id: space.teamId }, ALICE)
  return place(space, { request_id })
}

/** By method: the arguments of a call that succeeds, and its token. */
export const ADMIN_APP_OPERATIONS: Readonly<Record<string, (space: Workspace) => Promise<Call>>> = {
  'admin.apps.activities.list': async (space) => {
    await space.step()
    return [{}, ALICE]
  },
  'admin.apps.approve': async (space) => [await inTeam(space), ALICE],
  'admin.apps.approved.list': async (space) => {
    await space.call('admin.apps.approve', await inTeam(space), ALICE)
    return [place(space), ALICE]
  },
  'admin.apps.clearResolution': async (space) => {
    await space.call('admin.apps.approve', await inTeam(space), ALICE)
    return [await inTeam(space), ALICE]
  },
  'admin.apps.config.lookup': async (space) => {
    const app_id = await appId(space)
    await space.call('admin.apps.config.set', { app_id, domain_restrictions: { urls: ['example.com'] } }, ALICE)
    return [{ app_ids: [app_id] }, ALICE]
  },
  'admin.apps.config.set': async (space) => [
    { app_id: await appId(space), workflow_auth_strategy: 'end_user_only' },
    ALICE,
  ],
  'admin.apps.requests.cancel': async (space) => [place(space, { request_id: await request(space) }), ALICE],
  'admin.apps.requests.list': async (space) => {
    await request(space)
    return [place(space), ALICE]
  },
  'admin.apps.restrict': async (space) => [await inTeam(space), ALICE],
  'admin.apps.restricted.list': async (space) => {
    await space.call('admin.apps.restrict', await inTeam(space), ALICE)
    return [place(space), ALICE]
  },
  'admin.apps.uninstall': async (space) => [{ app_id: await appId(space), team_ids: [space.teamId] }, ALICE],
}

/** The calls that are refused for the caller or the workspace. */
const ofPlace = (make: (space: Workspace) => object | Promise<object>): RefusedCalls[string] => ({
  feature_not_enabled: async (space) => [await make(space), ZOE],
  not_an_admin: async (space) => [await make(space), BOB],
  team_not_found: async (space) => [{ ...(await make(space)), team_id: 'T0NONE' }, ALICE],
  too_many_teams_provided: async (space) => [{ ...(await make(space)), enterprise_id: ENTERPRISE }, ALICE],
})
const resolved: RefusedCalls[string] = {
  ...ofPlace(inTeam),
  invalid_app_id: async (space) => [await inTeam(space, { app_id: 'A0NONE' }), ALICE],
  invalid_request_id: (space) => [place(space, { request_id: 'Ar0NONE' }), ALICE],
  request_already_resolved: async (space) => [await answered(space), ALICE],
  request_id_or_app_id_is_required: (space) => [place(space), ALICE],
  too_many_ids_provided: async (space) => [await inTeam(space, { request_id: 'Ar0NONE' }), ALICE],
}
const listed: RefusedCalls[string] = {
  ...ofPlace(place),
  invalid_cursor: (space) => [place(space, { cursor: 'nonsense' }), ALICE],
}

/** By method and word: returns the arguments, and the token. */
export const ADMIN_APP_CALLS: RefusedCalls = {
  'admin.apps.activities.list': {
    invalid_app_id: () => [{ app_id: 'A0NONE' }, ALICE],
    invalid_cursor: () => [{ cursor: 'nonsense' }, ALICE],
    invalid_team: () => [{ team_id: 'T0NONE' }, ALICE],
  },
  'admin.apps.approve': {
    ...resolved,
    app_restricted_org_wide: async (space) => {
      await space.call('admin.apps.restrict', { app_id: await appId(space), enterprise_id: ENTERPRISE }, ALICE)
      return [await inTeam(space), ALICE]
    },
    invalid_scopes: async (space) => [await inTeam(space, { bot_scopes: 'nonsense' }), ALICE],
  },
  'admin.apps.approved.list': listed,
  'admin.apps.clearResolution': {
    ...ofPlace(inTeam),
    invalid_app_id: async (space) => [await inTeam(space, { app_id: 'A0NONE' }), ALICE],
    no_resolution_found: async (space) => [await inTeam(space), ALICE],
  },
  'admin.apps.config.lookup': { missing_args: () => [{}, ALICE] },
  'admin.apps.config.set': {
    invalid_app: () => [{ app_id: 'A0NONE' }, ALICE],
    invalid_domains: async (space) => [
      { app_id: await appId(space), domain_restrictions: { urls: ['nonsense'] } },
      ALICE,
    ],
    invalid_workflow_auth_strategy: async (space) => [
      { app_id: await appId(space), workflow_auth_strategy: 'nonsense' },
      ALICE,
    ],
    no_domains_provided: async (space) => [{ app_id: await appId(space), domain_restrictions: {} }, ALICE],
  },
  'admin.apps.requests.cancel': {
    ...ofPlace(async (space) => place(space, { request_id: await request(space) })),
    invalid_request_id: (space) => [place(space, { request_id: 'Ar0NONE' }), ALICE],
    request_already_resolved: async (space) => [await answered(space), ALICE],
  },
  'admin.apps.requests.list': {
    ...listed,
    enterprise_not_found: () => [{ enterprise_id: 'E0NONE' }, ALICE],
    no_team_or_enterprise_provided: () => [{}, ALICE],
  },
  'admin.apps.restrict': resolved,
  'admin.apps.restricted.list': listed,
  'admin.apps.uninstall': {
    app_not_found: (space) => [{ app_id: 'A0NONE', team_ids: [space.teamId] }, ALICE],
    enterprise_not_found: async (space) => [{ app_id: await appId(space), enterprise_id: 'E0NONE' }, ALICE],
    feature_not_enabled: async (space) => [{ app_id: await appId(space), team_ids: [space.teamId] }, ZOE],
    permission_denied: async (space) => [{ app_id: await appId(space), team_ids: [space.teamId] }, BOB],
    specify_enterprise_or_teams: async (space) => [{ app_id: await appId(space) }, ALICE],
    teams_not_found: async (space) => [{ app_id: await appId(space), team_ids: ['T0NONE'] }, ALICE],
  },
}

const RESOLVED =
  'app_management_app_not_installed_on_org custom_integration_not_allowed_at_enterprise feature_not_enabled invalid_app_id invalid_request_id invalid_scopes not_an_admin request_already_resolved request_id_or_app_id_is_required request_id_required_for_custom_integrations team_not_found too_many_ids_provided too_many_teams_provided'
const LISTED =
  'app_management_app_not_installed_on_org feature_not_enabled invalid_actor invalid_cursor not_allowed not_an_admin restricted_action team_not_found too_many_teams_provided'

/** By method: the words that the vendor documents beside the common ones. */
export const ADMIN_APP_ERRORS: Readonly<Record<string, string>> = {
  'admin.apps.activities.list': 'invalid_app invalid_app_id invalid_args invalid_cursor invalid_team',
  'admin.apps.approve': `app_restricted_org_wide org_resolution_required ${RESOLVED}`,
  'admin.apps.approved.list': LISTED,
  'admin.apps.clearResolution':
    'app_management_app_not_installed_on_org feature_not_enabled invalid_app_id no_resolution_found not_an_admin restricted_action team_not_found too_many_teams_provided',
  'admin.apps.config.lookup': 'missing_args',
  'admin.apps.config.set':
    'invalid_app invalid_domains invalid_workflow_auth_strategy no_domains_provided restricted_plan_level too_many_domains_provided unknown_method url_restriction_not_supported',
  'admin.apps.requests.cancel':
    'app_management_app_not_installed_on_org feature_not_enabled invalid_request_id not_an_admin request_already_resolved restricted_action team_not_found too_many_teams_provided',
  'admin.apps.requests.list':
    'app_management_app_not_installed_on_org enterprise_not_found feature_not_enabled invalid_cursor no_team_or_enterprise_provided not_allowed not_an_admin restricted_action team_not_found too_many_teams_provided user_is_restricted',
  'admin.apps.restrict': RESOLVED,
  'admin.apps.restricted.list': LISTED,
  'admin.apps.uninstall':
    'app_not_found can_not_uninstall enterprise_not_found feature_not_enabled must_revoke_access permission_denied restricted_action specify_enterprise_or_teams teams_not_found too_many_teams',
}

/** By reason: the words that no method answers by itself. */
export const ADMIN_APP_REASONS: Readonly<Record<string, string>> = {
  'a token that administers the organization need not be of an installation in all of it':
    'app_management_app_not_installed_on_org org_resolution_required',
  'every app of an instance may be uninstalled, and none is a custom integration':
    'can_not_uninstall custom_integration_not_allowed_at_enterprise must_revoke_access request_id_required_for_custom_integrations',
  'every connector may have domains, of any number':
    'restricted_plan_level too_many_domains_provided url_restriction_not_supported',
  'the number of workspaces is not limited': 'too_many_teams',
  'not_an_admin is answered for every caller who may not see it': 'invalid_actor',
}

/** By method: the words that other methods answer but this one does not. */
export const ADMIN_APP_REASONS_OF_METHODS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'admin.apps.activities.list': {
    invalid_app: 'invalid_app_id is answered',
    invalid_args: 'invalid_arguments is answered',
  },
  'admin.apps.approved.list': { not_allowed: 'not_an_admin is answered' },
  'admin.apps.config.set': { unknown_method: 'the method exists' },
  'admin.apps.requests.list': { not_allowed: 'not_an_admin is answered' },
  'admin.apps.restrict': { invalid_scopes: 'a restriction is for every scope' },
  'admin.apps.restricted.list': { not_allowed: 'not_an_admin is answered' },
}
