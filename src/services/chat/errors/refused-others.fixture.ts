import type { RefusedCalls, Workspace } from './workspace.fixture.ts'

// The calls that provoke each error of the methods for people, files, views, installations and the rest.

const modal = (more: object = {}) => ({ type: 'modal', title: { type: 'plain_text', text: 'A' }, blocks: [], ...more })
const HUGE = modal({ private_metadata: 'x'.repeat(250_001) })

/** The errors of the methods that open a modal with a trigger. */
const opening: RefusedCalls[string] = {
  duplicate_external_id: async (space) => {
    const view = modal({ external_id: 'one' })
    const home = { type: 'home', blocks: [], external_id: 'one' }
    await space.call('views.publish', { user_id: space.ids['bob'], view: home })
    return [{ view, trigger_id: await space.trigger() }]
  },
  exchanged_trigger_id: async (space) => {
    const args = { view: modal(), trigger_id: await space.trigger() }
    await space.call('views.open', args)
    return [args]
  },
  expired_trigger_id: async (space) => {
    const args = { view: modal(), trigger_id: await space.trigger() }
    space.chat.clock.advance('4s')
    return [args]
  },
  invalid_trigger_id: () => [{ view: modal(), trigger_id: '1.2.x' }],
  view_too_large: () => [{ view: HUGE, trigger_id: '1.2.x' }],
}

const app = { client_id: '1.2', client_secret: 'secret' }
const rotating = { client_id: '1.3', client_secret: 'secret' }
const redirect_uri = 'http://localhost:1/callback'

type Code = (space: Workspace) => Promise<string>
const installing: Code = (space) => space.code()
const signingIn: Code = (space) => space.signInCode()

/** The errors of a token request, of an installation and of Sign in with Slack. */
const tokenRequest = (code: Code, otherCode: Code): RefusedCalls[string] => ({
  bad_client_secret: async (space) => [{ ...app, client_secret: 'wrong', code: await code(space) }],
  bad_redirect_uri: async (space) => [{ ...app, code: await code(space), redirect_uri: 'http://localhost:2/other' }],
  invalid_client_id: () => [{ client_id: '9.9', client_secret: 'secret', code: 'a' }],
  invalid_code: () => [{ ...app, code: 'nonsense' }],
  invalid_grant_type: () => [{ ...app, grant_type: 'password', code: 'a' }],
  invalid_refresh_token: () => [{ ...app, grant_type: 'refresh_token', refresh_token: 'nonsense' }],
  oauth_authorization_url_mismatch: async (space) => [{ ...app, code: await otherCode(space), redirect_uri }],
})

const profile = (fields: object) => [{ profile: fields }, 'xoxp-alice'] as const
const unknownReminder = { not_found: () => [{ reminder: 'Rm1' }, 'xoxp-alice'] as const }
const noReminder = { missing_argument: () => [{}, 'xoxp-alice'] as const }

/** By method and word: returns the arguments, and the token where it is not that of the bot. */
export const OTHER_CALLS: RefusedCalls = {
  'entity.presentDetails': {
    entity_metadata_does_not_match_trigger: async (space) => [
      { trigger_id: await space.entityTrigger(), metadata: space.entity({ external_ref: { id: '8' } }) },
    ],
    invalid_app_id: () => [{ trigger_id: '1.2.x' }, 'xoxp-alice'],
    invalid_metadata: () => [{ trigger_id: '1.2.x', metadata: {} }],
    invalid_trigger_id: () => [{ trigger_id: '1.2.x' }],
    missing_interactivity_url: async (space) => {
      const actions = { primary_actions: [{ text: 'Done', action_id: 'done' }] }
      const entity = space.entity()
      const metadata = { ...entity, entity_payload: { ...entity.entity_payload, actions } }
      return [{ trigger_id: await space.entityTrigger('xoxb-rotating'), metadata }, 'xoxb-rotating']
    },
    user_auth_url_missing: () => [{ trigger_id: '1.2.x', user_auth_required: true }],
  },
  'functions.completeError': {
    execution_not_in_running_state: async (space) => {
      const args = { function_execution_id: await space.step(), error: 'a' }
      await space.call('functions.completeError', args)
      return [args]
    },
    function_execution_not_found: () => [{ function_execution_id: 'Fx0NONE', error: 'a' }],
  },
  'functions.completeSuccess': {
    execution_not_in_running_state: async (space) => {
      const args = { function_execution_id: await space.step(), outputs: {} }
      await space.call('functions.completeSuccess', args)
      return [args]
    },
    function_execution_not_found: async (space) => [
      { function_execution_id: await space.step(), outputs: {} },
      'xoxb-rotating',
    ],
    parameter_validation_failed: async (space) => {
      const { bot_id: bot } = await space.call('auth.test', {})
      const { app_id } = (await space.call('bots.info', { bot }))['bot']
      const { manifest } = await space.call('apps.manifest.export', { app_id }, 'xoxe.xoxp-1-dora')
      const output_parameters = { greeting: { type: 'string', is_required: true } }
      const functions = { greet: { title: 'Greet', input_parameters: {}, output_parameters } }
      const settings = { ...manifest.settings, event_subscriptions: { bot_events: ['function_executed'] } }
      const changed = { ...manifest, functions, settings }
      await space.call('apps.manifest.update', { app_id, manifest: changed }, 'xoxe.xoxp-1-dora')
      return [{ function_execution_id: await space.step(), outputs: { greeting: null } }]
    },
  },
  'files.revokePublicURL': { file_not_found: () => [{ file: 'F0NONE' }] },
  'files.sharedPublicURL': {
    file_not_found: () => [{ file: 'F0NONE' }, 'xoxp-alice'],
    not_allowed: async (space) => [{ file: await space.sharedFile() }, 'xoxp-alice'],
  },
  'search.all': { no_query: () => [{ query: '' }, 'xoxp-alice'] },
  'search.files': { no_query: () => [{ query: '' }, 'xoxp-alice'] },
  'apps.connections.open': { insecure_request: () => [{}, 'xapp-1-test', 'GET'] },
  'apps.uninstall': {
    bad_client_secret: () => [{ ...app, client_secret: 'wrong' }],
    client_id_token_mismatch: () => [rotating],
    invalid_client_id: () => [{ ...app, client_id: '9.9' }],
  },
  'bookmarks.add': {
    channel_not_found: () => [{ channel_id: 'C0NONE', title: 'a', type: 'link', link: 'https://x.test' }],
    invalid_bookmark_type: ({ ids }) => [{ channel_id: ids['deploys'], title: 'a', type: 'file' }],
    invalid_emoji: ({ ids }) => [
      { channel_id: ids['deploys'], title: 'a', type: 'link', link: 'https://x.test', emoji: 'eyes' },
    ],
    invalid_link: ({ ids }) => [{ channel_id: ids['deploys'], title: 'a', type: 'link', link: 'ftp://x.test' }],
    permission_denied: ({ ids }) => [{ channel_id: ids['random'], title: 'a', type: 'link', link: 'https://x.test' }],
    too_many_bookmarks: async (space) => {
      const args = { channel_id: space.ids['deploys'], title: 'a', type: 'link', link: 'https://x.test' }
      for (let count = 0; count < 100; count += 1) {
        await space.call('bookmarks.add', args)
      }
      return [args]
    },
  },
  'bookmarks.edit': {
    channel_not_found: () => [{ channel_id: 'C0NONE', bookmark_id: 'Bk1' }],
    invalid_emoji: async (space) => [{ ...(await space.bookmark()), emoji: 'eyes' }],
    invalid_link: async (space) => [{ ...(await space.bookmark()), link: 'x' }],
    not_found: ({ ids }) => [{ channel_id: ids['deploys'], bookmark_id: 'Bk1' }],
    permission_denied: async (space) => [await space.bookmark(), 'xoxp-bob'],
  },
  'bookmarks.list': { channel_not_found: () => [{ channel_id: 'C0NONE' }] },
  'bookmarks.remove': {
    channel_not_found: () => [{ channel_id: 'C0NONE', bookmark_id: 'Bk1' }],
    not_found: ({ ids }) => [{ channel_id: ids['deploys'], bookmark_id: 'Bk1' }],
    permission_denied: async (space) => [await space.bookmark(), 'xoxp-bob'],
  },
  'bots.info': { bot_not_found: () => [{ bot: 'B0NONE' }], team_not_found: () => [{ bot: 'B1', team_id: 'T0NONE' }] },
  'dnd.info': { user_not_found: () => [{ user: 'U0NONE' }] },
  'dnd.setSnooze': {
    missing_duration: () => [{}, 'xoxp-alice'],
    snooze_failed: () => [{ num_minutes: -1 }, 'xoxp-alice'],
    too_long: () => [{ num_minutes: 100_000 }, 'xoxp-alice'],
  },
  'dnd.endSnooze': { snooze_not_active: () => [{}, 'xoxp-alice'] },
  'dnd.teamInfo': { no_users_provided: () => [{}] },
  'files.getUploadURLExternal': {
    alt_txt_too_large: () => [{ filename: 'a.png', length: 1, alt_txt: 'x'.repeat(1001) }],
    file_upload_size_restricted: () => [{ filename: 'a.png', length: 2_000_000_000 }],
    missing_argument: () => [{ filename: 'a.png', length: 0 }],
    snippet_too_large: () => [{ filename: 'a.py', length: 1_048_577, snippet_type: 'python' }],
    unknown_snippet_type: () => [{ filename: 'a', length: 1, snippet_type: 'klingon' }],
  },
  'files.completeUploadExternal': {
    channel_not_found: async (space) => [{ files: [{ id: await space.upload() }], channel_id: 'C0NONE' }],
    channels_limit_exceeded: async (space) => [
      { files: [{ id: await space.upload() }], channels: Array.from({ length: 101 }, () => 'C1').join(',') },
    ],
    file_not_found: () => [{ files: [{ id: 'F0NONE' }] }],
    invalid_blocks: async (space) => [
      { files: [{ id: await space.upload() }], channel_id: space.ids['deploys'], blocks: [{ type: 'nonsense' }] },
    ],
    invalid_channel: async (space) => [{ files: [{ id: await space.upload() }], channels: 'C0NONE' }],
    not_in_channel: async (space) => [
      { files: [{ id: await space.upload('xoxp-bob') }], channel_id: space.ids['deploys'] },
      'xoxp-bob',
    ],
  },
  'files.info': {
    file_deleted: async (space) => [{ file: await space.deletedFile() }],
    file_not_found: () => [{ file: 'F0NONE' }],
  },
  'files.list': {
    unknown_type: () => [{ types: 'nonsense' }],
    user_not_found: () => [{ user: 'U0NONE' }],
  },
  'files.delete': {
    cant_delete_file: async (space) => {
      const file = await space.file()
      await space.call('files.completeUploadExternal', {
        files: [{ id: await space.upload() }],
        channel_id: space.ids['general'],
      })
      const { files } = await space.call('files.list', { channel: space.ids['general'] })
      return [{ file: files[0].id ?? file }, 'xoxp-bob']
    },
    file_deleted: async (space) => [{ file: await space.deletedFile() }],
    file_not_found: () => [{ file: 'F0NONE' }],
  },
  'oauth.v2.access': {
    ...tokenRequest(installing, signingIn),
    invalid_code_verifier: async (space) => [
      {
        ...app,
        redirect_uri,
        code: await space.code({ code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' }),
        code_verifier: 'b'.repeat(43),
      },
    ],
  },
  'oauth.v2.exchange': {
    authorization_not_found: async (space) => {
      await space.call('auth.revoke', {}, 'xoxb-rotating')
      return [{ ...rotating, token: 'xoxb-rotating' }]
    },
    bad_client_secret: () => [{ ...rotating, client_secret: 'wrong', token: 'xoxb-rotating' }],
    invalid_client_id: () => [{ ...rotating, client_id: '9.9', token: 'xoxb-rotating' }],
    invalid_token: () => [{ ...rotating, token: 'xoxb-nonsense' }],
    token_already_exchanged: async (space) => {
      const args = { ...rotating, token: 'xoxb-rotating' }
      await space.call('oauth.v2.exchange', args)
      return [args]
    },
    token_rotation_not_enabled: () => [{ ...app, token: 'xoxb-helper' }],
  },
  'openid.connect.token': tokenRequest(signingIn, installing),
  'reminders.add': {
    ...noReminder,
    cannot_add_bot: ({ ids }) => [{ text: 'a', time: '60', user: ids['helper'] }, 'xoxp-alice'],
    cannot_add_others: ({ ids }) => [{ text: 'a', time: '60', user: ids['bob'] }, 'xoxp-alice'],
    cannot_add_slackbot: () => [{ text: 'a', time: '60', user: 'USLACKBOT' }, 'xoxp-alice'],
    cannot_parse: () => [{ text: 'a', time: 'when pigs fly' }, 'xoxp-alice'],
    user_not_found: () => [{ text: 'a', time: '60', user: 'U0NONE' }, 'xoxp-alice'],
  },
  'reminders.complete': {
    ...noReminder,
    ...unknownReminder,
    cannot_complete_recurring: async (space) => {
      const args = { text: 'a', time: '60', recurrence: { frequency: 'daily' } }
      const { reminder } = await space.call('reminders.add', args, 'xoxp-alice')
      return [{ reminder: reminder.id }, 'xoxp-alice']
    },
  },
  'reminders.delete': { ...noReminder, ...unknownReminder },
  'reminders.info': { ...noReminder, ...unknownReminder },
  'search.messages': { no_query: () => [{}, 'xoxp-alice'] },
  'team.info': {
    team_not_found: () => [{ team: 'T0NONE' }],
    team_not_on_enterprise: () => [{ domain: 'acme' }],
  },
  'usergroups.create': {
    bad_handle: () => [{ name: 'a', handle: 'no handle' }],
    forbidden_handle: () => [{ name: 'a', handle: 'everyone' }],
    handle_already_exists: () => [{ name: 'a', handle: 'alice' }],
    invalid_channel_provided: () => [{ name: 'a', channels: 'C0NONE' }],
    missing_subteam_name: () => [{ name: '' }],
    name_already_exists: async (space) => {
      await space.call('usergroups.create', { name: 'On call' })
      return [{ name: 'On call', handle: 'other' }]
    },
  },
  'usergroups.update': { missing_argument: () => [{}] },
  'usergroups.enable': { missing_argument: () => [{}] },
  'usergroups.disable': { missing_argument: () => [{}] },
  'usergroups.users.list': { no_such_subteam: () => [{ usergroup: 'S0NONE' }] },
  'usergroups.users.update': {
    invalid_users: async (space) => [{ usergroup: await space.group(), users: 'U0NONE' }],
    missing_argument: () => [{}],
    no_users_provided: async (space) => [{ usergroup: await space.group() }],
  },
  'users.conversations': {
    invalid_cursor: () => [{ cursor: 'nonsense' }],
    invalid_limit: () => [{ limit: 1001 }],
    invalid_types: () => [{ types: 'nonsense' }],
  },
  'users.list': { invalid_cursor: () => [{ cursor: 'nonsense' }] },
  'users.info': { user_not_found: () => [{ user: 'U0NONE' }] },
  'users.lookupByEmail': { users_not_found: () => [{ email: 'nobody@example.com' }] },
  'users.setPresence': { invalid_presence: () => [{ presence: 'busy' }] },
  'users.profile.get': { user_not_found: () => [{ user: 'U0NONE' }] },
  'users.profile.set': {
    cannot_update_admin_user: ({ ids }) => [{ user: ids['alice'], profile: { title: 'a' } }, 'xoxp-dora'],
    email_taken: () => profile({ email: 'bob@example.com' }),
    invalid_profile: () => [{ profile: 'nonsense' }, 'xoxp-alice'],
    invalid_starts_with_at: () => profile({ display_name: '@alice' }),
    must_clear_both_status_text_and_status_emoji: async (space) => {
      const args = { profile: { status_text: 'away', status_emoji: ':palm_tree:' } }
      await space.call('users.profile.set', args, 'xoxp-alice')
      return profile({ status_text: '' })
    },
    name_not_allowed: () => profile({ real_name: 'Visit https://x.test' }),
    not_admin: ({ ids }) => [{ user: ids['alice'], profile: { title: 'a' } }, 'xoxp-bob'],
    not_app_admin: ({ ids }) => [{ user: ids['helper'], profile: { title: 'a' } }, 'xoxp-dora'],
    reserved_name: () => profile({ display_name: 'slackbot' }),
    too_long: () => profile({ status_text: 'x'.repeat(101) }),
  },
  'views.open': opening,
  'views.push': {
    ...opening,
    duplicate_external_id: async (space) => {
      const home = { type: 'home', blocks: [], external_id: 'one' }
      await space.call('views.publish', { user_id: space.ids['bob'], view: home })
      await space.call('views.open', { view: space.withButton(), trigger_id: await space.trigger() })
      return [{ view: modal({ external_id: 'one' }), trigger_id: await space.viewTrigger() }]
    },
    not_found: async (space) => [{ view: modal(), trigger_id: await space.trigger() }],
    push_limit_reached: async (space) => {
      await space.call('views.open', { view: space.withButton(), trigger_id: await space.trigger() })
      await space.call('views.push', { view: space.withButton(), trigger_id: await space.viewTrigger() })
      await space.call('views.push', { view: space.withButton(), trigger_id: await space.viewTrigger() })
      return [{ view: modal(), trigger_id: await space.viewTrigger() }]
    },
  },
  'views.update': {
    duplicate_external_id: async (space) => {
      const home = { type: 'home', blocks: [], external_id: 'one' }
      await space.call('views.publish', { user_id: space.ids['bob'], view: home })
      const { view } = await space.call('views.open', { view: modal(), trigger_id: await space.trigger() })
      return [{ view_id: view.id, view: modal({ external_id: 'one' }) }]
    },
    hash_conflict: async (space) => {
      const { view } = await space.call('views.open', { view: modal(), trigger_id: await space.trigger() })
      return [{ view_id: view.id, view: modal(), hash: '1.old' }]
    },
    not_found: () => [{ view_id: 'V0NONE', view: modal() }],
    view_too_large: async (space) => {
      const { view } = await space.call('views.open', { view: modal(), trigger_id: await space.trigger() })
      return [{ view_id: view.id, view: HUGE }]
    },
  },
  'views.publish': {
    duplicate_external_id: async (space) => {
      const view = { type: 'home', blocks: [], external_id: 'one' }
      await space.call('views.publish', { user_id: space.ids['bob'], view })
      return [{ user_id: space.ids['alice'], view }]
    },
    hash_conflict: async (space) => {
      const args = { user_id: space.ids['bob'], view: { type: 'home', blocks: [] } }
      await space.call('views.publish', args)
      return [{ ...args, hash: '1.old' }]
    },
    not_enabled: ({ ids }) => [{ user_id: ids['bob'], view: { type: 'home', blocks: [] } }, 'xoxp-alice'],
    view_too_large: ({ ids }) => [{ user_id: ids['bob'], view: { ...HUGE, type: 'home' } }],
  },
}
