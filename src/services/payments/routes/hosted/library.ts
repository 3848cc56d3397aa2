import { browserLibrary } from '#core/browser-library.ts'
import type { Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { challengeFrame } from '#payments/pages/challenge-frame.ts'
import { ELEMENT_STYLE } from '#payments/pages/element-frame.ts'
import { frameDocument } from '#payments/pages/frame.ts'
import { missingPage } from '#payments/pages/missing.ts'
import { loadLibrary } from '#payments/steps/browser-programs.ts'

const { get } = routesFor<PaymentsCall>()

/** The stand-in for the vendor's library for browsers, and the documents of its frames. https://docs.stripe.com/js */
export const libraryRoutes = [
  get('library', '/v3', loadLibrary, (call) => library(call, call.libraryText, 3)),

  // The addresses that the packages of the vendor ask for: /basil/stripe.js, /clover/stripe.js and later releases.
  get('library/release', '/:release/stripe.js', loadLibrary, (call) =>
    library(call, call.libraryText, call.params.release === 'v3' ? 3 : call.params.release),
  ),

  get('library/frame', '/v3/:document', loadLibrary, (call) => {
    const { document } = call.params
    const now = call.clock.now()
    const challenge = /^three-ds-2-challenge-(\w+)\.html$/.exec(document)?.[1]
    if (challenge !== undefined) return challengeFrame(challenge, call.query.get('client_secret') ?? '', now)
    if (!/^elements-inner-[a-z]+\.html$/.test(document)) return missingPage('This page does not exist.')
    return frameDocument({ title: 'Element', style: ELEMENT_STYLE, script: call.frameText, content: null, now })
  }),
]

function library({ urls }: PaymentsCall, text: string, version: number | string): Answer {
  return browserLibrary(text, {
    SERVED_ORIGIN: urls.of('', 'script'),
    SERVED_API: urls.api,
    SERVED_VERSION: version,
  })
}
