import { kindNamed, type MethodKind } from '#payments/schema/method-kinds.ts'
import type { KindAction, Wire } from '#payments/schema/payments.ts'

/**
 * Writes the action by which a customer authorizes a payment outside of the form. `url` is the address of the page on
 * which that is done here; pictures of codes lie below it.
 */
export function kindActionJson(action: KindAction, url: string): Wire {
  const [type, details] = WRITERS[kindNamed(action.kind)?.action ?? 'redirect'](action, url)
  return details === null ? { type } : { [type]: details, type }
}

/** Returns the type of an action, and the members of the hash with its name; null for an action without such a hash. */
type Writer = (action: KindAction, url: string) => readonly [type: string, details: Wire | null]

const WRITERS: Readonly<Record<NonNullable<MethodKind['action']>, Writer>> = {
  redirect: ({ returnUrl }, url) => ['redirect_to_url', { return_url: returnUrl, url }],
  alipay: ({ returnUrl }, url) => [
    'alipay_handle_redirect',
    { native_data: null, native_url: null, return_url: returnUrl, url },
  ],
  blik: () => ['blik_authorize', {}],
  cashapp: ({ expiresAt }, url) => [
    'cashapp_handle_redirect_or_display_qr_code',
    {
      hosted_instructions_url: url,
      mobile_auth_url: url,
      qr_code: { expires_at: expiresAt, ...picturesOf(url) },
    },
  ],
  wechat_pay: (_action, url) => [
    'wechat_pay_display_qr_code',
    {
      data: url,
      hosted_instructions_url: url,
      image_data_url: picturesOf(url).image_url_png,
      ...picturesOf(url),
    },
  ],
  boleto: ({ expiresAt, reference }, url) => [
    'boleto_display_details',
    { expires_at: expiresAt, hosted_voucher_url: url, number: boletoNumber(reference), pdf: url },
  ],
  konbini: ({ expiresAt, reference }, url) => [
    'konbini_display_details',
    { expires_at: expiresAt, hosted_voucher_url: url, stores: storesOf(reference) },
  ],
  multibanco: ({ expiresAt, reference }, url) => [
    'multibanco_display_details',
    { entity: '12345', expires_at: expiresAt, hosted_voucher_url: url, reference: reference.slice(0, 9) },
  ],
  paynow: (_action, url) => ['paynow_display_qr_code', displayedCode(url)],
  pix: ({ expiresAt }, url) => ['pix_display_qr_code', { ...displayedCode(url), expires_at: expiresAt }],
  promptpay: (_action, url) => ['promptpay_display_qr_code', displayedCode(url)],
  swish: ({ expiresAt }, url) => [
    'swish_handle_redirect_or_display_qr_code',
    {
      hosted_instructions_url: url,
      mobile_auth_url: url,
      qr_code: { data: url, expires_at: expiresAt, ...picturesOf(url) },
    },
  ],
  upi: ({ expiresAt }, url) => [
    'upi_handle_redirect_or_display_qr_code',
    { hosted_instructions_url: url, qr_code: { expires_at: expiresAt, ...picturesOf(url) } },
  ],
  await_authorization: () => ['await_authorization', null],
  mb_way_await_authorization: () => ['mb_way_await_authorization', null],
  payto_await_authorization: () => ['payto_await_authorization', null],
  oxxo: ({ expiresAt, reference }, url) => [
    'oxxo_display_details',
    { expires_after: expiresAt, hosted_voucher_url: url, number: reference },
  ],
}

/** Returns a code that the customer scans, as text and as pictures. */
function displayedCode(url: string): Wire {
  return { data: url, hosted_instructions_url: url, ...picturesOf(url) }
}

function picturesOf(url: string): { readonly image_url_png: string; readonly image_url_svg: string } {
  const [page = '', query = ''] = url.split('?')
  return { image_url_png: `${page}/code.png?${query}`, image_url_svg: `${page}/code.svg?${query}` }
}

/** Returns the line of digits of a boleto: three fields of ten or eleven digits, a check digit, and the amount. */
function boletoNumber(reference: string): string {
  const digits = reference + reference
  const fields = [0, 10, 21].map((at) => `${digits.slice(at, at + 5)}.${digits.slice(at + 5, at + 10)}`)
  return [...fields, digits.slice(31, 32), digits.slice(32, 46)].join(' ')
}

/** Writes the numbers with which the voucher is paid in each chain of shops. */
function storesOf(reference: string): Wire {
  const store = (start: number): Wire => ({
    confirmation_number: reference.slice(0, 11),
    payment_code: reference.slice(start, start + 6),
  })
  return { familymart: store(11), lawson: store(12), ministop: store(13), seicomart: store(14) }
}
