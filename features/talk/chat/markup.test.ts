import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MarkupNode, type MarkupTag, parseMarkup, plainOf } from './markup.ts'

const text = (words: string): MarkupNode => ({ kind: 'text', text: words })
const tag = (name: MarkupTag, ...children: MarkupNode[]): MarkupNode => ({ kind: 'tag', tag: name, children })
const link = (href: string, words?: string): MarkupNode => ({ kind: 'link', href, text: words })
const lineBreak: MarkupNode = { kind: 'break' }
const ann = { id: '1', name: 'Ann' }
const annLee = { id: '2', name: 'Ann Lee' }

const all = (nodes: readonly MarkupNode[]): MarkupNode[] =>
  nodes.flatMap(node => (node.kind === 'tag' ? [node, ...all(node.children)] : [node]))

describe('what a message of type 0 is made of', () => {
  it('[RULE-096] tags in brackets, inside each other, whatever their case', () => {
    expect(parseMarkup('a [b]bold [I]and[/i][/B] [u]u[/u] [s]s[/s]')).toEqual([
      text('a '),
      tag('b', text('bold '), tag('i', text('and'))),
      text(' '),
      tag('u', text('u')),
      text(' '),
      tag('s', text('s')),
    ])
    expect(parseMarkup('[quote]said[/quote]')).toEqual([tag('quote', text('said'))])
  })

  it('[RULE-096] lists, of entries alone, and code as it was written', () => {
    expect(parseMarkup('Terms:\n[ul]\n[li]one[/li]\n[li][b]two[/b][/li]\nthree\n[/ul]\nEnd')).toEqual([
      text('Terms:'),
      tag('ul', tag('li', text('one')), tag('li', tag('b', text('two'))), tag('li', text('three'))),
      text('End'),
    ])
    expect(parseMarkup('[pre]\n[b]x[/b] https://a.test\n  y\n[/pre] [code]@Ann[/code]', [ann])).toEqual([
      tag('pre', text('[b]x[/b] https://a.test\n  y')),
      text(' '),
      tag('code', text('@Ann')),
    ])
  })

  it('[RULE-095, RULE-096] anything else in brackets is text, and so is a tag that nothing closes', () => {
    for (const written of [
      '[script]alert(1)[/script]',
      '[img src=x onerror=alert(1)]',
      '[b onclick=alert(1)]x',
      '[b]half',
      'half[/b]',
      '[code]half',
      '<b>x</b> &lt;b&gt; <script>alert(1)</script>',
      'total[i] = row[u]',
    ])
      expect(parseMarkup(written)).toEqual([text(written)])
    expect(parseMarkup('[b]a[i]b[/b]c[/i]')).toEqual([tag('b', text('a[i]b')), text('c[/i]')])
  })

  it('[RULE-097] links: words with an address behind them, and addresses as they stand', () => {
    expect(parseMarkup('[our deck](https://quill.test/a(1)?b=c#d) or [write](mailto:ada@quill.test)')).toEqual([
      link('https://quill.test/a(1)?b=c#d', 'our deck'),
      text(' or '),
      link('mailto:ada@quill.test', 'write'),
    ])
    expect(parseMarkup('see https://example.com/a?b=c, then (http://two.test/x).')).toEqual([
      text('see '),
      link('https://example.com/a?b=c'),
      text(', then ('),
      link('http://two.test/x'),
      text(').'),
    ])
    expect(parseMarkup('请看 https://example.com/甲。谢谢')).toEqual([
      text('请看 '),
      link('https://example.com/甲'),
      text('。谢谢'),
    ])
  })

  it('[RULE-097] leads to the web or to a mailbox only, and never past the name of another host', () => {
    for (const written of [
      'javascript:alert(1)',
      '[x](javascript:alert(1))',
      '[x](JaVaScRiPt:alert(1))',
      '[x](data:text/html,x)',
      '[x](vbscript:x)',
      '[x](ftp://x.test)',
      '[x](//x.test)',
      '[x](/live/1)',
      '[x](java\tscript:alert(1))',
      '[x](\u0001javascript:alert(1))',
      '[x](https:x)',
      '[x](https:\\\\x.test)',
      '[x](https://bank.test@evil.test/)',
      'https://bank.test@evil.test/',
      '[x](mailto:a@b.test?body=hello)',
    ])
      expect(parseMarkup(written).filter(node => node.kind !== 'text' || node.text !== written)).toEqual([])
    for (const written of ['[x](https://x.test" onclick="alert(1))', '[x](\u202ehttps://x.test)'])
      expect(parseMarkup(written).filter(node => node.kind !== 'text')).toEqual([link('https://x.test')])
  })

  it('[RULE-098] newlines are line breaks, but none around what has lines of its own', () => {
    expect(parseMarkup('one\ntwo\r\nthree')).toEqual([text('one'), lineBreak, text('two'), lineBreak, text('three')])
    expect(parseMarkup('a\n[quote]\nb\n[/quote]\nc')).toEqual([text('a'), tag('quote', text('b')), text('c')])
  })

  it('[RULE-099] finds mentions by their names, longer ones first, and no others', () => {
    const mention = (person: typeof ann) => ({ kind: 'mention', ...person })
    expect(parseMarkup('@Ann Lee, @Ann! @Anna @Bo 王伟@Ann', [ann, annLee])).toEqual([
      mention(annLee),
      text(', '),
      mention(ann),
      text('! @Anna @Bo 王伟'),
      mention(ann),
    ])
    const odd = { id: '3', name: '[b]Eve[/b] [x](https://evil.test)' }
    expect(parseMarkup(`@${odd.name}`, [odd])).toEqual([mention(odd)])
    expect(parseMarkup('@', [{ id: '4', name: '' }])).toEqual([text('@')])
  })

  it('reads as one line where there is room for one', () => {
    expect(plainOf('[b]Hi[/b] @Ann\n[ul][li]a[/li][li]b[/li][/ul] [deck](https://a.test)', [ann])).toBe(
      'Hi @Ann a b deck',
    )
  })
})

/** Pieces that attacks on chats are made of, between pieces of what is allowed. */
const pieces = [
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<svg/onload=alert(1)>', '"><svg onload=alert(1)>'],
  ...[
    'javascript:alert(1)',
    'java&#09;script:alert(1)',
    '&lt;script&gt;',
    '\u0000',
    '\u202e',
    '\ud800',
    "' onclick='",
    '`',
  ],
  ...[
    '[b]',
    '[/b]',
    '[i]',
    '[/i]',
    '[ul]',
    '[/ul]',
    '[li]',
    '[/li]',
    '[code]',
    '[/code]',
    '[pre]',
    '[/pre]',
    '[quote]',
  ],
  ...['[/quote]', '[', ']', '(', ')', '](', '[x](https://a.test', 'https://', 'mailto:', 'a@b.test', '@Ann', '\n', ' '],
]
const anything = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 6 })), {
  maxLength: 60,
})

describe('any text', () => {
  it('[RULE-095, RULE-096, RULE-097] becomes known parts alone, and links to the web or a mailbox alone', () => {
    fc.assert(
      fc.property(anything, given => {
        const nodes = all(parseMarkup(given.join(''), [ann]))
        for (const { kind } of nodes) expect(['text', 'break', 'mention', 'link', 'tag']).toContain(kind)
        for (const { tag } of nodes.filter(node => node.kind === 'tag'))
          expect(tag).toMatch(/^(b|i|u|s|code|pre|quote|ul|ol|li)$/)
        for (const { href } of nodes.filter(node => node.kind === 'link'))
          expect(href).toMatch(/^(https?:\/\/[^/@\s]|mailto:[^?\s]+$)[^\s<>"'`\\]*$/i)
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps every word of a text without brackets, addresses and line breaks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), given => {
        fc.pre(!/[[\n\r]|:/.test(given))
        expect(parseMarkup(given)).toEqual(given ? [text(given)] : [])
      }),
    )
  })

  it('is read in a number of steps that grows with its length', () => {
    const longest = 4000
    for (const evil of [
      '[b]',
      '[code]',
      '[',
      'https://(',
      '[a](https://(',
      '@',
      '[li]\n',
      '((',
      '[x](https://a.test/()',
    ])
      expect(all(parseMarkup(evil.repeat(longest / evil.length), [ann])).length).toBeLessThanOrEqual(longest)
  })
})
