import type { RefusedCalls, Workspace } from './workspace.fixture.ts'

// The calls that provoke each error of the methods for agents.

const metadata = { event_type: 'e', event_payload: {} }
const inDeploys = ({ ids, teamId }: Workspace) => ({
  channel: ids['deploys'],
  recipient_team_id: teamId,
  recipient_user_id: ids['alice'],
})
const dividers = (count: number) => Array.from({ length: count }, () => ({ type: 'divider' }))
const chunk = (blocks: object[]) => ({ type: 'blocks', blocks })
/** Blocks that two chunks may have, and one message may not. */
const tooMany = { chunks: [chunk(dividers(30)), chunk(dividers(30))] }
const nonsense = { chunks: [chunk([{ type: 'nonsense' }])] }

/** The errors of the methods for a stream that has begun. */
const onStream: RefusedCalls[string] = {
  channel_not_found: () => [{ channel: 'C0NONE', ts: '1.000001', markdown_text: 'a' }],
  invalid_blocks: async (space) => [{ ...(await space.stream()), ...nonsense }],
  invalid_chunks: async (space) => [{ ...(await space.stream()), chunks: ['text'] }],
  is_archived: async (space) => {
    const stream = await space.stream()
    await space.archived()
    return [{ ...stream, markdown_text: 'a' }]
  },
  message_not_found: ({ ids }) => [{ channel: ids['deploys'], ts: '1.000001', markdown_text: 'a' }],
  message_not_in_streaming_state: async (space) => [
    { channel: space.ids['deploys'], ts: await space.message(), markdown_text: 'a' },
  ],
  message_not_owned_by_app: async (space) => [
    { channel: space.ids['deploys'], ts: await space.message('xoxp-alice'), markdown_text: 'a' },
  ],
  msg_blocks_too_many: async (space) => [{ ...(await space.stream()), ...tooMany }],
  not_in_channel: async (space) => [{ ...(await space.stream('xoxb-rotating')), markdown_text: 'a' }, 'xoxb-writer'],
}

const inThread = (more: object): RefusedCalls[string] => ({
  channel_not_found: () => [{ channel_id: 'C0NONE', thread_ts: '1.000001', ...more }],
  invalid_thread_ts: ({ ids }) => [{ channel_id: ids['deploys'], thread_ts: '1.000001', ...more }],
})

/** By method and word: returns the arguments, and the token where it is not that of the bot. */
export const AGENT_CALLS: RefusedCalls = {
  'chat.startStream': {
    channel_not_found: (space) => [{ ...inDeploys(space), channel: 'C0NONE' }],
    invalid_blocks: (space) => [{ ...inDeploys(space), ...nonsense }],
    invalid_chunks: (space) => [{ ...inDeploys(space), chunks: 'text' }],
    is_archived: async (space) => [{ ...inDeploys(space), channel: await space.archived() }],
    missing_recipient_team_id: ({ ids }) => [{ channel: ids['deploys'] }],
    missing_recipient_user_id: ({ ids, teamId }) => [{ channel: ids['deploys'], recipient_team_id: teamId }],
    msg_blocks_too_many: (space) => [{ ...inDeploys(space), ...tooMany }],
    not_in_channel: (space) => [inDeploys(space), 'xoxb-writer'],
    team_not_found: (space) => [{ ...inDeploys(space), recipient_team_id: 'T0NONE' }],
    user_not_found: (space) => [{ ...inDeploys(space), recipient_user_id: 'U0NONE' }],
  },
  'chat.appendStream': {
    ...onStream,
    no_text: async (space) => [await space.stream()],
    stopped_by_user: async (space) => {
      const stream = await space.stream()
      await space.chat.as('alice').stopStream(stream)
      return [{ ...stream, markdown_text: 'a' }]
    },
  },
  'chat.stopStream': {
    ...onStream,
    invalid_metadata_format: async (space) => [{ ...(await space.stream()), metadata: 'nonsense' }],
    invalid_metadata_schema: async (space) => [
      { ...(await space.stream()), metadata: { ...metadata, event_type: '' } },
    ],
  },
  'assistant.threads.setStatus': {
    ...inThread({ status: 'is thinking...' }),
    reserved_username: async (space) => [
      {
        channel_id: space.ids['deploys'],
        thread_ts: await space.message(),
        status: 'is thinking...',
        username: 'slackbot',
      },
    ],
  },
  'assistant.threads.setTitle': inThread({ title: 'a' }),
  'assistant.threads.setSuggestedPrompts': inThread({ prompts: [] }),
  'agents.sessions.setStatus': {
    ...inThread({ status: 'active' }),
    user_not_found: async (space) => [
      {
        channel_id: space.ids['deploys'],
        thread_ts: await space.message(),
        status: 'active',
        initiator_user_id: space.ids['bob'],
      },
    ],
  },
  'agents.sessions.rename': inThread({ title: 'a' }),
}
