import { App, LogLevel } from '@slack/bolt'

/** @typedef {{ type: 'plain_text', text: string }} PlainText */

/** @param {string} text @returns {PlainText} */
const plain = (text) => ({ type: 'plain_text', text })

/**
 * Returns the app: `/deploy` asks for a reason, everybody sees the request, and somebody else approves it.
 *
 * @param {Record<string, string | undefined>} environment Without SLACK_API_URL the app connects to Slack itself.
 */
export function createApp({ SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_API_URL }) {
  const app = new App({
    token: SLACK_BOT_TOKEN ?? '',
    appToken: SLACK_APP_TOKEN ?? '',
    socketMode: true,
    logLevel: LogLevel.ERROR,
    ...(SLACK_API_URL === undefined ? {} : { clientOptions: { slackApiUrl: SLACK_API_URL } }),
  })

  app.command('/deploy', async ({ command, ack, client }) => {
    const service = command.text.trim()
    if (service === '') {
      await ack('Say what to deploy: `/deploy web`')
      return
    }
    await ack()
    await client.views.open({
      trigger_id: command.trigger_id,
      view: {
        type: 'modal',
        callback_id: 'deploy',
        private_metadata: JSON.stringify({ service, channel: command.channel_id }),
        title: plain(`Deploy ${service}`),
        submit: plain('Ask for approval'),
        blocks: [
          {
            type: 'input',
            block_id: 'reason',
            label: plain('Why now?'),
            element: { type: 'plain_text_input', action_id: 'reason' },
          },
        ],
      },
    })
  })

  app.view('deploy', async ({ ack, view, body, client }) => {
    const reason = view.state.values['reason']?.['reason']?.value ?? ''
    if (/friday/i.test(reason)) {
      await ack({ response_action: 'errors', errors: { reason: 'Not on a Friday' } })
      return
    }
    await ack()
    /** @type {{ service: string, channel: string }} */
    const { service, channel } = JSON.parse(view.private_metadata)
    const text = `<@${body.user.id}> wants to deploy *${service}*: ${reason}`
    await client.chat.postMessage({
      channel,
      text,
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text } },
        {
          type: 'actions',
          elements: [
            { type: 'button', action_id: 'approve', text: plain('Approve'), value: body.user.id, style: 'primary' },
          ],
        },
      ],
    })
  })

  app.action({ type: 'block_actions', action_id: 'approve' }, async ({ ack, action, body, respond }) => {
    await ack()
    const requester = action.type === 'button' ? action.value : undefined
    if (requester === body.user.id) {
      await respond({ response_type: 'ephemeral', replace_original: false, text: 'Somebody else has to approve this.' })
      return
    }
    const request = body.message?.text ?? ''
    await respond({ replace_original: true, text: `${request}\nApproved by <@${body.user.id}>` })
  })

  return app
}
