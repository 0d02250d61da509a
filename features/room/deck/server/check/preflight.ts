import type { SlideHold } from '#features/room/deck/rules.ts'
import type { MarkupPart, Part } from './plan.ts'
import type { Tag } from './xml.ts'

/** What a part of a deck holds that a picture of its slide does not show, and the fonts that it names. */
export interface Seen {
  readonly holds: Set<SlideHold>
  readonly fonts: Set<string>
}

const media: Readonly<Record<string, SlideHold>> = {
  ...{ videoFile: 'video', quickTimeFile: 'video' },
  ...{ audioFile: 'sound', wavAudioFile: 'sound', audioCd: 'sound', snd: 'sound' },
}
/** Effects of things that come, go, move or change; a medium's own start and stop are none. */
const effects = ['entr', 'exit', 'emph', 'path']
const faces = ['latin', 'ea', 'cs']
/** A font's name as it is asked for; a name with other signs is not asked for. */
const fontName = /^[\p{L}\d][\p{L}\d ._-]{0,60}$/u
/** Fonts of a part that are remembered at most: a hostile deck may name a million. */
const MOST_FONTS = 40

/** Watches the elements of all parts as they are written. */
export function watchSlides() {
  const seen = new Map<Part, Seen>()
  const seenIn = (part: Part): Seen => {
    const known = seen.get(part) ?? { holds: new Set(), fonts: new Set() }
    seen.set(part, known)
    return known
  }
  const seeIn = (part: Part, { local, attributes }: Tag) => {
    const hold =
      local === 'cTn' && effects.includes(attributes['presetClass']?.value ?? '') ? 'animation' : media[local]
    if (hold) seenIn(part).holds.add(hold)
    const font = faces.includes(local) ? (attributes['typeface']?.value ?? '') : ''
    if (!fontName.test(font)) return
    const { fonts } = seenIn(part)
    if (fonts.size < MOST_FONTS) fonts.add(font)
  }
  return { seen, seeIn }
}

/** The fonts of a slide: those that it names, and those of its theme. */
export function fontsOf(slide: Part, seen: ReadonlyMap<Part, Seen>): string[] {
  const linked = (part: Part | undefined, kind: MarkupPart['kind']) =>
    part && part.kind !== 'image' ? part.links.find(({ target }) => target?.kind === kind)?.target : undefined
  const theme = linked(linked(linked(slide, 'slideLayout'), 'slideMaster'), 'theme')
  const named = [slide, theme].flatMap(part => (part ? [...(seen.get(part)?.fonts ?? [])] : []))
  return [...new Set(named)]
}
