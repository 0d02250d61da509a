import { describe, expect, it } from 'vitest'
import lookCss from './look.css?raw'
import imported from './mantine.ts?raw'
import { type Accent, accents, palette } from './palette.ts'
import { theme } from './theme.ts'
import tokens from './tokens.css?raw'

const sources = Object.values(
  import.meta.glob<string>(['../**/*.tsx', '../../features/*/*/web/**/*.tsx', '../../app/web/**/*.tsx'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
const styles = Object.keys(import.meta.glob('../../node_modules/@mantine/core/styles/*.css'))

const part = (dark: boolean) => (dark ? tokens.split('[data-look="dark"]')[1] : tokens.split('[data-look="dark"]')[0])
const token = (name: string, dark = false) => new RegExp(`--${name}: (#\\w{6})`).exec(part(dark) ?? '')?.[1] ?? ''

/** WCAG 2.2 contrast of two colors. */
function contrast(a: string, b: string): number {
  const light = (colour: string) => {
    const [r = 0, g = 0, blue = 0] = [1, 3, 5].map(at => {
      const c = Number.parseInt(colour.slice(at, at + 2), 16) / 255
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue
  }
  const [low = 0, high = 0] = [light(a), light(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['surface', 'surface-raised', 'surface-sunken']

describe('the look', () => {
  const texts = ['ink', 'ink-quiet', 'accent-text', 'good', 'warn', 'bad']
  const pairs = [true, false].flatMap(dark =>
    texts.flatMap(text => grounds.map(ground => [text, ground, dark] as const)),
  )
  it.each(pairs)('%s on %s has a contrast of 4.5 to 1 (dark: %s)', (text, ground, dark) => {
    expect(contrast(token(text, dark), token(ground, dark) || token(ground))).toBeGreaterThanOrEqual(4.5)
  })

  it.each([true, false])('state on its soft ground, and the act on the accent, have it too (dark: %s)', dark => {
    for (const state of ['good', 'warn', 'bad'])
      expect(contrast(token(state, dark), token(`${state}-soft`, dark)), state).toBeGreaterThanOrEqual(4.5)
    expect(contrast(token('accent-text', dark), token('accent-soft', dark))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(token('accent-ink'), token('accent', dark))).toBeGreaterThanOrEqual(4.5)
  })

  it('[CONST-039] takes its colours, a blue accent first, from the palette that Mantine has', () => {
    const known: readonly string[] = [...palette.blue, ...palette.gray, ...palette.dark]
    for (const name of ['accent', 'accent-text', 'ink', 'surface', 'line']) {
      expect([...known, '#ffffff']).toContain(token(name))
      expect([...known, '#ffffff']).toContain(token(name, true) || token(name))
    }
    expect(token('accent')).toBe(palette.blue[7])
  })
})

describe('the accents', () => {
  const names = Object.keys(accents).filter(name => name !== 'blue')
  const blocks = (name: string) =>
    [...lookCss.matchAll(new RegExp(`:root([^{]*)\\[data-accent="${name}"\\] \\{([^}]*)`, 'g'))].map(
      ([, before = '', body = '']) => ({
        dark: before.includes('dark'),
        of: (property: string) => new RegExp(`--${property}: (#\\w{6})`).exec(body)?.[1] ?? '',
      }),
    )
  it.each(names)('%s has a contrast of 4.5 to 1 wherever it meets text, in light and dark', name => {
    expect(blocks(name).map(({ dark }) => dark)).toEqual([false, true])
    for (const { dark, of } of blocks(name)) {
      expect(contrast('#ffffff', of('accent'))).toBeGreaterThanOrEqual(4.5)
      expect(contrast('#ffffff', of('accent-hover'))).toBeGreaterThanOrEqual(4.5)
      for (const ground of [...grounds.map(ground => token(ground, dark) || token(ground)), of('accent-soft')])
        expect(contrast(of('accent-text'), ground), ground).toBeGreaterThanOrEqual(4.5)
    }
  })
  it.each(names)('%s is the same in look.css and in the palette that Mantine has', name => {
    const shades = accents[name as Accent]
    const [light, dark] = blocks(name)
    expect([light?.of('accent'), light?.of('accent-soft'), dark?.of('accent'), dark?.of('accent-text')]).toEqual([
      shades[7],
      shades[0],
      shades[6],
      shades[3],
    ])
  })
  it('[CONST-038] rows are 40, 36 and 32 px high in the three sizes', () => {
    const heights = [...lookCss.matchAll(/--row-height: ([\d.]+)rem/g)].map(([, rem]) => Number(rem) * 16)
    expect(heights).toEqual([40, 36, 32])
  })
})

it('has the style of every Mantine component in use', () => {
  const used = sources.flatMap(source =>
    [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(m => (m[1] ?? '').split(',')),
  )
  const names = [...new Set(used.map(name => name.replace(/type .*/, '').trim()))]
  const missing = names.filter(
    name => styles.some(path => path.endsWith(`/${name}.layer.css`)) && !imported.includes(`/${name}.layer.css`),
  )
  expect(missing).toEqual([])
})

it('a logo has a light ground in the dark wherever one is shown', () => {
  const [, grounded = ''] = /(:is\([^{]*\.deal-logo[^{]*) \{/.exec(tokens) ?? []
  const shown = sources.flatMap(source =>
    [...source.matchAll(/<img [^>]*src=\{[^}]*logo[^>]*>/gi)].map(({ 0: img, index }) => {
      const own = /className="([\w-]+)"/.exec(img)?.[1]
      const around = [...source.slice(0, index).matchAll(/className="([\w-]+)"/g)].at(-1)?.[1]
      return / data-logo/.test(img) ? 'img[data-logo]' : own ? `.${own}` : `.${around} img`
    }),
  )
  expect(new Set(shown)).toContain('.deal-logo')
  expect(shown.filter(place => !grounded.includes(place))).toEqual([])
})

it.each(['light', undefined])(
  'a notice has the soft ground of its state, also when it names no variant (%s)',
  variant => {
    const vars = theme.components?.['Alert']?.vars as
      | ((of: unknown, props: object) => { root: Record<string, string> })
      | undefined
    for (const color of ['yellow', 'orange'])
      expect(vars?.(theme, { color, variant }).root['--alert-bg']).toBe('var(--warn-soft)')
  },
)
