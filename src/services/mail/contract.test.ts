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
  async pages({ send }) {
    const message = { from: 'hello@example.com', to: 'ada@example.com', subject: 'Hello', html: '<p>Hello.</p>' }
    await send('POST', '/emails', {
      ...message,
      attachments: [{ filename: 'note.txt', content: Buffer.from('Hello.').toString('base64') }],
    })
    const { id } = await send('POST', '/contacts', { email: 'ada@example.com' })
    const topic = await send('POST', '/topics', { name: 'News', default_subscription: 'opt_in' })
    return [`/unsubscribe/${String(id)}`, `/unsubscribe/${String(id)}/${String(topic.id)}`]
  },
})
