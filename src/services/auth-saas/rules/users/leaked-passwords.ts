import { createHash } from 'node:crypto'

/** Passwords that public leaks have most often, of eight characters or more. */
const LEAKED = `
00000000 0123456789 1111111111 11111111 11223344 123123123 1234567890 12345678910 123456789 12345678 12341234
123qweasd 147258369 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 66666666 87654321 88888888 987654321 9876543210 99999999 Aa123456
Aa123456. abcd1234 abc12345 admin123 asdfasdf asdfghjkl asdf1234 baseball basketball butterfly changeme charlie1
chocolate computer corvette dragon123 elephant football footballs internet iloveyou iloveyou1 jennifer letmein1
liverpool marlboro master123 michelle monkey123 mustang1 p@ssw0rd P@ssw0rd P@ssword1 pa55word passw0rd Passw0rd
password password! Password password1 Password1 password1! password12 password123 Password123 Password123! password2
princess princess1 q1w2e3r4 qazwsxedc qwer1234 qwerasdf qwerty12 qwerty123 Qwerty123 qwerty1234 qwertyui qwertyuiop
samantha secret123 secret12 shadow123 starwars sunshine sunshine1 superman superman1 test1234 testtest trustno1 victoria
welcome1 Welcome1 welcome123 whatever zaq12wsx zxcvbnm1 zxcvbnm123
`
  .trim()
  .split(/\s+/)

/** Returns the rest of every hash of a range, as the service does that the vendor asks. */
function restsOf(range: string): string[] {
  return LEAKED.map(digestOf)
    .filter((each) => each.range === range)
    .map(({ rest }) => rest)
}

function digestOf(password: string): { readonly range: string; readonly rest: string } {
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
  return { range: digest.slice(0, 5), rest: digest.slice(5) }
}

/**
 * Returns whether a password is in a public leak. The vendor asks Have I Been Pwned; here a short list stands in for
 * it. https://haveibeenpwned.com/API/v3#SearchingPwnedPasswordsByRange
 */
export function isLeaked(password: string): boolean {
  const { range, rest } = digestOf(password)
  return restsOf(range).includes(rest)
}
