const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The characters of a text as people count them: an emoji of several code points or a letter with its accents is one. */
export function charactersOf(text: string): number {
  let count = 0
  for (const _ of segmenter.segment(text)) count++
  return count
}
