/** Returns whether a text is an e-mail address. Reads every letter once. */
export function isEmailAddress(address: string): boolean {
  const [local = '', domain = '', ...rest] = address.split('@')
  if (rest.length > 0 || local === '' || /\s/.test(address)) return false
  const labels = domain.split('.')
  return labels.length > 1 && labels.every((label) => /^[a-z0-9-]+$/i.test(label))
}

/** Returns a phone number without spaces and punctuation. */
export function normalizedPhoneNumber(number: string): string {
  return number.replaceAll(/[\s().-]/g, '')
}

/** Returns whether a text is a phone number in the form of E.164. */
export function isPhoneNumber(number: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(number)
}
