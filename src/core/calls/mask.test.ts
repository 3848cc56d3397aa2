import { describe, expect, it } from 'vitest'
import { maskMessage } from './mask-request.ts'
import { isSecretName, mask, maskText } from './mask.ts'

describe('mask', () => {
  it.each([
    'password',
    'client_secret',
    'clientSecret',
    'card[cvc]',
    'access_token',
    'X-Api-Key',
    'SecretAccessKey',
    'user.passwordHash',
    'signing-secret',
    'cookie',
  ])('takes %s for the name of a secret', (name) => {
    expect(isSecretName(name)).toBe(true)
  })

  it.each(['title', 'token_type', 'public_key', 'NextToken', 'key', 'secrets_url', 'passes', 'keyboard'])(
    'takes %s for no secret',
    (name) => {
      expect(isSecretName(name)).toBe(false)
    },
  )

  it('replaces secrets at every depth, and keeps the rest', () => {
    const body = {
      user: { name: 'ada', password: 'hunter2', tokens: [{ token: 'abc', scopes: ['repo'] }] },
      card: { number: '4242 4242 4242 4242', exp_month: 12 },
      total: 4242424242424242,
      at: 1_763_996_729_000,
      secret: null,
    }
    expect(mask(body)).toEqual({
      user: { name: 'ada', password: '[redacted]', tokens: [{ token: '[redacted]', scopes: ['repo'] }] },
      card: { number: '[redacted]', exp_month: 12 },
      total: '[redacted]',
      at: 1_763_996_729_000,
      secret: null,
    })
  })

  it.each([
    ['card[number]=4242424242424242&amount=2000', 'card[number]=[redacted]&amount=2000'],
    ['grant_type=password&password=hunter2', 'grant_type=password&password=[redacted]'],
    ['/callback?code=1&access_token=abc#x', '/callback?code=1&access_token=[redacted]#x'],
    ['{"title":"x","client_secret":"abc', '{"title":"x","client_secret":"[redacted]"'],
    ['authorization: Bearer backlot_admin', 'authorization: [redacted]'],
    ['id_token eyJhbGciOi.eyJzdWIiOi.c2ln end', 'id_token [redacted] end'],
    ['order 4242424242424241', 'order 4242424242424241'],
  ])('replaces secrets in the text %s', (text, masked) => {
    expect(maskText(text)).toBe(masked)
  })

  it('replaces secrets in the values of a form that are encoded, and in the JSON of its payload', () => {
    const payload = { event: 'label', note: 'the card 4242 4242 4242 4242', token: 'abc' }
    const body = new URLSearchParams({ payload: JSON.stringify(payload), card: '4242 4242 4242 4242', name: 'a b' })
    const form = { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' }
    const masked = maskMessage({ headers: form, body: body.toString() }).body
    expect(Object.fromEntries(new URLSearchParams(masked ?? ''))).toEqual({
      payload: '{"event":"label","note":"the card [redacted]","token":"[redacted]"}',
      card: '[redacted]',
      name: 'a b',
    })
    expect(masked).toContain('&name=a+b')
  })
})
