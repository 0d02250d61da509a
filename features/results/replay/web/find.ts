import type { ReplayData } from './Player.tsx'

/** Something in a recording that holds the searched words. */
export interface Found {
  /** Seconds at which it was shown, said or written. */
  readonly at: number
  readonly kind: 'caption' | 'slide' | 'question' | 'chat'
  /** Who said or wrote it; empty for a slide and a question. */
  readonly name: string
  /** The words around it. */
  readonly text: string
}

type Searched = Pick<ReplayData, 'pages' | 'captions' | 'messages' | 'questions'>

/** Characters on either side of the searched words. */
const AROUND = 40
const HAN = /\p{Script=Han}/u

/** Words as they are compared: without case, and with one space between them. */
const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** One letter of an alphabet finds too much to read; one Chinese character is often a word. */
export const isLongEnough = (words: string): boolean => plain(words).length >= (HAN.test(words) ? 1 : 2)

function around(text: string, words: string): string | undefined {
  const line = text.normalize('NFKC').replace(/\s+/g, ' ').trim()
  const index = line.toLowerCase().indexOf(plain(words))
  if (index < 0) return undefined
  const [from, to] = [Math.max(0, index - AROUND), index + words.length + AROUND]
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`
}

/** Searches what was said, shown and written, in the order of time. A slide that is shown again counts once. */
export function findIn({ pages, captions, questions, messages }: Searched, words: string): Found[] {
  if (!isLongEnough(words)) return []
  const slides = pages.filter(({ url }, n) => pages.findIndex(page => page.url === url) === n)
  const all = [
    ...captions.map(({ from, name, text }) => ({ at: from, kind: 'caption' as const, name, text })),
    ...slides.map(({ at, text }) => ({ at, kind: 'slide' as const, name: '', text })),
    ...questions.map(({ at, content }) => ({ at, kind: 'question' as const, name: '', text: content })),
    ...messages.map(({ at, name, content }) => ({ at, kind: 'chat' as const, name, text: content })),
  ]
  return all
    .flatMap(one => {
      const text = around(one.text, words)
      return text === undefined ? [] : [{ ...one, text }]
    })
    .toSorted((a, b) => a.at - b.at)
}
