import { isRecord } from '../objects.ts'
import { percentDecode } from '../text/percent-decode.ts'

/** The text that stands in place of a secret. */
export const MASK = '[redacted]'

/** The last word or words of the name of a member that holds a secret, with the words joined by `_`. */
const SECRET_NAME =
  /(^|_)(authorization|cookies?|pass|passwd|password|passphrase|secret|client_assertion|credentials?|cvc|cvv|otp|(access|api|private|secret|signing|session|encryption|customer)_?key|key_material|(access|refresh|id|bearer|api|auth|session|bot|user|security|sign_in|invite)_?token|token|jwt|(client|signing|webhook)_secret|(password|secret|token|key)_(hash|digest|value))$/

/** Names that end like those of secrets and hold none. */
const HARMLESS_NAME = /(^|_)(public_?key|next_?token|page_?token|continuation_?token|sync_?token)$/

/** Text that is a secret by its form: PEM, JSON Web Tokens, and the value of an Authorization header. */
const SECRET_TEXT =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)|\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*|\b(?:Bearer|Basic|token) [\w+/=.~-]{8,}/g

/** Digits that may be the number of a card, in groups or not. */
const DIGITS = /(?<![\w.])\d(?:[ -]?\d){12,18}(?![\w.])/g

/** A parameter of a query or form whose name may be that of a secret, or a member of JSON that could not be parsed. */
const PARAMETER = /([?&\s]|^)([\w.[\]%-]+)=([^&\s#]+)|"([\w-]+)"(\s*:\s*)"((?:[^"\\]|\\.)*)"?/g

/** Returns whether a member, parameter or header with this name holds a secret. */
export function isSecretName(name: string): boolean {
  const words = name
    .replaceAll(/\]/g, '')
    .split(/[[.]/)
    .at(-1)
    ?.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()
  return words !== undefined && SECRET_NAME.test(words) && !HARMLESS_NAME.test(words)
}

/** Returns a text without secrets: parameters and members with a secret's name, keys, tokens, card numbers. */
export function maskText(text: string): string {
  return text
    .replaceAll(SECRET_TEXT, MASK)
    .replaceAll(DIGITS, (digits) => (isCardNumber(digits) ? MASK : digits))
    .replaceAll(
      PARAMETER,
      (whole, before: string, name: string | undefined, _value, member: string | undefined, colon: string) => {
        if (name !== undefined) return isSecretName(percentDecode(name) ?? name) ? `${before}${name}=${MASK}` : whole
        return isSecretName(member ?? '') ? `"${member}"${colon}"${MASK}"` : whole
      },
    )
}

/** Returns a copy of JSON without the secrets in it. `name` is that of the member that holds the value. */
export function mask(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => mask(each, name))
  if (isRecord(value)) {
    return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, mask(each, member)]))
  }
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return value
  if (isSecretName(name)) return MASK
  if (typeof value === 'string') return maskText(value)
  return typeof value === 'number' && isCardNumber(String(value)) ? MASK : value
}

/** Returns whether digits have the length and the check digit of a card number: ISO/IEC 7812-1, annex B. */
function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/[ -]/g, '')
  // Cards begin with 2 to 6. A moment in milliseconds has 13 digits and begins with 1.
  if (!/^[2-6]\d{12,18}$/.test(digits)) return false
  let sum = 0
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
