import { cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { MENTION_COLOURS } from '#features/talk/chat/rules.ts'
import { MessageText } from './MessageText.tsx'

const ann = { id: '1', name: 'Ann' }
const show = (text: string, me?: string) => render(<MessageText text={text} mentioned={[ann]} me={me} />).container

afterEach(cleanup)

/** What has hurt chats elsewhere. */
const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](https://a.test" onmouseover="alert(1))',
  "[x](https://a.test' style='position:fixed)",
  '[b]<img src=x onerror=alert(1)>[/b]',
  '[code]</code><script>alert(1)</script>[/code]',
  '[pre]</pre><style>*{display:none}</style>[/pre]',
  '[quote][b][i]<math><mi//xlink:href="data:x,<script>alert(1)</script>">[/i][/b][/quote]',
  '[img]javascript:alert(1)[/img]',
  '[url=javascript:alert(1)]x[/url]',
  '[b style="background:url(javascript:alert(1))"]x[/b]',
  '&lt;img src=x onerror=alert(1)&gt;',
  '{{constructor.constructor("alert(1)")()}}',
  '@Ann<script>alert(1)</script>',
]

describe('a message as it is drawn', () => {
  it('[RULE-095] has no element and no attribute but those of its markup, whatever was written', () => {
    const attack = fc.array(
      fc.oneof(fc.constantFrom(...attacks), fc.constantFrom('[b]', '[/b]', '\n', '[ul]', '[/ul]')),
      {
        maxLength: 8,
      },
    )
    fc.assert(
      fc.property(attack, parts => {
        for (const element of show(parts.join('')).querySelectorAll('.chat-text *')) {
          expect(element.localName).toMatch(/^(strong|em|u|s|code|pre|blockquote|ul|ol|li|br|mark|a|bdi|span)$/)
          for (const { name, value } of element.attributes) {
            expect(name).toMatch(element.localName === 'mark' ? /^(class|style)$/ : /^(class|href|target|rel)$/)
            expect(name === 'href' ? value : 'https://').toMatch(/^(https?:\/\/|mailto:)/)
          }
        }
        cleanup()
      }),
      { numRuns: 300 },
    )
  })

  it.each(attacks)('[RULE-095] shows %s as the text that it is', attack => {
    const shown = show(attack)
    expect(shown.querySelector('script, img, svg, iframe, style, math')).toBeNull()
    for (const element of shown.querySelectorAll('*:not(mark)'))
      expect([...element.attributes].filter(({ name }) => name.startsWith('on') || name === 'style')).toEqual([])
  })

  it('[RULE-096, RULE-098] draws tags and line breaks', () => {
    const shown = show('[b]one[/b]\n[i]two[/i] [quote]three[/quote]')
    expect(shown.querySelector('.chat-text')?.innerHTML).toBe(
      '<strong>one</strong><br><em>two</em> <blockquote>three</blockquote>',
    )
  })

  it('[RULE-097] opens links in a window that knows nothing of this one, and says where they lead', () => {
    const shown = show('[https://bank.test](https://www.evil.test/x)')
    const link = shown.querySelector('a')
    expect(link?.getAttribute('href')).toBe('https://www.evil.test/x')
    expect([link?.target, link?.rel.split(' ')]).toEqual(['_blank', expect.arrayContaining(['noopener', 'noreferrer'])])
    expect(shown.textContent).toBe('https://bank.test (evil.test)')
  })

  it.each([
    // Cyrillic, Greek, and Latin letters that look like others
    ['https://аррӏе.com/pay', 'https://аррӏе.com/pay (xn--80ak6aa92e.com)'],
    ['[аррӏе](https://www.аррӏе.com)', 'аррӏе (xn--80ak6aa92e.com)'],
    ['[https://аррӏе.com](https://аррӏе.com)', 'https://аррӏе.com (xn--80ak6aa92e.com)'],
    ['https://раypal.com', 'https://раypal.com (xn--ypal-43d9g.com)'],
    ['https://bänk.test', 'https://bänk.test (xn--bnk-qla.test)'],
    ['mailto:ceo@аррӏе.com', 'mailto:ceo@аррӏе.com (ceo@xn--80ak6aa92e.com)'],
    // what a browser reads otherwise than people do
    ['https://0x7f000001/x', 'https://0x7f000001/x (127.0.0.1)'],
    ['https://bank%2etest', 'https://bank%2etest (bank.test)'],
    ['https://ｂank.test', 'https://ｂank.test (bank.test)'],
    ['https://bank.test:0x/', 'https://bank.test:0x/ (bank.test:0x)'],
  ])('[RULE-097] says of %s where it leads', (text, shown) => {
    expect(show(text).textContent).toBe(shown)
  })

  it.each([
    'https://bank.test/аррӏе',
    'https://WWW.Bank.test:443',
    'http://bank.test:8080/x',
    'https://银行.中国/招股书',
    'https://銀行ニュース.jp',
    'mailto:ada@bank.test',
  ])('[RULE-097] says nothing more of %s', text => {
    expect(show(text).textContent).toBe(text)
  })

  it('[RULE-099, CONST-010] marks who is mentioned, the reader more, in one colour that every look shares', () => {
    expect(show('Hi @Ann and @Bo').querySelectorAll('mark')).toHaveLength(1)
    cleanup()
    expect(show('Hi @Ann', '1').querySelector('mark.mine')?.textContent).toBe('@Ann')
    for (const look of ['dark', 'light']) {
      document.documentElement.dataset['look'] = look
      const { backgroundColor, color } = show('Hi @Ann').querySelector('mark')?.style ?? {}
      expect([backgroundColor, color]).toEqual(['#ffe08a', '#3b2a00'])
      cleanup()
    }
    expect(MENTION_COLOURS).toEqual({ backgroundColor: '#ffe08a', color: '#3b2a00' })
  })
})
