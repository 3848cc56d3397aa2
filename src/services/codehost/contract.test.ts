import { serviceContract } from '#testkit/service-contract.ts'
import { codehost } from './index.ts'

serviceContract(codehost, {
  headers: { authorization: 'Bearer dev_token' },
  change: { method: 'POST', path: '/repos/octocat/hello-world/labels', body: { name: 'new' } },
  reads: ['/repos/octocat/hello-world/labels', '/repos/octocat/hello-world/labels/bug'],
  errorMembers: [['message'], ['documentation_url'], ['status']],
  async pages({ send }) {
    const { user_code } = await send('POST', '/login/device/code?client_id=example-client&scope=repo')
    const query = new URLSearchParams({ client_id: 'example-client', scope: 'repo', state: 's' })
    return [`/login/oauth/authorize?${query}`, `/login/device?user_code=${String(user_code)}`]
  },
})
