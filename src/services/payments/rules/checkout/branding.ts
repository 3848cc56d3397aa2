import type { PaymentsContext } from '#payments/call.ts'
import { hash, oneOf, required, text, unsettable, url, type ValuesOf } from '#payments/protocol/params.ts'
import type { Hash } from '#payments/schema/checkout.ts'

const IMAGE = { file: text(), type: required(oneOf('file', 'url')), url: url() }

const FIELDS = {
  background_color: unsettable(text()),
  border_style: unsettable(oneOf('pill', 'rectangular', 'rounded')),
  button_color: unsettable(text()),
  display_name: text(),
  font_family: unsettable(text()),
  icon: hash(IMAGE),
  logo: hash(IMAGE),
}

/** The parameter of the colors, images and names of a session's page. */
export const BRANDING = hash(FIELDS)

/**
 * Returns the branding of a session as the vendor writes it: what the request leaves out is that of the account.
 * https://docs.stripe.com/payments/checkout/customization/appearance
 */
export function brandingOf({ rows }: PaymentsContext, account: string, input: ValuesOf<typeof FIELDS> = {}): Hash {
  return {
    background_color: input.background_color ?? '#ffffff',
    border_style: input.border_style ?? 'rounded',
    button_color: input.button_color ?? '#0074d4',
    display_name: input.display_name ?? rows.accounts.get(account)?.name ?? '',
    font_family: input.font_family ?? 'default',
    icon: imageOf(input.icon),
    logo: imageOf(input.logo),
  }
}

function imageOf(image: ValuesOf<typeof IMAGE> | undefined): Hash | null {
  if (image === undefined) return null
  const { file, type, url: address } = image
  return { ...(file === undefined ? {} : { file }), type, ...(address === undefined ? {} : { url: address }) }
}
