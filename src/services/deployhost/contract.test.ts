import { serviceContract } from '#testkit/service-contract.ts'
import { deployhost } from './index.ts'

serviceContract(deployhost, {
  headers: { authorization: 'Bearer dev_token' },
  change: { method: 'POST', path: '/v11/projects', body: { name: 'new' } },
  reads: ['/v10/projects', '/v9/projects/blog', '/v2/teams'],
  errorMembers: [
    ['error', 'code'],
    ['error', 'message'],
  ],
  async pages() {
    const query = new URLSearchParams({
      client_id: 'example-client',
      redirect_uri: 'http://localhost:3000/callback',
      response_type: 'code',
      state: 's',
    })
    return [`/oauth/authorize?${query}`]
  },
})
