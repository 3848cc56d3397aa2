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
 * What every provider that signs people in must hold, good and bad, over HTTP: each check of the engine that the provider
 * supports. What it does not support is not checked; that it is refused is for the provider's own tests.
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
