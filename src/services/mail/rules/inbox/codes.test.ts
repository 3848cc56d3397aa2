import { describe, expect, it } from 'vitest'
import { codesOf } from './codes.ts'

const inText = (text: string, subject = 'Hello') => codesOf({ subject, html: null, text })
const inHtml = (html: string) => codesOf({ subject: 'Hello', html, text: null })

describe('the one-time codes of a message', () => {
  it.each([
    ['Your verification code is 123456.', ['123456']],
    ['Your code: 0042', ['0042']],
    ['Use 482913 as your one-time passcode.', ['482913']],
    ['Enter this code to sign in:\n\n123 456\n\nIt expires in 10 minutes.', ['123456']],
    ['Your security code: 1234-5678', ['12345678']],
    ['G-482913 is your Acme verification code.', ['G-482913']],
    ['Your login code is K7Q2XP', ['K7Q2XP']],
    ['Your login code is k7q2xp', ['k7q2xp']],
    ['Type this code on your device:\nWDJB-MJHT', ['WDJB-MJHT']],
    ['Your code is QWERTY', ['QWERTY']],
    ['Your code for Acme: 2024', ['2024']],
    ['Your PIN is 4711', ['4711']],
    ['Ihr Code lautet 482913', ['482913']],
    ['Ihr Bestätigungscode lautet 4829.', ['4829']],
    ['Je verificatiecode: 482913', ['482913']],
    ['Your code:\n\n482913\n\nAcme, 2261 Market Street, San Francisco, CA 94114', ['482913']],
    ['Your code is 4829. Acme, 2261 Market Street, San Francisco, CA 94114', ['4829']],
    ['Your code is 111222 or 333444', ['111222', '333444']],
    ['Use 482913 to confirm your address.', ['482913']],
    ['482913 is what you need to sign in.', ['482913']],
    ['WELCOME\n\nYour code is below.\n\n482913\n\nTHANKS', ['482913']],
    ['Tu código es 482913', ['482913']],
    ['您的验证码是482913。', ['482913']],
    ['您的验证码：482913', ['482913']],
    ['Your code: 111222. If that fails, use code 333444.', ['111222', '333444']],
    ['Your code is 482913. Again: your code is 482913.', ['482913']],
    ['Code: 1 2 3 4 5 6', ['123456']],
  ])('of %j are %j', (text, codes) => {
    expect(inText(text)).toEqual(codes)
  })

  it.each([
    'We met 482913 people.',
    'Since 2024 we verify every account.',
    'Thanks for using our verification. © 2025 Acme',
    'Your code expires in 3600 seconds.',
    'Verification costs $1234 or 1234 EUR, that is €1,234.50.',
    'Call +1 555 0100 2000 to verify, or (555) 123-4567 890.',
    'Verify order #123456 and invoice 998877.',
    'Sign in to read 1500 stories, and confirm 2048 others.',
    'Your zip code: 94107. Promo code: SAVE20. Error code 5001.',
    'Verify at https://app.test/verify/123456 or 123456@codes.test',
    'Verify your email to complete your account setup with this code',
    'Code review of sha256 and base64 and utf8 and step2',
    'On 2025-01-15 at 12:30 your token was used.',
  ])('are not in %j', (text) => {
    expect(inText(text)).toEqual([])
  })

  it('are found in the subject first', () => {
    expect(inText('Your code: 222333', '111222 is your Acme code')).toEqual(['111222', '222333'])
  })

  it('are found in HTML, where cells and inline elements may hold a digit each', () => {
    const style = '<head><style>.code { color: #123456 }</style></head>'
    const cells = ['4', '8', '2', '9', '1', '3'].map((digit) => `<td style="width:1000px">${digit}</td>`).join('')
    expect(inHtml(`${style}<p>Your sign-in code</p><table><tr>${cells}</tr></table>`)).toEqual(['482913'])
    expect(inHtml('<p>Your code:&nbsp;<b>48</b><b>2913</b></p>')).toEqual(['482913'])
    expect(inHtml('<p>Your code</p><h1>482&#8203;913</h1>')).toEqual(['482913'])
  })

  it('are read from the text part when there is one', () => {
    expect(codesOf({ subject: '', html: '<p>code: 111222</p>', text: 'code: 333444' })).toEqual(['333444'])
    expect(codesOf({ subject: '', html: null, text: null })).toEqual([])
  })
})
