import { describe, expect, it } from 'vitest'
import { itIf } from './conditions.ts'
import { START, type Rig } from './rig.ts'
import type { RefreshSample } from './sample.ts'

/** Checks refresh tokens. */
export function refreshChecks(rig: Rig, refresh: RefreshSample): void {
  const { sample } = rig
  const signedIn = () => rig.tokens(refresh.parameters)

  describe('a refresh token', () => {
    it('is exchanged for a new access token', async () => {
      const first = await signedIn()
      const { status, body } = await rig.refresh(first['refresh_token'])
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body['access_token']).toEqual(expect.any(String))
      expect(body['access_token']).not.toBe(first['access_token'])
    })

    it('must be present and issued', async () => {
      expect((await rig.refresh('')).body['error_description']).toContain('refresh_token')
      expect(await rig.refresh('nonsense')).toMatchObject(
        rig.refusal('invalid_grant', 'refresh_token', 'was not issued'),
      )
    })

    it('is refused from another client', async () => {
      const { refresh_token: token } = await signedIn()
      expect(await rig.refresh(token, {}, sample.other)).toMatchObject(
        rig.refusal('invalid_grant', 'refresh_token', `was issued to ${sample.client.id}, not to ${sample.other.id}`),
      )
    })

    it('needs an authenticated client', async () => {
      const { refresh_token: token } = await signedIn()
      expect(await rig.refresh(token, { client_secret: null })).toMatchObject(rig.refusal('invalid_client', 'secret'))
    })

    it('cannot request more scopes than were granted', async () => {
      const { refresh_token: token } = await signedIn()
      const answered = await rig.refresh(token, { scope: `${refresh.narrower ?? ''} ${refresh.broader}`.trim() })
      expect(answered).toMatchObject(
        rig.refusal('invalid_scope', 'refresh_token', `${refresh.broader} more than was granted`),
      )
    })

    it('requests all granted scopes with an empty scope', async () => {
      const { refresh_token: token } = await signedIn()
      const { body } = await rig.refresh(token)
      const next = refresh.rotates ? String(body['refresh_token']) : token
      expect((await rig.refresh(next, { scope: '' })).body['scope']).toEqual(body['scope'])
    })

    itIf(refresh.narrower !== undefined)('can request fewer scopes', async () => {
      const { refresh_token: token } = await signedIn()
      expect((await rig.refresh(token, { scope: refresh.narrower ?? '' })).body['scope']).toBe(refresh.narrower)
    })

    itIf(refresh.rotates)('is replaced when it is used', async () => {
      const { refresh_token: token } = await signedIn()
      const { body } = await rig.refresh(token)
      expect(body['refresh_token']).not.toBe(token)
      expect((await rig.refresh(String(body['refresh_token']))).status).toBe(200)
    })

    itIf(refresh.replacedStaysGood)('stays valid beside its replacement', async () => {
      const { refresh_token: token } = await signedIn()
      await rig.refresh(token)
      expect((await rig.refresh(token)).status).toBe(200)
    })

    itIf(refresh.rotates && refresh.replacedStaysGood !== true)('is invalid once it was replaced', async () => {
      const { refresh_token: token } = await signedIn()
      await rig.refresh(token)
      expect(await rig.refresh(token)).toMatchObject(rig.refusal('invalid_grant', 'refresh_token', 'was used already'))
    })

    itIf(refresh.rotates)('used again ends its family where the vendor does that', async () => {
      const { refresh_token: token } = await signedIn()
      const { body } = await rig.refresh(token)
      await rig.refresh(token)
      const successor = await rig.refresh(String(body['refresh_token']))
      expect(successor.status === 200).toBe(!refresh.reuseEndsFamily)
    })

    itIf(!refresh.rotates)('stays valid where the vendor does not rotate', async () => {
      const { refresh_token: token } = await signedIn()
      for (const time of [1, 2, 3]) expect((await rig.refresh(token)).status, `use ${time}`).toBe(200)
    })

    const { lifetime } = refresh
    itIf(lifetime !== null)('is valid for the vendor’s lifetime', async () => {
      const { refresh_token: token } = await signedIn()
      rig.emulator.clock.set(START + (lifetime ?? 0))
      expect(await rig.refresh(token)).toMatchObject(
        rig.refusal('invalid_grant', 'refresh_token', 'refresh_token expired at'),
      )
    })

    it('does not outlive a reset', async () => {
      const { refresh_token: token } = await signedIn()
      rig.reset()
      expect(await rig.refresh(token)).toMatchObject(
        rig.refusal('invalid_grant', 'refresh_token', 'the state was reset since'),
      )
    })
  })
}
