import { serviceContract } from '#testkit/service-contract.ts'
import { chat } from './index.ts'

serviceContract(chat, {
  headers: { authorization: 'Bearer xoxb-dev-token' },
  change: { method: 'POST', path: '/api/conversations.create', body: { name: 'releases' } },
  reads: ['/api/conversations.list', '/api/users.list', '/api/auth.test'],
  errorMembers: [['error']],
  perRequest: ['x-slack-req-id'],
  malformedStatus: 200,
})
