import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { authorizationChecks } from './oauth/authorization.ts'
import { lifecycleChecks } from './oauth/lifecycle.ts'
import { openIdChecks } from './oauth/open-id.ts'
import { refreshChecks } from './oauth/refresh.ts'
import { Rig } from './oauth/rig.ts'
import type { OAuthSample } from './oauth/sample.ts'
import { tokenChecks } from './oauth/tokens.ts'

export type { OAuthSample } from './oauth/sample.ts'

/**
 * Tests that a provider signs people in as every provider must, over HTTP, with valid and invalid requests. Features
 * that the provider lacks are not tested here; the provider's own tests show that they are refused.
 */
export function oauthContract(sample: OAuthSample): void {
  const rig = new Rig(sample)

  describe(`${sample.service.id} signs people in as every provider must`, () => {
    beforeAll(() => rig.start())
    afterAll(() => rig.emulator.close())
    beforeEach(() => rig.reset())

    authorizationChecks(rig)
    tokenChecks(rig)
    if (sample.refresh !== undefined) refreshChecks(rig, sample.refresh)
    if (sample.openId !== undefined) openIdChecks(rig, sample.openId)
    lifecycleChecks(rig)
  })
}
