import { describe, expect, it } from 'vitest'
import { Failure } from '#core/errors.ts'
import { readXml } from './read-xml.ts'
import { members, writeXml } from './xml.ts'

const inner = (document: string) => document.replace('<?xml version="1.0" encoding="UTF-8"?>\n', '')

describe('writeXml', () => {
  it('writes members in order, a list as repeated elements, and null as no element', () => {
    const content = {
      A: 'x',
      B: [1, 2],
      C: null,
      D: undefined,
      E: '',
      F: { G: true, H: [] },
      I: members(['a', { J: 1 }]),
    }
    expect(inner(writeXml('Root', content, { xmlns: 'urn:x' }))).toBe(
      '<Root xmlns="urn:x"><A>x</A><B>1</B><B>2</B><E></E><F><G>true</G></F>' +
        '<I><member>a</member><member><J>1</J></member></I></Root>',
    )
  })

  it('writes attributes and escapes all text', async () => {
    const text = `<a> & "b" 'c' \r\n\t\u0001 ]]>`
    const document = writeXml('Root', { Key: text, Grantee: { '@xsi:type': '"Group"', URI: 'x' } })
    expect(inner(document)).toBe(
      "<Root><Key>&lt;a&gt; &amp; &quot;b&quot; 'c' &#xd;\n\t&#x1; ]]&gt;</Key>" +
        '<Grantee xsi:type="&quot;Group&quot;"><URI>x</URI></Grantee></Root>',
    )
    // Control characters cannot occur in XML 1.0, so parsers drop them.
    const read = { Key: text.replace('\u0001', ''), Grantee: { '@xsi:type': '"Group"', URI: 'x' } }
    expect(await readXml(document, 'Root')).toEqual(read)
  })
})

describe('readXml', () => {
  it('keeps white space and digits unchanged', async () => {
    expect(await readXml('<?xml version="1.0"?><R xmlns="urn:x"><A> 007 </A><A/></R>', 'R')).toMatchObject({
      A: [' 007 ', ''],
    })
  })

  it.each(['', 'nonsense', '<R><A></R>', '<Other/>', '{}'])('is refused when it is %j', async (text) => {
    await expect(readXml(text, 'R')).rejects.toThrow(Failure)
    await expect(readXml(text, 'R')).rejects.toMatchObject({ status: 400, details: { code: 'MalformedXML' } })
  })

  const nested = (depth: number): string => `<R>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</R>`
  const entities = Array.from({ length: 5000 }, (_, number) => `<!ENTITY e${number} "x">`).join('')

  it.each([
    ['5,000 declared entities', `<!DOCTYPE R [${entities}]><R>&e1;</R>`],
    ['an entity of entities', '<!DOCTYPE R [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><R>&b;</R>'],
    ['an external entity', '<!DOCTYPE R [<!ENTITY x SYSTEM "file:///etc/passwd">]><R>&x;</R>'],
    ['a document type declaration', '<!DOCTYPE R><R/>'],
    ['100 nested tags', nested(100)],
    ['10,000 nested tags', nested(10_000)],
    ['an element named constructor', '<R><constructor>x</constructor></R>'],
    ['an element named __proto__', '<R><__proto__><a>1</a></__proto__></R>'],
    ['two roots', '<R/><R/>'],
    ['200,000 tags', `<R>${'<a/>'.repeat(200_000)}</R>`],
  ])('answers MalformedXML to %s', async (_problem, text) => {
    await expect(readXml(text, 'R')).rejects.toMatchObject({ status: 400, details: { code: 'MalformedXML' } })
  })

  it('accepts 5,000 references to characters', async () => {
    expect(await readXml(`<R><A>${'&amp;'.repeat(5000)}</A></R>`, 'R')).toEqual({ A: '&'.repeat(5000) })
  })
})
