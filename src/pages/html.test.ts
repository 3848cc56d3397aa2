import { describe, expect, it } from 'vitest'
import { html, trusted } from './html.ts'
import { face, tintOf } from './person.ts'

describe('a template', () => {
  it('escapes every value, for text and for attributes', () => {
    const value = `<img src=x onerror='alert(1)' title="&amp;">`
    expect(String(html`<p title="${value}">${value}</p>`)).toBe(
      '<p title="&#60;img src=x onerror=&#39;alert(1)&#39; title=&#34;&#38;amp;&#34;&#62;">' +
        '&#60;img src=x onerror=&#39;alert(1)&#39; title=&#34;&#38;amp;&#34;&#62;</p>',
    )
  })

  it('keeps markup, writes lists in order, and leaves out null, undefined and false', () => {
    const items = ['a', '<b>'].map((each) => html`<i>${each}</i>`)
    const nothing = [null, undefined, false] as const
    expect(String(html`${items}${nothing}${0}${trusted('<hr>')}`)).toBe('<i>a</i><i>&#60;b&#62;</i>0<hr>')
  })

  it('escapes an object that only looks like markup', () => {
    const forged = { toString: () => '<script>' } as never
    expect(String(html`${forged}`)).toBe('&#60;script&#62;')
  })
})

describe('a face', () => {
  const person = (name: string) => ({ handle: name, name, email: null })

  it.each([
    ['The Octocat', 'TO'],
    ['Ada Augusta King', 'AK'],
    ['octocat', 'O'],
    ['dependabot[bot]', 'D'],
    ['张 伟', '张伟'],
    ['🦊', '🦊'],
    ['<img src=x onerror=alert(1)>', 'SO'],
  ])('of %s shows %s', (name, initials) => {
    expect(String(face(person(name)))).toBe(`<span class="face" aria-hidden="true">${initials}</span>`)
  })

  it('has a colour that follows from the handle', () => {
    expect(['octocat', 'hubber', 'ann'].map((handle) => tintOf(person(handle)))).toEqual(['tint-5', 'tint-2', 'tint-5'])
  })
})
