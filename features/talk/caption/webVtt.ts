/** A caption of a recording; times in milliseconds since its start. */
export interface Cue {
  readonly from: number
  readonly to: number
  readonly speaker: string
  readonly text: string
}

/** The name of a file of this title, without its extension. */
export const fileNameOf = (title: string): string =>
  title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'pitch'

/** Milliseconds for which a caption shows at least. */
const SHORTEST = 1500

/**
 * WebVTT with speakers as voices. Captions from before the start are left out; cues are in the order of their start.
 */
export function webVtt(cues: readonly Cue[], language: string): string {
  const blocks = cues
    .filter(cue => cue.to > 0)
    .toSorted((a, b) => a.from - b.from)
    .map((cue, i) => {
      const from = Math.max(0, cue.from)
      return `${i + 1}\n${stamp(from)} --> ${stamp(Math.max(cue.to, from + SHORTEST))}\n<v ${voice(cue.speaker)}>${words(cue.text)}\n`
    })
  return [`WEBVTT\nLanguage: ${language}\n`, ...blocks].join('\n')
}

function stamp(milliseconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = String(Math.floor(milliseconds % 1000)).padStart(3, '0')
  return `${two(milliseconds / 3_600_000)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1000) % 60)}.${rest}`
}

/** A line break would end the cue, and `-->` is a timing line wherever it stands. */
const words = (text: string) =>
  text.replace(/\s+/g, ' ').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
const voice = (name: string) => words(name) || '?'
