import { serviceContract } from '#testkit/service-contract.ts'
import { oidcD } from './index.ts'

serviceContract(oidcD, {
  headers: { authorization: 'SSWS dev_token' },
  change: { method: 'POST', path: '/api/v1/groups', body: { profile: { name: 'Reviewers' } } },
  reads: ['/api/v1/groups', '/api/v1/users', '/api/v1/apps', '/api/v1/authorizationServers'],
  errorMembers: [['errorCode'], ['errorSummary'], ['errorLink'], ['errorId']],
})
