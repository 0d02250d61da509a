import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeHtml, mailPage } from './mailPage.ts'

const page = {
  language: 'en' as const,
  title: 'Harbour lights',
  paragraphs: ['Hello Ada,', 'your pitch begins soon.'],
  facts: [['Begins', '3 March, 10:00']] as const,
  button: { label: 'Join', url: 'https://rostrum.test/join?a=1&b=2' },
  footer: ['You were invited by Paul.'],
}

describe('mailPage', () => {
  it('says the same in text and in html', () => {
    const { text, html } = mailPage(page)
    expect(text).toBe(
      'Harbour lights\n\nHello Ada,\n\nyour pitch begins soon.\n\nBegins: 3 March, 10:00\n\nJoin:\nhttps://rostrum.test/join?a=1&b=2\n\n-- \nYou were invited by Paul.\n',
    )
    for (const said of [
      'Harbour lights',
      'Hello Ada,',
      'Begins',
      '3 March, 10:00',
      '>Join</a>',
      'You were invited by Paul.',
    ])
      expect(html).toContain(said)
    expect(html).toContain('href="https://rostrum.test/join?a=1&amp;b=2"')
    expect(html).toContain('<html lang="en">')
  })

  it('leaves out what is not there', () => {
    const { text, html } = mailPage({ language: 'en', title: 'A', paragraphs: ['B'], footer: ['C'] })
    expect(text).toBe('A\n\nB\n\n-- \nC\n')
    expect(html).not.toContain('<a ')
  })

  it.each([
    ['zh-Hans', 'Microsoft YaHei', 'JhengHei'],
    ['zh-Hant', 'Microsoft JhengHei', 'YaHei'],
    ['en', 'Segoe UI', 'Microsoft'],
  ] as const)('writes %s in faces for its characters', (language, face, other) => {
    const { html } = mailPage({ ...page, language })
    expect(html).toContain(face)
    expect(html).not.toContain(other)
  })

  it('lets no text become markup', () => {
    fc.assert(
      fc.property(fc.string(), said => {
        const html = mailPage({ ...page, title: said, paragraphs: [said], facts: [[said, said]], footer: [said] }).html
        const plain = mailPage({ ...page, title: '', paragraphs: [''], facts: [['', '']], footer: [''] }).html
        expect(html.match(/[<>]/g)?.length).toBe(plain.match(/[<>]/g)?.length)
        expect(html.match(/"/g)?.length).toBe(plain.match(/"/g)?.length)
      }),
    )
    expect(escapeHtml(`<a href='x' onclick="y">&</a>`)).toBe(
      '&lt;a href=&#39;x&#39; onclick=&quot;y&quot;&gt;&amp;&lt;/a&gt;',
    )
  })

  it('takes only an http(s) address for a button', () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '/join'])
      expect(() => mailPage({ ...page, button: { label: 'Join', url } })).toThrow('http(s)')
  })
})
