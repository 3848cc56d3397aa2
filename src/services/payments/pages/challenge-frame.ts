import type { Answer } from '#core/answer.ts'
import { html } from '#pages/html.ts'
import { frameDocument } from './frame.ts'

const STYLE = `
html, body { height: 100%; margin: 0; }
iframe { display: block; width: 100%; height: 100%; border: 0; }
`

/** Tells the page when the bank's page, in the inner frame, has been answered. */
const SCRIPT = `
window.addEventListener('message', (event) => {
  if (event.origin !== location.origin || event.data?.kind !== 'challengeAnswered') return
  parent.postMessage({ kind: 'challengeAnswered' }, '*')
})
`

/**
 * Returns the document between an application's page and the bank's page. The vendor nests the bank's page in the same
 * way, so tests find it by the same frames: `iframe[src*=three-ds-2-challenge]`, then `#challengeFrame`.
 */
export function challengeFrame(intent: string, clientSecret: string, now: number): Answer {
  const query = new URLSearchParams({ client_secret: clientSecret, framed: '1' })
  const content = html`<iframe
    id="challengeFrame"
    name="stripe-challenge-frame"
    title="3D Secure challenge"
    src="../3ds/${encodeURIComponent(intent)}?${query.toString()}"
  ></iframe>`
  return frameDocument({ title: '3D Secure', style: STYLE, script: SCRIPT, content, now, frames: true })
}
