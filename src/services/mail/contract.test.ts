import { serviceContract } from '#testkit/service-contract.ts'
import { mail } from './index.ts'

serviceContract(mail, {
  headers: { authorization: 'Bearer re_dev_token' },
  change: {
    method: 'POST',
    path: '/emails',
    body: { from: 'Acme <hello@example.com>', to: 'ada@example.com', subject: 'Hello', text: 'Hello, Ada.' },
  },
  reads: ['/emails', '/domains', '/webhooks'],
  errorMembers: [['message'], ['name']],
})
