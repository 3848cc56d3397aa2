import type { VersionChange } from './change.ts'
import { withChanged, withDefault } from './params.ts'

/** The names of `ui_mode` before, by those of today. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  hosted_page: 'hosted',
  embedded_page: 'embedded',
  elements: 'custom',
  form: 'custom',
}

const NAMES: Readonly<Record<string, string>> = { hosted: 'hosted_page', embedded: 'embedded_page', custom: 'elements' }

/**
 * `ui_mode` of sessions has other names.
 * https://docs.stripe.com/changelog/dahlia/2026-03-25/updates-available-checkout-session-ui-modes
 */
export const uiModes: VersionChange = {
  version: '2026-03-25.dahlia',
  requests: {
    PostCheckoutSessions: (params) =>
      withDefault(
        withChanged(params, 'ui_mode', (name) => (typeof name === 'string' ? (NAMES[name] ?? name) : name)),
        'ui_mode',
        'hosted_page',
      ),
  },
  objects: {
    'checkout.session': (session) => {
      const { ui_mode: name } = session
      return { ...session, ui_mode: typeof name === 'string' ? (FORMER_NAMES[name] ?? name) : name }
    },
  },
}
