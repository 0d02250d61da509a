import { describe, expect, it } from 'vitest'
import {
  deckNameOf,
  deckStatus,
  deckTypeOf,
  firstPages,
  freeName,
  MAX_DECK_BYTES,
  refusalBeforeUpload,
} from './rules.ts'

describe('before an upload', () => {
  it('[RULE-051, CONST-026] a file is at most 1 GB', () => {
    expect(refusalBeforeUpload({ name: 'a.pdf', size: 1024 ** 3 })).toBeUndefined()
    expect(refusalBeforeUpload({ name: 'a.pdf', size: MAX_DECK_BYTES + 1 })).toBe('DeckTooLarge')
    expect(refusalBeforeUpload({ name: 'a.pdf', size: 0 })).toBe('DeckEmpty')
  })

  it('[RULE-052] a file is .pptx, .ppt or .pdf, in any case, and nothing else', () => {
    expect(['a.pptx', 'B.PPT', 'c.d.Pdf'].map(deckTypeOf)).toEqual(['pptx', 'ppt', 'pdf'])
    for (const name of ['a.pptm', 'a.key', 'a.pdf.exe', 'pdf', 'a.pdf ', ''])
      expect(refusalBeforeUpload({ name, size: 1 }), name).toBe('DeckTypeNotAllowed')
  })
})

it('a file’s name has no folder, no character that cannot be seen, and an end however long it is', () => {
  expect(deckNameOf('../../etc/deck.pdf')).toBe('deck.pdf')
  expect(deckNameOf('C:\\Users\\ada\\大.pptx')).toBe('大.pptx')
  expect(deckNameOf('a\u202efdp.exe\u0000.pdf')).toBe('afdp.exe.pdf')
  const long = deckNameOf(`${'x'.repeat(500)}.pptx`)
  expect([long.length <= 200, long.endsWith('.pptx')]).toEqual([true, true])
})

describe('pages', () => {
  const file = (id: string, position: number, pages: number | null, status = 'ready' as const) => ({
    id,
    position,
    pages,
    status,
  })

  it('are numbered through all files in their order, whichever is ready first', () => {
    const { first, total } = firstPages([
      file('b', 1, 3),
      { ...file('a', 0, 2), status: 'converting' },
      file('c', 2, 1),
    ])
    expect([...first]).toEqual([
      ['a', 1],
      ['b', 3],
      ['c', 6],
    ])
    expect(total).toBe(6)
  })

  it('of a file that failed are none', () => {
    const failed = { ...file('a', 0, 9), status: 'failed' as const }
    expect(firstPages([failed, file('b', 1, 2)])).toEqual({
      first: new Map([
        ['a', 1],
        ['b', 1],
      ]),
      total: 2,
    })
  })

  it('of a pitch are ready when none is being made, and failed when all files did', () => {
    const is = (...all: ('waiting' | 'converting' | 'ready' | 'failed')[]) =>
      deckStatus(all.map(status => ({ status })))
    expect([is(), is('failed'), is('failed', 'ready'), is('ready', 'waiting'), is('waiting', 'converting')]).toEqual([
      'none',
      'failed',
      'ready',
      'waiting',
      'converting',
    ])
  })
})

describe('freeName', () => {
  it.each([
    ['deck.pptx', [], 'deck.pptx'],
    ['deck.pptx', ['other.pptx'], 'deck.pptx'],
    ['Deck.pptx', ['deck.PPTX'], 'Deck (2).pptx'],
    ['a.b.pdf', ['a.b.pdf', 'A.B (2).pdf'], 'a.b (3).pdf'],
  ])('calls %s beside %j %s', (name, taken, free) => {
    expect(freeName(name, taken)).toBe(free)
  })
})
