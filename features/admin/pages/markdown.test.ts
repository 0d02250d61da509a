import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Inline, parseInline, parseMarkdown } from './markdown.ts'

const textOf = (parts: readonly Inline[]): string =>
  parts.map(part => (typeof part === 'string' ? part : textOf(part.content))).join('')

describe('the Markdown of the policies', () => {
  it('has headings, paragraphs, lists and lines', () => {
    expect(
      parseMarkdown('# One\nfirst\nline\n\n## Two ##\n\n- a\n- **b**\n  goes on\n\n1. x\n2) y\n\n---\n### Three'),
    ).toEqual([
      { kind: 'heading', level: 2, content: ['One'] },
      { kind: 'paragraph', content: ['first\nline'] },
      { kind: 'heading', level: 2, content: ['Two'] },
      { kind: 'list', ordered: false, items: [['a'], [{ kind: 'strong', content: ['b'] }, ' ', 'goes on']] },
      { kind: 'list', ordered: true, items: [['x'], ['y']] },
      { kind: 'line' },
      { kind: 'heading', level: 3, content: ['Three'] },
    ])
  })

  it('has bold, italic, links, and addresses as they stand', () => {
    expect(parseInline('**Your account:** see *this* or [the terms](/terms-of-service).')).toEqual([
      { kind: 'strong', content: ['Your account:'] },
      ' see ',
      { kind: 'emphasis', content: ['this'] },
      ' or ',
      { kind: 'link', to: '/terms-of-service', content: ['the terms'] },
      '.',
    ])
    expect(parseInline('请联系：help@harbour.example。')).toEqual([
      '请联系：',
      { kind: 'link', to: 'mailto:help@harbour.example', content: ['help@harbour.example'] },
      '。',
    ])
    expect(parseInline('at https://pitch.example.com, where')).toEqual([
      'at ',
      { kind: 'link', to: 'https://pitch.example.com', content: ['https://pitch.example.com'] },
      ', where',
    ])
    expect(parseInline('snake_case_name and 2 * 3 * 4')).toEqual(['snake_case_name and 2 * 3 * 4'])
  })

  it('leaves HTML, scripts and escaped signs as text', () => {
    for (const evil of [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '[click](javascript:alert(1))',
      '[click](//evil.example)',
      '[click](/\\evil.example)',
      '[click](data:text/html,x)',
    ])
      expect(parseInline(evil)).toEqual([evil])
    expect(parseInline('Harbour \\[Ventures\\](x) \\*star\\*')).toEqual(['Harbour [Ventures](x) *star*'])
  })

  it('ends for any text, loses none of its words and links nowhere but to the web, a mailbox or ourselves', () => {
    const sign = fc.constantFrom(
      '*',
      '_',
      '[',
      ']',
      '(',
      ')',
      '\\',
      '-',
      '#',
      '\n',
      ' ',
      'a',
      'javascript:',
      'http://b.c',
    )
    const walk = (parts: readonly Inline[]): void => {
      for (const part of parts) {
        if (typeof part === 'string') continue
        expect(part.kind === 'link' ? part.to : '/none').toMatch(/^(https?:\/\/|mailto:|\/(?![/\\]))/)
        walk(part.content)
      }
    }
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 60 }), signs => {
        const text = signs.join('')
        walk(parseInline(text))
        expect(textOf(parseInline(text)).replace(/[^a]/g, '').length).toBeLessThanOrEqual(
          text.replace(/[^a]/g, '').length,
        )
        parseMarkdown(text)
      }),
    )
  })
})
