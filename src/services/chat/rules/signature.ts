import { createHmac } from 'node:crypto'

/**
 * Returns the value of `X-Slack-Signature` for a raw body, signed at `timestamp` (epoch seconds).
 * https://docs.slack.dev/authentication/verifying-requests-from-slack
 */
export function signatureOf(signingSecret: string, timestamp: number, body: string): string {
  return `v0=${createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')}`
}
