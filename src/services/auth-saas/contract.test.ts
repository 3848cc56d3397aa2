import { serviceContract } from '#testkit/service-contract.ts'
import { authSaas } from './index.ts'

serviceContract(authSaas, {
  headers: { authorization: 'Bearer sk_test_backlot' },
  change: { method: 'POST', path: '/v1/users', body: { email_address: ['new@example.com'], password: 'long-enough' } },
  reads: ['/v1/users', '/v1/organizations', '/v1/sessions'],
  errorMembers: [['clerk_trace_id'], ['errors', '0', 'code'], ['errors', '0', 'message']],
  pages: async () => ['/user', '/sign-up'],
})
