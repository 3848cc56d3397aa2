import type { RefusedCalls, Workspace } from './workspace.fixture.ts'

// Canvases and calls: a call of each method that succeeds, the errors that the vendor documents, a call that provokes
// each, and the reason where none does.

const ALICE = 'xoxp-alice'
const BOB = 'xoxp-bob'
const ZOE = 'xoxp-zoe'

type Call = readonly [args: object, token?: string]

const content = (markdown: string) => ({ type: 'markdown', markdown })
const none = { canvas_id: 'F0NONE' }
const changes = [{ operation: 'insert_at_end', document_content: content('more') }]
const criteria = { contains_text: 'a' }

/** Creates a canvas of the bot. Returns the argument that names it. */
async function canvas(space: Workspace): Promise<{ readonly canvas_id: string }> {
  const { canvas_id: id } = await space.call('canvases.create', {
    title: 'Plan',
    document_content: content('# A\n\nb'),
  })
  return { canvas_id: String(id) }
}

/** Creates a canvas of the bot that a user may read, or write. */
async function shared(space: Workspace, name: string, level: string): Promise<{ readonly canvas_id: string }> {
  const made = await canvas(space)
  await space.call('canvases.access.set', { ...made, access_level: level, user_ids: [space.ids[name]] })
  return made
}

/** Creates a canvas and deletes it. */
async function deleted(space: Workspace): Promise<{ readonly canvas_id: string }> {
  const made = await canvas(space)
  await space.call('canvases.delete', made)
  return made
}

/** Registers a call with alice. Returns the argument that names it. */
async function call(space: Workspace): Promise<{ readonly id: string }> {
  const { call: added } = await space.call('calls.add', registered(space))
  return { id: String(added.id) }
}

async function ended(space: Workspace): Promise<{ readonly id: string }> {
  const { id } = await call(space)
  await space.call('calls.end', { id })
  return { id }
}

const registered = ({ ids }: Workspace) => ({
  external_unique_id: '7',
  join_url: 'https://calls.test/7',
  title: 'Weekly',
  created_by: ids['alice'],
  users: [
    { slack_id: ids['alice'] },
    { external_id: '9', display_name: 'Guest', avatar_url: 'https://calls.test/9.png' },
  ],
})

const alice = ({ ids }: Workspace) => [{ slack_id: ids['alice'] }]
const bob = ({ ids }: Workspace) => [{ slack_id: ids['bob'] }]
const nobody = [{ slack_id: 'U0NONE' }]

const dialog = { callback_id: 'ride', title: 'Ride', elements: [{ type: 'text', label: 'From', name: 'from' }] }

/** By method: the arguments of a call that succeeds, and its token where it is not that of the bot. */
export const DOCUMENT_OPERATIONS: Readonly<Record<string, (space: Workspace) => Call | Promise<Call>>> = {
  'calls.add': (space) => [registered(space)],
  'calls.end': async (space) => [await call(space)],
  'calls.info': async (space) => [await call(space)],
  'calls.participants.add': async (space) => [{ ...(await call(space)), users: bob(space) }],
  'calls.participants.remove': async (space) => [{ ...(await call(space)), users: alice(space) }],
  'calls.update': async (space) => [{ ...(await call(space)), title: 'Daily' }],
  'canvases.access.delete': async (space) => [
    { ...(await shared(space, 'alice', 'read')), user_ids: [space.ids['alice']] },
  ],
  'canvases.access.set': async (space) => [
    { ...(await canvas(space)), access_level: 'write', channel_ids: [space.ids['deploys']] },
  ],
  'dialog.open': async (space) => [{ dialog, trigger_id: await space.trigger() }],
  'canvases.create': () => [{ title: 'Plan', document_content: content('# A') }],
  'canvases.delete': async (space) => [await canvas(space)],
  'canvases.edit': async (space) => [{ ...(await canvas(space)), changes }],
  'canvases.getContent': async (space) => [await canvas(space)],
  'canvases.sections.lookup': async (space) => [{ ...(await canvas(space)), criteria }],
  'conversations.canvases.create': ({ ids }) => [{ channel_id: ids['deploys'], document_content: content('# A') }],
}

/** By method and word: returns the arguments, and the token where it is not that of the bot. */
export const DOCUMENT_CALLS: RefusedCalls = {
  'calls.add': {
    invalid_created_by: (space) => [{ ...registered(space), created_by: 'U0NONE' }],
    invalid_start_time: (space) => [{ ...registered(space), date_start: -1 }],
    user_not_found: (space) => [{ ...registered(space), users: nobody }],
  },
  'calls.end': {
    inactive_call: async (space) => [await ended(space)],
    invalid_call_id: () => [{ id: 'R0NONE' }],
  },
  'calls.update': { invalid_call_id: () => [{ id: 'R0NONE' }] },
  'calls.participants.add': {
    bad_users: async (space) => [{ ...(await call(space)), users: alice(space) }],
    inactive_call: async (space) => [{ ...(await ended(space)), users: bob(space) }],
    invalid_call_id: () => [{ id: 'R0NONE', users: [] }],
    user_not_found: async (space) => [{ ...(await call(space)), users: nobody }],
  },
  'calls.participants.remove': {
    bad_users: async (space) => [{ ...(await call(space)), users: bob(space) }],
    inactive_call: async (space) => [{ ...(await ended(space)), users: alice(space) }],
    invalid_call_id: () => [{ id: 'R0NONE', users: [] }],
    user_not_found: async (space) => [{ ...(await call(space)), users: nobody }],
  },
  'dialog.open': {
    app_missing_action_url: () => [{ dialog, trigger_id: '1.2.3' }, 'xoxb-rotating'],
    invalid_trigger: () => [{ dialog, trigger_id: '1.2.3' }],
    missing_dialog: () => [{ trigger_id: '1.2.3' }],
    missing_trigger: () => [{ dialog }],
    trigger_exchanged: async (space) => {
      const args = { dialog, trigger_id: await space.trigger() }
      await space.call('dialog.open', args)
      return [args]
    },
    trigger_expired: async (space) => {
      const args = { dialog, trigger_id: await space.trigger() }
      space.chat.clock.advance('4s')
      return [args]
    },
    validation_errors: () => [{ dialog: { ...dialog, elements: [] }, trigger_id: '1.2.3' }],
  },
  'canvases.access.delete': {
    canvas_not_found: ({ ids }) => [{ ...none, user_ids: [ids['bob']] }],
    channel_not_found: async (space) => [{ ...(await canvas(space)), channel_ids: ['C0NONE'] }],
    invalid_parameters: async (space) => [await canvas(space)],
    restricted_action: async (space) => [
      { ...(await shared(space, 'bob', 'read')), user_ids: [space.ids['alice']] },
      BOB,
    ],
    user_not_found: async (space) => [{ ...(await canvas(space)), user_ids: ['U0NONE'] }],
  },
  'canvases.access.set': {
    canvas_not_found: ({ ids }) => [{ ...none, access_level: 'read', user_ids: [ids['bob']] }],
    channel_not_found: async (space) => [{ ...(await canvas(space)), access_level: 'read', channel_ids: ['C0NONE'] }],
    failed_to_update_user_ids: async (space) => [
      { ...(await canvas(space)), access_level: 'owner', user_ids: [space.ids['alice'], space.ids['bob']] },
    ],
    invalid_parameters: async (space) => [{ ...(await canvas(space)), access_level: 'read' }],
    restricted_action: async (space) => [
      { ...(await shared(space, 'bob', 'write')), access_level: 'owner', user_ids: [space.ids['bob']] },
      BOB,
    ],
    user_not_found: async (space) => [{ ...(await canvas(space)), access_level: 'read', user_ids: ['U0NONE'] }],
  },
  'canvases.create': {
    canvas_creation_failed: () => [{ document_content: content('#### Too deep') }],
    free_teams_cannot_create_non_tabbed_canvases: () => [{}, ZOE],
  },
  'canvases.delete': {
    canvas_not_found: () => [none],
    restricted_action: async (space) => [await shared(space, 'bob', 'read'), BOB],
  },
  'canvases.edit': {
    canvas_editing_failed: async (space) => [
      { ...(await canvas(space)), changes: [{ operation: 'delete', section_id: 'temp:C:NONE' }] },
    ],
    canvas_not_found: async (space) => [{ ...(await canvas(space)), changes }, ALICE],
    free_teams_cannot_edit_standalone_canvases: async (space) => [
      { ...(await shared(space, 'zoe', 'write')), changes },
      ZOE,
    ],
    restricted_action: async (space) => [{ ...(await shared(space, 'bob', 'read')), changes }, BOB],
  },
  'canvases.getContent': { canvas_not_found: async (space) => [await deleted(space)] },
  'canvases.sections.lookup': {
    canvas_deleted: async (space) => [{ ...(await deleted(space)), criteria }],
    canvas_not_found: async (space) => [{ ...(await canvas(space)), criteria }, ALICE],
  },
  'conversations.canvases.create': {
    canvas_creation_failed: ({ ids }) => [{ channel_id: ids['deploys'], document_content: content('#### Too deep') }],
    channel_canvas_already_exists: async (space) => {
      await space.call('conversations.canvases.create', { channel_id: space.ids['deploys'] })
      return [{ channel_id: space.ids['deploys'] }]
    },
    free_team_canvas_tab_already_exists: async (space) => {
      await space.call('conversations.canvases.create', { channel_id: space.ids['joint'] }, ZOE)
      return [{ channel_id: space.ids['joint'] }, ZOE]
    },
  },
}

/** By method: the words that the vendor documents beside the common ones. */
export const DOCUMENT_ERRORS: Readonly<Record<string, string>> = {
  'calls.add': 'invalid_created_by invalid_start_time not_authorized not_implemented user_not_found',
  'calls.end': 'inactive_call invalid_call_id not_implemented',
  'calls.info': 'not_implemented',
  'calls.participants.add': 'bad_users inactive_call invalid_call_id missing_argument not_implemented user_not_found',
  'calls.participants.remove':
    'bad_users inactive_call invalid_call_id missing_argument not_implemented user_not_found',
  'calls.update': 'invalid_call_id not_implemented',
  'dialog.open':
    'app_missing_action_url cannot_create_dialog failed_sending_dialog invalid_trigger missing_dialog missing_trigger trigger_exchanged trigger_expired validation_errors',
  'canvases.access.delete':
    'canvas_disabled_user_team canvas_not_found channel_not_found invalid_parameters restricted_action user_not_found',
  'canvases.access.set':
    'canvas_disabled_user_team canvas_not_found channel_not_found failed_to_update_user_ids invalid_parameters restricted_action user_not_found',
  'canvases.create':
    'canvas_creation_failed canvas_disabled_user_team free_teams_cannot_create_non_tabbed_canvases restricted_action',
  'canvases.delete': 'canvas_deleting_disabled canvas_not_found restricted_action',
  'canvases.edit':
    'canvas_disabled_user_team canvas_editing_failed canvas_not_found free_teams_cannot_edit_standalone_canvases restricted_action',
  'canvases.getContent': 'canvas_not_found',
  'canvases.sections.lookup': 'canvas_deleted canvas_disabled_user_team canvas_not_found',
  'conversations.canvases.create':
    'canvas_creation_failed canvas_disabled_user_team canvas_tab_creation_failed channel_canvas_already_exists channel_canvas_creation_failed free_team_canvas_tab_already_exists restricted_action team_tier_cannot_create_channel_canvases',
}

/** By reason: the words that no method answers by itself. */
export const DOCUMENT_REASONS: Readonly<Record<string, string>> = {
  'no workspace turns canvases off, or their deletion': 'canvas_deleting_disabled',
  'it is a failure within the vendor’s servers, of its dialogs': 'cannot_create_dialog failed_sending_dialog',
  'canvas_creation_failed is answered': 'canvas_tab_creation_failed channel_canvas_creation_failed',
  'every plan has a canvas for a channel, that of a free one as a tab': 'team_tier_cannot_create_channel_canvases',
}

/** By method: the words that other methods answer but this one does not. */
export const DOCUMENT_REASONS_OF_METHODS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'calls.add': { not_authorized: 'the call is in no channel yet' },
}
