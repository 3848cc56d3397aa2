import type { OutOfBandChallenge } from '#oidc-d/schema.ts'

/** Seconds between two requests for tokens while a device is asked. */
const INTERVAL = 5

/** Returns a challenge on another channel; `expiresIn` is in seconds. */
export function outOfBandJson({ id }: OutOfBandChallenge, channel: string, expiresIn: number) {
  const isPush = channel === 'push'
  return {
    oob_code: id,
    expires_in: expiresIn,
    ...(isPush ? { interval: INTERVAL } : {}),
    channel,
    binding_method: isPush ? 'none' : 'prompt',
  }
}
