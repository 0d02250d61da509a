import type { PitchRow } from './queries.ts'

/** What a pitch says of its company, except in a list. */
type Told = Pick<
  PitchRow,
  | 'companyName'
  | 'companyLogo'
  | 'companyId'
  | 'companyLegalName'
  | 'about'
  | 'aboutFile'
  | 'highlights'
  | 'highlightsFile'
  | 'dealterms'
  | 'dealtermsFile'
  | 'keywords'
>

const noFiles = { aboutFile: null, highlightsFile: null, dealtermsFile: null } as const

/**
 * A pitch for a person who may not know its company yet: the name and the text that stand for it, and nothing else that
 * is said of it. Its title, product and presenter are shown; a form refuses to hide a company that they name.
 */
export const undisclosed = (pitch: PitchRow): PitchRow => ({
  ...pitch,
  ...({
    companyName: pitch.obfuscatedCompanyName,
    about: pitch.obfuscatedDescription,
    ...{ companyLogo: null, companyId: null, companyLegalName: '', keywords: '', highlights: '', dealterms: '' },
    ...noFiles,
  } satisfies Told),
})

/** A pitch as an attendee sees it, who knows its company or does not. [ENT-022] Its documents may be for its team alone. */
export const seenByAttendee = (pitch: PitchRow, knows: boolean): PitchRow => {
  const seen = pitch.attachPdfs ? pitch : { ...pitch, ...noFiles }
  return knows ? seen : undisclosed(seen)
}

const escaped = (text: string): string =>
  text.replace(/[^\p{L}\p{N}\s]/gu, character => `\\u{${character.codePointAt(0)?.toString(16)}}`)

/** A text as names are looked for in it: in any width and case of its letters. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/**
 * Whether a text says one of a company's names: as a word where scripts divide words, so that "Go" is not found in
 * "good", and anywhere in Chinese.
 */
export function saysName(text: string, names: readonly string[]): boolean {
  const letter = String.raw`[[\p{L}\p{N}]--[\p{Script=Han}]]`
  return names
    .map(plain)
    .filter(Boolean)
    .some(name => {
      const [before, after] = [/^\p{Script=Han}/u.test(name), /\p{Script=Han}$/u.test(name)]
      const pattern = `${before ? '' : `(?<!${letter})`}${escaped(name)}${after ? '' : `(?!${letter})`}`
      return new RegExp(pattern, 'v').test(plain(text))
    })
}
