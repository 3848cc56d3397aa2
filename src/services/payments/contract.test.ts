import { serviceContract } from '#testkit/service-contract.ts'
import { hostedPages } from './tests/hosted-pages.fixture.ts'
import { payments } from './index.ts'

serviceContract(payments, {
  headers: { authorization: 'Bearer sk_test_backlot' },
  change: {
    method: 'POST',
    path: '/v1/customers',
    body: new URLSearchParams({ name: 'Ada', email: 'ada@example.com', 'metadata[order]': '6735' }),
  },
  reads: ['/v1/customers', '/v1/events', '/v1/webhook_endpoints'],
  errorMembers: [
    ['error', 'message'],
    ['error', 'type'],
  ],
  perRequest: ['request-id'],
  pages: hostedPages,
})
