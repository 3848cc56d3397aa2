import { decodeJwt } from '#oauth/jwt/jwt.ts'
import { describe, expect } from 'vitest'
import { authSaasTest, clerkOf, codeOf } from '#auth-saas/auth-saas.fixture.ts'

const it = authSaasTest()

const TASK = {
  onBehalfOf: { userId: 'user_ada' },
  permissions: '*' as const,
  agentName: 'browser agent',
  taskDescription: 'Reads the invoices',
  redirectUrl: 'http://localhost:3000/invoices',
  sessionMaxDurationInSeconds: 600,
}

/** Opens a link as a browser does, and returns the answer. */
const open = (url: string) => fetch(url, { redirect: 'manual' })

describe('a task of an agent', () => {
  it('begins a session of its user at the application, once', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    const task = await clerk.agentTasks.create(TASK)
    const again = await clerk.agentTasks.create({ ...TASK, onBehalfOf: { identifier: 'grace@example.com' } })
    expect(again.agentId).toBe(task.agentId)
    expect(again.agentTaskId).not.toBe(task.agentTaskId)
    const answer = await open(task.url ?? '')
    expect(answer.status).toBe(307)
    const target = new URL(answer.headers.get('location') ?? '')
    expect(target.origin + target.pathname).toBe(TASK.redirectUrl)
    const { handshake } = decodeJwt(target.searchParams.get('__clerk_handshake') ?? '').claims
    const directive = (handshake as string[]).find((each) => each.startsWith('__session=')) ?? '' // the vendor's list
    const { claims } = decodeJwt(directive.slice('__session='.length, directive.indexOf(';')))
    expect(claims).toMatchObject({ sub: 'user_ada', act: { sub: task.agentId, type: 'agent' } })
    const session = await clerk.sessions.getSession(String(claims['sid']))
    expect(session.expireAt - session.createdAt).toBe(600_000)
    expect((await open(task.url ?? '')).status).toBe(422)
  })

  it('is revoked while nobody has begun it', async ({ authSaas }) => {
    const clerk = clerkOf(authSaas)
    const task = await clerk.agentTasks.create(TASK)
    expect((await clerk.agentTasks.revoke(task.agentTaskId)).agentTaskId).toBe(task.agentTaskId)
    expect((await open(task.url ?? '')).status).toBe(422)
    expect(await codeOf(clerk.agentTasks.revoke(task.agentTaskId))).toBe('agent_task_cannot_be_revoked')
    expect(await codeOf(clerk.agentTasks.revoke('agtask_none'))).toBe('agent_task_not_found')
    const nobody = clerk.agentTasks.create({ ...TASK, onBehalfOf: { userId: 'user_nobody' } })
    expect(await codeOf(nobody)).toBe('agent_task_subject_not_found')
  })
})
