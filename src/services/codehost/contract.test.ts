import { serviceContract } from '#testkit/service-contract.ts'
import { codehost } from './index.ts'

serviceContract(codehost, {
  headers: { authorization: 'Bearer dev_token' },
  change: { method: 'POST', path: '/repos/octocat/hello-world/labels', body: { name: 'new' } },
  reads: ['/repos/octocat/hello-world/labels', '/repos/octocat/hello-world/labels/bug'],
  errorMembers: [['message'], ['documentation_url'], ['status']],
})
