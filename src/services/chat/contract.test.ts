import { serviceContract } from '#testkit/service-contract.ts'
import { chat } from './index.ts'

serviceContract(chat, {
  headers: { authorization: 'Bearer xoxb-dev-token' },
  change: { method: 'POST', path: '/api/conversations.create', body: { name: 'releases' } },
  reads: ['/api/conversations.list', '/api/users.list', '/api/auth.test'],
  errorMembers: [['error']],
  perRequest: ['x-slack-req-id'],
  malformedStatus: 200,
  async pages({ send }) {
    await send('POST', '/api/chat.postMessage', {
      channel: '#general',
      blocks: [
        {
          type: 'actions',
          elements: [{ type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } }],
        },
      ],
    })
    const install = new URLSearchParams({ client_id: '1000000000.2000000000', scope: 'chat:write', state: 's' })
    const signIn = new URLSearchParams({
      client_id: '1000000000.2000000000',
      scope: 'openid email',
      response_type: 'code',
      redirect_uri: 'http://localhost:3000/slack/oauth_redirect',
    })
    return [`/oauth/v2/authorize?${install}`, `/openid/connect/authorize?${signIn}`]
  },
})
