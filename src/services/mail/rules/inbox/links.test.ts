import { describe, expect, it } from 'vitest'
import { linksOf } from './links.ts'

const inHtml = (html: string) => linksOf({ html, text: null })
const inText = (text: string) => linksOf({ html: null, text })

describe('the links of a message', () => {
  it('are the targets of its anchors, in order, each once, with character references decoded', () => {
    expect(
      inHtml(`
        <a class="button" href="https://app.test/sign-in?token=a&amp;next=%2Fhome&#38;x=1">Sign in</a>
        <a href='https://app.test/help'>Help</a> <A HREF=https://app.test/bare>Bare</A>
        <a href="https://app.test/help">Help again</a> <map><area href="https://app.test/area"></map>`),
    ).toEqual([
      'https://app.test/sign-in?token=a&next=%2Fhome&x=1',
      'https://app.test/help',
      'https://app.test/bare',
      'https://app.test/area',
    ])
  })

  it('are not confused by the other attributes of an anchor', () => {
    expect(
      inHtml(`<a data-href="https://tracked.test" href="https://app.test/one">1</a>
        <a title="1 > 0" href="https://app.test/two">2</a> <a title=' href="https://fake.test"' href=https://app.test/three?a=b/>3</a>
        <a\n  target="_blank"href="https://app.test/four" href="https://second.test">4</a><abbr href="https://no.test">`),
    ).toEqual(['https://app.test/one', 'https://app.test/two', 'https://app.test/three?a=b/', 'https://app.test/four'])
  })

  it('include the URLs in the text of the HTML when there is no text part', () => {
    const html = `<p>Or copy this: https://app.test/sign-in?a=1&amp;b=2.</p><a href="https://app.test/long">https://app.test/lo…</a>
      <style>@import "https://style.test"</style>`
    expect(inHtml(html)).toEqual(['https://app.test/long', 'https://app.test/sign-in?a=1&b=2'])
    expect(linksOf({ html, text: '' })).toEqual(['https://app.test/long'])
  })

  it('may have the scheme of an application', () => {
    expect(inHtml('<a href="myapp://verify?code=1">Open</a>')).toEqual(['myapp://verify?code=1'])
  })

  it('exclude addresses, anchors within the message, comments and other attributes', () => {
    expect(
      inHtml(`<a href="mailto:a@b.test">m</a><a href="tel:+1">t</a><a href="#top">u</a><a href="javascript:alert(1)">j</a>
        <a href="">e</a><a href="cid:logo">c</a><!-- <a href="https://gone.test">x</a> --><img src="https://pixel.test/a.gif">
        <link href="https://style.test"><a data-href="relative/path" href="/relative">r</a>`),
    ).toEqual([])
  })

  it('are the URLs of the text, without surrounding punctuation', () => {
    expect(
      inText(`Go to https://app.test/a?b=c#d. Or (see https://app.test/wiki/A_(b)), or <https://app.test/c>!
        "http://localhost:3000/sign-in?token=x-y_z", and https://app.test/list[1]; https://app.test/end`),
    ).toEqual([
      'https://app.test/a?b=c#d',
      'https://app.test/wiki/A_(b)',
      'https://app.test/c',
      'http://localhost:3000/sign-in?token=x-y_z',
      'https://app.test/list[1]',
      'https://app.test/end',
    ])
  })

  it('of both parts are those of the HTML, then those that only the text has', () => {
    const html = '<a href="https://app.test/one">1</a>'
    const text = 'https://app.test/one https://app.test/two'
    expect(linksOf({ html, text })).toEqual(['https://app.test/one', 'https://app.test/two'])
    expect(linksOf({ html: null, text: null })).toEqual([])
  })
})
