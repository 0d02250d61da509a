/** [#rrggbb] A color as people enter it. */
export const colorPattern = /^#[0-9a-f]{6}$/i

type Rgb = readonly [number, number, number]

const rgbOf = (color: string): Rgb =>
  [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number, number]
const hexOf = (rgb: Rgb): string => `#${rgb.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** [WCAG 2.2, relative luminance] */
function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color).map(part => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** [WCAG 2.2, contrast ratio] From 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** White, or nearly black, whichever is read better on a color. */
export const inkOn = (color: string): string =>
  contrast(color, '#ffffff') >= contrast(color, '#0d1420') ? '#ffffff' : '#0d1420'

const found = new Map<string, string>()

/** A color of the same hue that stands out from its ground, by 3 as shapes have to. */
export function standingOut(color: string, ground: string): string {
  const known = found.get(color + ground)
  if (known !== undefined) return known
  const shade = shadeOn(color, ground)
  if (found.size > 1000) found.clear()
  found.set(color + ground, shade)
  return shade
}

function shadeOn(color: string, ground: string): string {
  const away = luminance(ground) > 0.5 ? 0 : 255
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = hexOf(rgbOf(color).map(part => part + (away - part) * share) as [number, number, number])
    if (contrast(mixed, ground) >= 3 && contrast(mixed, inkOn(mixed)) >= 4.5) return mixed
  }
  return hexOf([away, away, away])
}
