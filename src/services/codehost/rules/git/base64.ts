/** Decodes base64 text, with or without line breaks. Returns null for invalid text. */
export function fromBase64(text: string): Buffer | null {
  const bare = text.replaceAll(/\s/g, '')
  return /^[A-Za-z0-9+/]*={0,2}$/.test(bare) && bare.replace(/=+$/, '').length % 4 !== 1
    ? Buffer.from(bare, 'base64')
    : null
}
