import { serviceContract } from '#testkit/service-contract.ts'
import { oidcD } from './index.ts'

serviceContract(oidcD, {
  headers: { authorization: 'SSWS dev_token' },
  change: { method: 'POST', path: '/api/v1/groups', body: { profile: { name: 'Reviewers' } } },
  reads: ['/api/v1/groups', '/api/v1/users', '/api/v1/apps', '/api/v1/authorizationServers'],
  errorMembers: [['errorCode'], ['errorSummary'], ['errorLink'], ['errorId']],
  async pages() {
    const query = new URLSearchParams({
      client_id: 'web-app',
      redirect_uri: 'http://localhost:3000/api/auth/callback/okta',
      response_type: 'code',
      scope: 'openid',
      state: 's',
    })
    return [`/oauth2/v1/authorize?${query}`, `/oauth2/default/v1/authorize?${query}`, '/activate']
  },
})
