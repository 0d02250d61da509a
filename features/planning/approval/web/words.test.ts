import { describe, expect, it } from 'vitest'
import { changesOf } from './words.ts'

const marked = (before: string, now: string) =>
  changesOf(before, now)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `[+${text}]` : `[-${text}]`))
    .join('')

describe('changesOf', () => {
  it('marks the words that went and those that came', () => {
    expect(marked('SAFE at 22 million.', 'SAFE at 25 million.')).toBe('SAFE at [-22][+25] million.')
    expect(marked('', 'New')).toBe('[+New]')
    expect(marked('Old', '')).toBe('[-Old]')
    expect(marked('Same', 'Same')).toBe('Same')
    expect(marked('a b c', 'a x b y c')).toBe('a [+x ]b[+ y] c')
  })

  it('marks Chinese by characters', () => {
    expect(marked('我们做合同', '我们写合同')).toBe('我们[-做][+写]合同')
  })

  it('gives both versions back whole, however long they are', () => {
    const [old, next] = [1, 2].map(by => Array.from({ length: 6000 }, (_, at) => `w${(at * by) % 997}`).join(' '))
    const pieces = changesOf(old ?? '', next ?? '')
    const of = (kind: string) =>
      pieces
        .filter(p => p.kind === 'same' || p.kind === kind)
        .map(p => p.text)
        .join('')
    expect([of('removed'), of('added')]).toEqual([old, next])
  })
})
