import { App, Assistant, LogLevel } from '@slack/bolt'

/**
 * One step of the model: words of its answer, or the call of a tool.
 *
 * @typedef {{ text: string } | { tool: string, input: Record<string, string> }} Step
 *
 * @typedef {{ role: 'user' | 'tool', text: string }} Turn What the model knows so far.
 *
 * @typedef {(turns: Turn[]) => AsyncIterable<Step>} Model
 *
 * @typedef {{ title: string, run: (input: Record<string, string>) => Promise<string> }} Tool
 *
 * @typedef {import('@slack/web-api').ChatStreamer} Streamer
 */

const PROMPTS = [
  { title: 'What goes out next?', message: 'What goes out next?' },
  { title: 'Who broke the build?', message: 'Who broke the build?' },
]

/** @type {import('@slack/types').ContextActionsBlock} */
const FEEDBACK = {
  type: 'context_actions',
  elements: [
    {
      type: 'feedback_buttons',
      action_id: 'feedback',
      positive_button: { text: { type: 'plain_text', text: 'Helpful' }, value: 'good' },
      negative_button: { text: { type: 'plain_text', text: 'Not helpful' }, value: 'bad' },
    },
  ],
}

/**
 * An agent that answers questions about releases: in its assistant, and where it is mentioned.
 *
 * @param {Partial<Record<string, string>>} env
 * @param {{ model: Model, tools: Record<string, Tool>, rate: (value: string, ts: string) => void }} parts `rate` gets
 *   what people think of an answer
 */
export function createAgent(env, { model, tools, rate }) {
  const app = new App({
    socketMode: true,
    logLevel: LogLevel.ERROR,
    token: env['SLACK_BOT_TOKEN'],
    appToken: env['SLACK_APP_TOKEN'],
    ...(env['SLACK_API_URL'] === undefined ? {} : { clientOptions: { slackApiUrl: env['SLACK_API_URL'] } }),
  })

  app.assistant(
    new Assistant({
      async threadStarted({ say, setSuggestedPrompts, saveThreadContext }) {
        await say('Hi! Ask me about releases.')
        await saveThreadContext()
        await setSuggestedPrompts({ prompts: PROMPTS })
      },
      async userMessage({ message, setTitle, setStatus, sayStream }) {
        if (!('text' in message) || message.text === undefined) return
        await setTitle(message.text.slice(0, 100))
        await setStatus('is looking it up...')
        await answer(sayStream({ task_display_mode: 'plan' }), message.text)
      },
    }),
  )

  app.event('app_mention', async ({ event, client, context }) => {
    const streamer = client.chatStream({
      channel: event.channel,
      thread_ts: event.thread_ts ?? event.ts,
      recipient_team_id: context.teamId ?? '',
      recipient_user_id: event.user ?? '',
    })
    await answer(streamer, event.text.replace(/<@\w+>\s*/, ''))
  })

  app.action('feedback', async ({ ack, body, client }) => {
    await ack()
    const action = body.type === 'block_actions' ? body.actions[0] : undefined
    if (body.type !== 'block_actions' || action?.type !== 'feedback_buttons' || body.message === undefined) return
    rate(action.value ?? '', body.message.ts)
    const text = action.value === 'good' ? 'Thank you!' : 'Sorry. Ask @bob, who knows.'
    const channel = body.channel?.id ?? ''
    await client.chat.postEphemeral({ channel, user: body.user.id, thread_ts: body.message.ts, text, link_names: true })
  })

  /**
   * Streams the answer to a question, with a task for each call of a tool.
   *
   * @param {Streamer} streamer
   * @param {string} question
   */
  async function answer(streamer, question) {
    /** @type {Turn[]} */
    const turns = [{ role: 'user', text: question }]
    try {
      for (let calls = 0; calls < 5; calls += 1) {
        const used = turns.length
        for await (const step of model(turns)) {
          if ('text' in step) await streamer.append({ markdown_text: step.text })
          else turns.push({ role: 'tool', text: await useTool(streamer, `${turns.length}`, step.tool, step.input) })
        }
        // The model has answered when it called no tool.
        if (turns.length === used) break
      }
      await streamer.stop({ blocks: [FEEDBACK] })
    } catch (error) {
      if (!isStopped(error)) throw error
    }
  }

  /**
   * Calls a tool, and shows how it goes. Returns what the model is told.
   *
   * @param {Streamer} streamer
   * @param {string} id
   * @param {string} name
   * @param {Record<string, string>} input
   */
  async function useTool(streamer, id, name, input) {
    const tool = tools[name]
    if (tool === undefined) return `there is no tool ${name}`
    const task = { type: /** @type {const} */ ('task_update'), id, title: tool.title }
    await streamer.append({ chunks: [{ ...task, status: 'in_progress' }] })
    const { status, output } = await tool.run(input).then(
      (result) => ({ status: /** @type {const} */ ('complete'), output: result }),
      (error) => ({
        status: /** @type {const} */ ('error'),
        output: error instanceof Error ? error.message : 'unknown',
      }),
    )
    await streamer.append({ chunks: [{ ...task, status, output }] })
    return status === 'error' ? `failed: ${output}` : output
  }

  return app
}

/**
 * Returns true for the refusal of a piece of an answer that a person has stopped.
 *
 * @param {unknown} error
 */
function isStopped(error) {
  return error instanceof Error && error.message.includes('stopped_by_user')
}
