import type { RefusedCalls, Workspace } from './workspace.fixture.ts'

// Code channels: the errors that are known of each method, and a call that provokes each.
// https://docs.slack.dev/ai/slack-code

/** Makes a code channel of the bot, and returns its id. */
async function made(space: Workspace): Promise<string> {
  return String((await space.call('agents.conversations.create', { name: 'Mend the roof' }))['channel_id'])
}

/** Returns the calls that every method refuses which names a code channel. */
const onChannel = (more: object, name = 'channel_id'): RefusedCalls[string] => ({
  channel_not_found: () => [{ [name]: 'C0NONE', ...more }],
  is_archived: async (space) => {
    const channel = await made(space)
    await space.call('agents.conversations.archive', { channel_id: channel })
    return [{ [name]: channel, ...more }]
  },
  not_agent_channel: ({ ids }) => [{ [name]: ids['deploys'], ...more }],
  not_in_channel: async (space) => {
    const channel = await made(space)
    await space.call('conversations.leave', { channel })
    return [{ [name]: channel, ...more }]
  },
})

const html = (key: string) => ({ view_key: key, content: '<p>a</p>' })
const commands = (...names: readonly string[]) => ({ commands: names.map((name) => ({ name })) })
const inCodeChannel =
  (more: object): ((space: Workspace) => Promise<readonly [args: object]>) =>
  async (space) => [{ channel_id: await made(space), ...more }]

/** Makes a code channel with a canvas of the bot, and returns the arguments that name them. */
async function withCanvas(space: Workspace): Promise<{ readonly channel: string; readonly canvas_id: string }> {
  const channel = await made(space)
  const { canvas_id } = await space.call('canvases.create', { title: 'Plan' })
  await space.call('agents.conversations.setView', { channel_id: channel, type: 'canvas', view_key: 'plan', canvas_id })
  return { channel, canvas_id: String(canvas_id) }
}

type Operation = (space: Workspace) => Promise<readonly [args: object]>

/** By method: the arguments of a call that succeeds. */
export const CODE_CHANNEL_OPERATIONS: Readonly<Record<string, Operation>> = {
  'agents.conversations.create': async ({ ids, message }) => [
    { name: 'a', origin_channel_id: ids['deploys'], origin_message_ts: await message() },
  ],
  'agents.conversations.archive': inCodeChannel({}),
  'agents.conversations.setProperties': inCodeChannel({ agent_resource: { title: 'a' } }),
  'agents.conversations.setCommands': inCodeChannel(commands('run')),
  'agents.conversations.setView': inCodeChannel(html('a')),
  'agents.conversations.listViews': async (space) => [{ channel_id: (await withCanvas(space)).channel }],
  'agents.conversations.removeView': async (space) => [
    { channel_id: (await withCanvas(space)).channel, view_key: 'plan' },
  ],
  'agents.conversations.getCanvas': async (space) => [await withCanvas(space)],
  'agents.conversations.setCanvasContent': async (space) => [{ ...(await withCanvas(space)), content: 'a' }],
}

/** By method and word: returns the arguments, and the token where it is not that of the bot. */
export const CODE_CHANNEL_CALLS: RefusedCalls = {
  'agents.conversations.create': {
    channel_not_found: () => [{ name: 'a', origin_channel_id: 'C0NONE', origin_message_ts: '1.000001' }],
    message_not_found: ({ ids }) => [{ name: 'a', origin_channel_id: ids['deploys'], origin_message_ts: '1.000001' }],
  },
  'agents.conversations.archive': {
    ...onChannel({}),
    message_not_found: inCodeChannel({ summary_message_ts: '1.000001' }),
  },
  'agents.conversations.setProperties': onChannel({ agent_resource: { title: 'a' } }),
  'agents.conversations.setCommands': {
    ...onChannel({ commands: [] }),
    colliding_with_builtin: inCodeChannel(commands('invite')),
    duplicate_command: inCodeChannel(commands('run', 'run')),
    no_actions_url: async (space) => {
      const { channel_id } = await space.call('agents.conversations.create', { name: 'a' }, 'xoxb-rotating')
      return [{ channel_id, commands: [] }, 'xoxb-rotating']
    },
    too_many_commands: inCodeChannel(commands(...Array.from({ length: 11 }, (_, index) => `run-${index}`))),
  },
  'agents.conversations.setView': {
    ...onChannel(html('a')),
    canvas_not_found: inCodeChannel({ type: 'canvas', view_key: 'a', canvas_id: 'F0NONE' }),
    content_too_large: inCodeChannel({ view_key: 'a', content: 'a'.repeat(1_000_001) }),
    invalid_blocks: inCodeChannel({ type: 'block_kit', view_key: 'a', blocks: [{ type: 'nonsense' }] }),
    missing_required_arg: inCodeChannel({ type: 'canvas', view_key: 'a' }),
    too_many_tabs: async (space) => {
      const channel_id = await made(space)
      for (const key of 'abcde') await space.call('agents.conversations.setView', { channel_id, ...html(key) })
      return [{ channel_id, ...html('f') }]
    },
  },
  'agents.conversations.listViews': onChannel({}),
  'agents.conversations.removeView': {
    ...onChannel({ view_key: 'a' }),
    view_not_found: inCodeChannel({ view_key: 'a' }),
  },
  'agents.conversations.getCanvas': {
    ...onChannel({ canvas_id: 'F0NONE' }, 'channel'),
    canvas_not_found: async (space) => [{ channel: await made(space), canvas_id: 'F0NONE' }],
  },
  'agents.conversations.setCanvasContent': {
    ...onChannel({ canvas_id: 'F0NONE', content: 'a' }, 'channel'),
    canvas_editing_failed: async (space) => [{ ...(await withCanvas(space)), content: '#### deep' }],
    canvas_not_found: async (space) => [{ channel: await made(space), canvas_id: 'F0NONE', content: 'a' }],
  },
}

/** The words of each method: the reference's list of them is not known, so those that are answered here. */
export const CODE_CHANNEL_ERRORS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(CODE_CHANNEL_CALLS).map(([method, calls]) => [method, Object.keys(calls).join(' ')]),
)
