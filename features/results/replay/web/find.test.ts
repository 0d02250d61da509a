import { describe, expect, it } from 'vitest'
import { chaptersOf } from '../chapters.ts'
import { momentIn, momentText } from '../moments.ts'
import { findIn, isLongEnough } from './find.ts'

const page = (at: number, url: string, text: string) => ({
  ...{ at, page: 1, url, thumb_url: '', text, width: 16, height: 9 },
})
const replay = {
  pages: [page(0, '/1', 'Our  Market\nis large'), page(30, '/2', 'Team'), page(60, '/1', 'Our  Market\nis large')],
  captions: [
    { from: 12, to: 14, user_id: 'a', name: 'Ada', text: `${'word '.repeat(20)}the market grew ${'x '.repeat(40)}` },
  ],
  questions: [{ at: 50, content: 'Who buys in this market?' }],
  messages: [{ id: 1, hidden: false, at: 40, user_id: 'b', name: 'Ben', content: '这个市场有多大？' }],
}

describe('the search of a recording', () => {
  it('finds what was said, shown and written, in the order of time, and a slide once', () => {
    expect(findIn(replay, 'MARKET').map(({ at, kind, name }) => [at, kind, name])).toEqual([
      [0, 'slide', ''],
      [12, 'caption', 'Ada'],
      [50, 'question', ''],
    ])
    expect(findIn(replay, '市').map(({ at, kind }) => [at, kind])).toEqual([[40, 'chat']])
    expect(findIn(replay, 'market is')).toHaveLength(1)
  })

  it('cuts long texts around the words', () => {
    const [found] = findIn(replay, 'the market')
    expect(found?.text).toMatch(/^….*the market grew.*…$/)
    expect(found?.text.length).toBeLessThan(110)
  })

  it('finds nothing for one letter, by nothing, and for what is not there', () => {
    expect(['m', ' ', '', 'nowhere'].map(words => findIn(replay, words).length)).toEqual([0, 0, 0, 0])
    expect(['m', '市', 'ma'].map(isLongEnough)).toEqual([false, true, true])
  })
})

describe('the chapters of a recording', () => {
  it('are the slides that stayed, and the questions that were answered, in the order of time', () => {
    const pages = [page(0, '/1', ''), page(30, '/2', ''), page(32, '/3', ''), page(70, '/4', '')]
    const chapters = chaptersOf({ pages, questions: replay.questions, seconds: 73 })
    expect(chapters.map(({ at, ...rest }) => [at, 'page' in rest])).toEqual([
      [0, true],
      [32, true],
      [50, false],
    ])
  })
})

describe('a moment in a link', () => {
  it.each([
    ['12m40s', 760],
    ['1h2m', 3720],
    ['1h0m5s', 3605],
    ['760', 760],
    ['0s', 0],
  ])('%s is %d seconds', (text, seconds) => expect(momentIn(text)).toBe(seconds))
  it.each([null, '', 'x', '-5', '1:20', '9'.repeat(9)])('%s is none', text => {
    expect(momentIn(text)).toBe(undefined)
  })
  it('is written as it is read', () => {
    for (const at of [0, 59.9, 60, 760, 3600, 36_005]) expect(momentIn(momentText(at))).toBe(Math.floor(at))
  })
})
