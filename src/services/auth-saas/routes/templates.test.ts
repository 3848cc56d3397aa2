import { describe, expect } from 'vitest'
import { authSaasTest, backend, people } from '#auth-saas/auth-saas.fixture.ts'

// The URL of a receiver of webhooks without a server: the tests read the deliveries of the instance.
const webhooks = [{ url: 'http://127.0.0.1:9/webhooks', events: ['email.created' as const] }]
const it = authSaasTest({ seed: { 'auth-saas': { ...people, webhooks } } })

const PATH = '/templates/email/verification_code'

describe('the templates of messages', () => {
  it('are listed by their positions, each with the variables that it needs', async ({ authSaas }) => {
    const { json } = await backend(authSaas, 'GET', '/templates/email?paginated=true&limit=2')
    expect(json).toMatchObject({
      data: [
        { object: 'template', slug: 'verification_code', position: 0, required_variables: ['otp_code'] },
        { slug: 'reset_password_code', position: 1, resource_type: 'system', instance_id: null, can_revert: false },
      ],
      total_count: 7,
    })
    expect((await backend(authSaas, 'GET', '/templates/sms')).json).toMatchObject([
      { slug: 'verification_code', template_type: 'sms', subject: null },
      { slug: 'reset_password_code' },
    ])
    expect((await backend(authSaas, 'GET', '/templates/email/magic_link_sign_in')).json).toMatchObject({
      required_variables: ['action_url'],
      delivered_by_clerk: true,
    })
    expect((await backend(authSaas, 'GET', '/templates/fax')).code).toBe('template_type_unsupported')
    expect((await backend(authSaas, 'GET', '/templates/email/none')).code).toBe('resource_not_found')
  })

  it('word the messages when they are changed, until they are reverted', async ({ authSaas }) => {
    const send = async (): Promise<unknown> => {
      const [address] = (await backend(authSaas, 'GET', '/users/user_ada')).json['email_addresses'] as { id: string }[] // the vendor's user
      await backend(authSaas, 'POST', `/email_addresses/${address?.id}/prepare_verification`, {})
      const [sent] = authSaas.webhooks.deliveries.slice(-1)
      return (JSON.parse(sent?.request.body ?? '{}') as { data?: object }).data
    }
    const changed = await backend(authSaas, 'PUT', PATH, {
      subject: 'Code {{otp_code}} of {{app.name}}',
      body: '<b>{{ otp_code }}</b>',
      from_email_name: 'hello',
    })
    expect(changed.json).toMatchObject({ resource_type: 'user', can_revert: true, from_email_name: 'hello' })
    expect(await send()).toMatchObject({
      subject: expect.stringMatching(/^Code \d{6} of backlot$/),
      body: expect.stringMatching(/^<b>\d{6}<\/b>$/),
      body_plain: expect.stringMatching(/^\d{6}$/),
      delivered_by_clerk: true,
    })
    expect((await backend(authSaas, 'PUT', PATH, { body: 'no code' })).code).toBe('invalid_template_body')
    expect((await backend(authSaas, 'POST', `${PATH}/revert`)).json).toMatchObject({ can_revert: false })
    const again = await backend(authSaas, 'POST', '/templates/email/verification_code/revert')
    expect(again.code).toBe('template_revert_error')
    expect(await send()).toMatchObject({ subject: expect.stringMatching(/^\d{6} is your verification code$/) })
    const toggled = await backend(authSaas, 'POST', `${PATH}/toggle_delivery`, { delivered_by_clerk: false })
    expect(toggled.json).toMatchObject({ delivered_by_clerk: false, resource_type: 'system' })
    expect(await send()).toMatchObject({ delivered_by_clerk: false })
  })

  it('are shown with sample values', async ({ authSaas }) => {
    const path = '/templates/email/invitation/preview'
    const { json } = await backend(authSaas, 'POST', path, { subject: 'Join {{app.name}}', reply_to_email_name: 'us' })
    expect(json).toMatchObject({
      subject: 'Join backlot',
      body: expect.stringContaining('https://example.com/action'),
      reply_to_email_address: expect.stringMatching(/^us@/),
    })
    const sms = await backend(authSaas, 'POST', '/templates/sms/verification_code/preview', {})
    expect(sms.json).toMatchObject({ subject: null, body: expect.stringContaining('424242') })
    const put = { subject: 'no' }
    expect((await backend(authSaas, 'PUT', '/templates/sms/verification_code', put)).code).toBe(
      'form_param_value_invalid',
    )
  })
})
